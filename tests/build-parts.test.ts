/** The small parts of the site's build. */

import { Window } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasDays, tellUnknownPrograms } from '../web/build/content.ts';
import { withDrawings } from '../web/build/drawings.ts';
import { excerpt } from '../web/build/head/text.ts';
import { programPages } from '../web/build/pages.ts';
import { takePictures } from '../web/build/pictures.ts';
import { fingerprint } from '../web/src/site/fingerprint.ts';
import { programsOf } from '../web/src/site/records.ts';

// The build says what it leaves out.
beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
const built = (...programs: object[]) =>
  takePictures(programsOf(programs.map((one, id) => ({ id, name: `Program ${id}`, ...one }))));

describe('the picture of a program', () => {
  test.each([
    ['png', '\x89PNG\r\n\x1a\n rest'],
    ['jpg', '\xff\xd8\xff\xe0 and the rest'],
    ['gif', 'GIF89a and the rest'],
    ['webp', 'RIFF\x01\x02\x03\x04WEBPVP8 '],
    ['avif', '\0\0\0\x1cftypavif and the rest'],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('is a .%s file by how it begins, with or without data: in front', (type, bytes) => {
    const plain = base64(bytes);
    const { files, programs, addresses } = built(
      { base64String: plain },
      { base64String: `data:image/png;base64,${plain}` },
    );
    const [[address = '', content] = []] = files;
    expect(files.size, 'The same bytes are one file').toBe(1);
    expect(address).toMatch(new RegExp(`^/assets/program-[0-9a-f]{12}\\.${type}$`));
    expect(content?.toString('latin1')).toBe(bytes);
    expect(programs.map(({ base64String }) => base64String)).toEqual([address, address]);
    expect(addresses[fingerprint(plain)]).toBe(address);
  });

  test.each(['none', 'https://elsewhere.example/x.png', base64('<html>no picture</html>')])(
    'is left out when it is %s',
    (base64String) => {
      const { files, programs } = built({ base64String });
      expect(files.size).toBe(0);
      expect(programs[0]).toMatchObject({ name: 'Program 0', base64String: '' });
    },
  );
});

test('texts that differ in one place have different fingerprints', () => {
  const texts = Array.from(
    { length: 2000 },
    (_, at) => `${'A'.repeat(at)}B${'A'.repeat(2000 - at)}`,
  );
  expect(new Set(texts.map(fingerprint)).size).toBe(texts.length);
});

describe('pages of programs', () => {
  const folders = (...names: string[]) =>
    programPages(built(...names.map((name) => ({ name })))).map(({ folder }) => folder);

  test('stand in a folder with the name that their address has', () => {
    expect(folders('Data Science', 'R & D', 'ሕግ')).toEqual([
      'admission/datascience',
      'admission/r&d',
      'admission/ሕግ',
    ]);
  });

  test('are one where programs share an address', () => {
    expect(folders('Data Science', 'DataScience')).toEqual(['admission/datascience']);
  });

  test.each(['..', '.', '../../etc', 'a/b', 'a\\b', 'a:b', 'what?', 'a\0b', 'x'.repeat(300), 'a.'])(
    'are not built for %j',
    (name) => {
      expect(folders(name)).toEqual([]);
    },
  );
});

test('a long description ends between words, within 160 characters', () => {
  expect(excerpt(' Short,\n and plain. ')).toBe('Short, and plain.');
  const long = excerpt('Mathematics, programming and statistics, '.repeat(10));
  expect(long).toMatch(/^Mathematics.*[a-z]…$/);
  expect(long.length).toBeLessThanOrEqual(160);
  expect(excerpt('x'.repeat(500)).length).toBeLessThanOrEqual(160);
});

describe('what is to be seen at once', () => {
  const mark = '<svg><path fill="#000"/></svg>';
  const drawing = `<svg><title>It's 100 % "A & B"</title></svg>`;
  const read = async (address: string) => {
    if (address === '/mark.svg') return mark;
    return address.includes('large') ? drawing.padEnd(10_000) : drawing;
  };
  const page = (picture: string) => `<img src="/mark.svg"><main>${picture}</main>`;
  const sources = (html: string) => {
    const { document } = new Window();
    const shown = document.createElement('div');
    shown.innerHTML = html;
    return Array.from(shown.querySelectorAll('img'), (image) => image.getAttribute('src') ?? '');
  };

  test('stands in the page: the mark and the first drawing, as they are in their files', async () => {
    const html = await withDrawings(
      page('<img src="/assets/a.svg"><img src="/assets/b.svg">'),
      read,
    );
    const [first = '', second = '', third] = sources(html);
    const text = (address: string) =>
      decodeURIComponent(address.slice('data:image/svg+xml,'.length)).replaceAll("'", '"');
    expect([text(first), text(second)]).toEqual([mark, drawing.replaceAll("'", '"')]);
    expect(third).toBe('/assets/b.svg');
  });

  test.each([
    ['a large one', '<img src="/assets/large.svg">', '/assets/large.svg'],
    ['a photograph', '<img src="/assets/program.png">', '/assets/program.png'],
    ['one further down', '<img src="/assets/a.svg" loading="lazy">', '/assets/a.svg'],
  ])('but not %s', async (_, picture, address) => {
    expect(sources(await withDrawings(page(picture), read))[1]).toBe(address);
  });
});

describe('content.json', () => {
  test('a program that the API does not list is told; how its name is written does not matter', () => {
    const listed = programsOf([{ id: 1, name: 'Data Science' }]);
    tellUnknownPrograms({ programs: { 'data science': {}, Alchemy: {} } }, listed);
    expect(vi.mocked(console.log).mock.calls).toEqual([[expect.stringContaining('"Alchemy"')]]);
  });

  test.each([
    [{ intake: { starts: '2027-02-01' } }, true],
    [{ shortCourses: [{ name: 'Weaving', starts: '2027-02-01' }] }, true],
    [{ shortCourses: [{ name: 'Weaving' }] }, false],
    [{}, false],
  ])('pages carry when they were built only where days can be over: %j', (content, carries) => {
    expect(hasDays(content)).toBe(carries);
  });
});
