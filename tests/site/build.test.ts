/** The options of the site's build, and its files. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFolderWith, serveMock } from '../../cli/src/testing/support.ts';
import { buildSite } from '../../web/build/build-site.ts';
import { policyHashesOf } from '../../web/build/bundle.ts';
import { hasDays, readContent, warnOfUnknownPrograms } from '../../web/build/content.ts';
import { languagePlugin } from '../../web/build/languages.ts';
import { readOptions, readSettings } from '../../web/build/options.ts';
import { withDrawings } from '../../web/build/page.ts';
import { checkPageWeights, maxScriptKilobytes } from '../../web/build/page-weights.ts';
import { listProgramPages } from '../../web/build/pages.ts';
import { collectHashes, makePolicyFiles } from '../../web/build/policy.ts';
import { BuildProblem, problemIn, webFolder } from '../../web/build/problem.ts';
import { extractPictures, readPrograms } from '../../web/build/programs.ts';
import { makeExcerpt } from '../../web/build/text.ts';
import { switchWorkerOff } from '../../web/build/worker-switch.ts';
import shippedConfig from '../../web/config.json' with { type: 'json' };
import { makeFingerprint, programsOf } from '../../web/src/site/records.ts';
import site from '../../web/vite.config.ts';

test.each([
  [['--programms', 'x'], "Unknown option '--programms'. The options are"],
  [['--programs', 'none.json'], 'none.json cannot be read (ENOENT)'],
  [['--programs', 'programs.json'], 'holds no list of programs'],
  [['--programs', 'http://127.0.0.1:9/api'], 'Is it the address of the API'],
  [['--config', 'programs.json'], 'apiBase is missing'],
  [['--out', '.'], 'is not empty and holds no built site'],
])(
  'the build refuses a wrong option in one line, before it writes anything: %j',
  async ([flag = '', value = ''], reason) => {
    const folder = await makeFolderWith({ 'programs.json': { programs: [] } });
    const source = value.startsWith('http') ? value : join(folder, value);
    const flags = ['--out', join(folder, 'site'), flag, source];
    const build = async () => await buildSite(await readOptions(flags));
    const buildError = await build().catch((error: Error) => error);
    expect(buildError).toBeInstanceOf(BuildProblem);
    expect(buildError?.message).toContain(reason);
    expect(buildError?.message).not.toContain('\n');
    expect(await readdir(folder)).toEqual(['programs.json']);
  },
);

test('a build ends with a line that names each page that loads too much script, with its weight and its limit', async () => {
  const page = '<div id="root" data-files="/assets/a.js /assets/b.js /assets/a.css">';
  const scriptOfKilobytes = (kilobytes: number) => Buffer.alloc(kilobytes * 1000);
  const writeSite = (kilobytes: number) =>
    makeFolderWith({
      'index.html': page,
      'about/index.html': page,
      'am/index.html': page,
      'assets/a.js.gz': scriptOfKilobytes(kilobytes - 1),
      'assets/b.js.gz': scriptOfKilobytes(1),
    });
  const { home, anyOther } = maxScriptKilobytes;
  await checkPageWeights(await writeSite(home));
  await expect(checkPageWeights(await writeSite(anyOther))).rejects.toThrow(
    `more script than they may: index.html has ${anyOther}.0 of ${home} KB.`,
  );
  await expect(checkPageWeights(await writeSite(anyOther + 1))).rejects.toThrow(
    `about/index.html has ${anyOther + 1}.0 of ${anyOther} KB, index.html has`,
  );
});

test.each([
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16, as PowerShell writes it', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
])('settings, content and programs may be %s', async (_name, encode) => {
  const content = { accountHolder: 'ዋን ፕላኔት ኮሌጅ' };
  const folder = await makeFolderWith({
    'config.json': encode(JSON.stringify(shippedConfig)),
    'content.json': encode(JSON.stringify(content)),
    'programs.json': encode(JSON.stringify([{ id: 1, name: 'Data Science' }])),
  });
  expect(await readSettings(join(folder, 'config.json'))).toMatchObject({
    contact: { email: shippedConfig.contact.email },
  });
  expect(await readContent(join(folder, 'content.json'))).toEqual(content);
  expect(await readPrograms(join(folder, 'programs.json'), shippedConfig)).toHaveLength(1);
});

test('the programs are read from the API itself', async () => {
  const programs = await readPrograms(`${await serveMock()}/api/`, shippedConfig);
  expect(programs.map(({ name }) => name)).toContain('Entrepreneurship & Innovation');
  expect(programs.filter(({ base64String }) => base64String).length).toBeGreaterThan(0);
});

test('a BuildProblem inside an error of vite is found, and no other error is taken for one', () => {
  const problem = new BuildProblem(
    'web/languages/am.json: texts/frame-words: frameTexts.home is missing',
  );
  expect(problemIn(problem)).toBe(problem);
  expect(problemIn(Object.assign(new Error('Build failed'), { errors: [problem] }))).toBe(problem);
  expect(problemIn(Object.assign(new Error('Build failed'), { errors: [new Error()] }))).toBe(
    undefined,
  );
  expect(problemIn(new Error('no'))).toBeUndefined();
});

test('no plugin or alias of the build replaces a part of a library', async () => {
  expect(site.resolve).not.toHaveProperty('alias');
  expect(site).not.toHaveProperty('plugins');
  expect(existsSync(join(webFolder, 'bundle'))).toBe(false);
  const { load, ...otherHooks } = languagePlugin('am');
  expect(Object.keys(otherHooks)).toEqual(['name', 'enforce']);
  const libraryFile = join(webFolder, '../node_modules/wouter/esm/index.js');
  expect(await (load as (id: string) => unknown)(libraryFile)).toBeUndefined();
});

// The build prints what it leaves out.
beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const toBase64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
const extractPicturesOf = (...programs: object[]) =>
  extractPictures(
    programsOf(programs.map((program, id) => ({ id, name: `Program ${id}`, ...program }))),
  );

describe('the picture of a program', () => {
  test.each([
    ['png', '\x89PNG\r\n\x1a\n rest'],
    ['jpg', '\xff\xd8\xff\xe0 and the rest'],
    ['gif', 'GIF89a and the rest'],
    ['webp', 'RIFF\x01\x02\x03\x04WEBPVP8 '],
    ['avif', '\0\0\0\x1cftypavif and the rest'],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])(
    'is written as a .%s file by its first bytes, with or without a data: prefix',
    (type, bytes) => {
      const plainBase64 = toBase64(bytes);
      const { pictureFiles, programs, addressByFingerprint } = extractPicturesOf(
        { base64String: plainBase64 },
        { base64String: `data:image/png;base64,${plainBase64}` },
      );
      const [[address = '', content] = []] = pictureFiles;
      expect(pictureFiles.size, 'The same bytes are one file').toBe(1);
      expect(address).toMatch(new RegExp(`^/assets/program-[0-9a-f]{12}\\.${type}$`));
      expect(content?.toString('latin1')).toBe(bytes);
      expect(programs.map(({ base64String }) => base64String)).toEqual([address, address]);
      expect(addressByFingerprint[makeFingerprint(plainBase64)]).toBe(address);
    },
  );

  test.each(['none', 'https://elsewhere.example/x.png', toBase64('<html>no picture</html>')])(
    'is left out when it is %s',
    (base64String) => {
      const { pictureFiles, programs } = extractPicturesOf({ base64String });
      expect(pictureFiles.size).toBe(0);
      expect(programs[0]).toMatchObject({ name: 'Program 0', base64String: '' });
    },
  );
});

test('texts that differ in one place have different fingerprints', () => {
  const texts = Array.from(
    { length: 2000 },
    (_, index) => `${'A'.repeat(index)}B${'A'.repeat(2000 - index)}`,
  );
  expect(new Set(texts.map(makeFingerprint)).size).toBe(texts.length);
});

describe('pages of programs', () => {
  const pageFoldersOf = (...names: string[]) =>
    listProgramPages(extractPicturesOf(...names.map((name) => ({ name })))).map(
      ({ pageFolder }) => pageFolder,
    );

  test('are in a folder with the name in their address', () => {
    expect(pageFoldersOf('Data Science', 'R & D', 'ሕግ')).toEqual([
      'admission/datascience',
      'admission/r&d',
      'admission/ሕግ',
    ]);
  });

  test('are one page if programs share an address', () => {
    expect(pageFoldersOf('Data Science', 'DataScience')).toEqual(['admission/datascience']);
  });

  test.each(['..', '.', '../../etc', 'a/b', 'a\\b', 'a:b', 'what?', 'a\0b', 'x'.repeat(300), 'a.'])(
    'are not built for %j',
    (name) => {
      expect(pageFoldersOf(name)).toEqual([]);
    },
  );
});

test('a long description ends between words, within 160 characters', () => {
  expect(makeExcerpt(' Short,\n and plain. ')).toBe('Short, and plain.');
  const longExcerpt = makeExcerpt('Mathematics, programming and statistics, '.repeat(10));
  expect(longExcerpt).toMatch(/^Mathematics.*[a-z]…$/);
  expect(longExcerpt.length).toBeLessThanOrEqual(160);
  expect(makeExcerpt('x'.repeat(500)).length).toBeLessThanOrEqual(160);
});

describe('a picture that is visible at once', () => {
  const markSvg = '<svg><path fill="#000"/></svg>';
  const drawingSvg = `<svg><title>It's 100 % "A & B"</title></svg>`;
  const readDrawing = async (address: string) => {
    if (address === '/mark.svg') return markSvg;
    return address.includes('large') ? drawingSvg.padEnd(10_000) : drawingSvg;
  };
  const makePageWith = (picture: string) => `<img src="/mark.svg"><main>${picture}</main>`;
  const findImageSources = (html: string) => {
    const { document } = new Window();
    const container = document.createElement('div');
    container.innerHTML = html;
    return Array.from(
      container.querySelectorAll('img'),
      (image) => image.getAttribute('src') ?? '',
    );
  };

  test('is inlined: the mark and the first drawing, unchanged', async () => {
    const html = await withDrawings(
      makePageWith('<img src="/assets/a.svg"><img src="/assets/b.svg">'),
      readDrawing,
    );
    const [markSource = '', drawingSource = '', secondDrawingSource] = findImageSources(html);
    const decodeDataUrl = (address: string) =>
      decodeURIComponent(address.slice('data:image/svg+xml,'.length)).replaceAll("'", '"');
    expect([decodeDataUrl(markSource), decodeDataUrl(drawingSource)]).toEqual([
      markSvg,
      drawingSvg.replaceAll("'", '"'),
    ]);
    expect(secondDrawingSource).toBe('/assets/b.svg');
  });

  test.each([
    ['a large one', '<img src="/assets/large.svg">', '/assets/large.svg'],
    ['a photograph', '<img src="/assets/program.png">', '/assets/program.png'],
    ['one further down', '<img src="/assets/a.svg" loading="lazy">', '/assets/a.svg'],
  ])('is not inlined if it is %s', async (_, picture, address) => {
    expect(findImageSources(await withDrawings(makePageWith(picture), readDrawing))[1]).toBe(
      address,
    );
  });
});

describe('content.json', () => {
  test('a program that the API does not list is reported; upper and lower case do not matter', () => {
    const listedPrograms = programsOf([{ id: 1, name: 'Data Science' }]);
    warnOfUnknownPrograms({ programs: { 'data science': {}, Alchemy: {} } }, listedPrograms);
    expect(vi.mocked(console.log).mock.calls).toEqual([[expect.stringContaining('"Alchemy"')]]);
  });

  test.each([
    [{ intake: { starts: '2027-02-01' } }, true],
    [{ shortCourses: [{ name: 'Weaving', starts: '2027-02-01' }] }, true],
    [{ shortCourses: [{ name: 'Weaving' }] }, false],
    [{}, false],
  ])(
    'pages contain their build day only if their contents can be outdated: %j',
    (content, hasBuildDay) => {
      expect(hasDays(content)).toBe(hasBuildDay);
    },
  );
});

describe('the policy', () => {
  const inlineParts = { style: 'p{}', script: '1' };
  const hashes = policyHashesOf(inlineParts);

  test('allows the inline code of the build, then that of the build before', async () => {
    expect(await collectHashes(inlineParts, undefined)).toEqual({
      style: [hashes.style],
      script: [hashes.script],
    });
    const before = await makeFolderWith({
      'new/inline.json': { style: ['sha256-s', 'sha256-older'], script: ['sha256-c'] },
      'same/inline.json': { style: [hashes.style], script: [hashes.script] },
      'none/inline.json': {},
    });
    expect(await collectHashes(inlineParts, join(before, 'new'))).toEqual({
      style: [hashes.style, 'sha256-s'],
      script: [hashes.script, 'sha256-c'],
    });
    expect((await collectHashes(inlineParts, join(before, 'same'))).style).toEqual([hashes.style]);
    for (const name of ['none', 'missing'])
      await expect(collectHashes(inlineParts, join(before, name))).rejects.toThrow(BuildProblem);
  });

  test('is written as files that nginx and Caddy include, with the origins of the settings', () => {
    const files = makePolicyFiles(
      { ...shippedConfig, errorReports: 'https://faults.example/x' },
      { style: ['sha256-s'], script: ['sha256-c', 'sha256-d'] },
    );
    expect(Object.keys(files)).toEqual(['policy.nginx.conf', 'policy.caddy']);
    for (const text of Object.values(files)) {
      expect(text).toContain("script-src 'self' 'sha256-c' 'sha256-d';");
      expect(text).toContain("connect-src 'self' http://127.0.0.1:8080 https://faults.example;");
    }
  });
});

test('--off puts the switch of the worker into a built site, and removes its compressed copies', async () => {
  const out = await makeFolderWith({
    ...{ 'shell.html': '', 'worker.js': 'old', 'worker.js.gz': 'old', 'worker.js.br': 'old' },
  });
  await switchWorkerOff(await readOptions(['--off', '--out', out]));
  expect((await readdir(out)).sort()).toEqual(['files.sha256', 'shell.html', 'worker.js']);
  expect(await readFile(join(out, 'worker.js'), 'utf8')).toContain('registration.unregister()');
  const empty = await makeFolderWith({});
  await expect(switchWorkerOff(await readOptions(['--off', '--out', empty]))).rejects.toThrow(
    BuildProblem,
  );
});
