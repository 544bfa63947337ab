/** The files that the build writes to `web/dist`, and the example configurations of servers for them. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { operations } from '@one-planet/contract';
import { makeSiteHeaders } from '@one-planet/contract/site-headers';
import { expect, test } from 'vitest';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { languages } from '../../web/src/texts/languages.ts';
import { readProjectFile } from '../support/documents.ts';

const distFolder = new URL('../../web/dist/', import.meta.url);
const files = await readdir(distFolder, { recursive: true });
const readBuilt = (name: string) => readFile(new URL(name, distFolder));
/** The page for maintenance is none of the site's: it has no script. */
const pageFiles = files.filter((name) => name.endsWith('.html') && name !== 'maintenance.html');

test('every text file except the settings also exists in brotli and in gzip', async () => {
  const texts = files.filter((name) => /\.(html|js|css|svg)$/.test(name) && name !== 'worker.js');
  expect(texts.length).toBeGreaterThan(40);
  for (const name of texts) {
    const [original, brotli, gzip] = await Promise.all(
      ['', '.br', '.gz'].map((ending) => readBuilt(name + ending)),
    );
    expect(brotliDecompressSync(brotli as Buffer).equals(original as Buffer), `${name}.br`).toBe(
      true,
    );
    expect(gunzipSync(gzip as Buffer).equals(original as Buffer), `${name}.gz`).toBe(true);
  }
  // What may change on the host has no compressed copy, which would be sent in its place.
  for (const name of ['config.json', 'content.json', 'worker.js'])
    expect(files.filter((file) => file.startsWith(`${name}.`))).toEqual([]);
});

test.each(pageFiles)('%s is displayed without loading another file', async (name) => {
  const html = String(await readBuilt(name));
  expect(html).not.toMatch(/<link[^>]+rel="(stylesheet|preload|modulepreload)"/);
  expect(html).not.toMatch(/<script[^>]+src=/);
  expect(html).not.toMatch(/\sstyle="|\son\w+="/);
});

test.each(pageFiles)('without a script no form of %s can send a password', async (name) => {
  const html = String(await readBuilt(name));
  const forms = html.match(/<form\b[^>]*>/g) ?? [];
  expect(forms.filter((form) => !form.includes('method="post"'))).toEqual([]);
  const inputs = html.match(/<input\b[^>]*>/g) ?? [];
  const secretInputs = inputs.filter((input) =>
    /type="password"|autocomplete="[^"]*password/i.test(input),
  );
  expect(secretInputs.filter((input) => / name="/.test(input))).toEqual([]);
  // By these, password managers recognize the fields.
  for (const input of secretInputs) expect(input).toMatch(/ id="field-\w*[pP]assword"/);
  if (/^(am\/)?login\//.test(name)) expect(secretInputs).toHaveLength(1);
});

test('the site loads no font, so headings never change their letters', async () => {
  expect(files.filter((name) => /\.(woff2?|ttf|otf)$/.test(name))).toEqual([]);
  for (const name of files.filter((fileName) => /\.(css|html)$/.test(fileName)))
    expect(String(await readBuilt(name)), name).not.toContain('@font-face');
});

test.each(pageFiles)(
  'the inline style and script of %s are those that the policy allows',
  async (name) => {
    const html = String(await readBuilt(name));
    const allowedHashes = JSON.parse(String(await readBuilt('inline.json')));
    const hashesOfInline = (tag: string) =>
      Array.from(
        html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g')),
        ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
      );
    expect(hashesOfInline('style')).toEqual([allowedHashes.style[0]]);
    expect(hashesOfInline('script')).toEqual([allowedHashes.script[0]]);
  },
);

test.each(pageFiles)(
  '%s contains the mark and the drawing that are visible first',
  async (name) => {
    const html = String(await readBuilt(name));
    expect(html).not.toContain('src="/mark.svg"');
    const [, firstImage = ''] = /<main.*?<img (.*?)\/>/s.exec(html) ?? [];
    if (!firstImage.includes('loading="lazy"')) expect(firstImage).not.toContain('/assets/');
  },
);

/** @returns the paths of the files that a page loads, which begin with a slash */
const readLoadedFiles = async (name: string) =>
  /data-files="([^"]+)"/.exec(String(await readBuilt(name)))?.[1]?.split(' ') ?? [];

test.each(['index.html', 'about/index.html', 'degree_programs/index.html', 'shell.html'])(
  '%s, a page of visitors, loads neither the script of forms nor that of applicants',
  async (name) => {
    const loadedFiles = await readLoadedFiles(name);
    expect(loadedFiles.length).toBeGreaterThan(2);
    expect(loadedFiles.filter((file) => /\/(form|applicant)-/.test(file))).toEqual([]);
  },
);

test('the home page carries no hashing, which applicants alone need', async () => {
  const firstRoundConstant = '1116352408';
  const scriptFiles = files.filter((name) => name.endsWith('.js'));
  const readText = async (name: string) => String(await readBuilt(name));
  const texts = new Map(
    await Promise.all(scriptFiles.map(async (name) => [name, await readText(name)] as const)),
  );
  expect([...texts.values()].some((text) => text.includes(firstRoundConstant))).toBe(true);
  for (const file of await readLoadedFiles('index.html'))
    expect([file, texts.get(file.slice(1))?.includes(firstRoundConstant)]).not.toContain(true);
});

test.each(pageFiles)('the scripts that %s loads exist', async (name) => {
  const scriptFiles = await readLoadedFiles(name);
  expect(scriptFiles.length).toBeGreaterThan(0);
  for (const file of scriptFiles) expect(files).toContain(file.slice(1));
  // The descriptions of operations are loaded only when the outbox has a form to send.
  const scriptTexts = await Promise.all(
    scriptFiles.map(async (file) => String(await readBuilt(file.slice(1)))),
  );
  for (const { name: operation, meta } of operations)
    for (const script of scriptTexts)
      expect(script.includes(meta.description), operation).toBe(false);
});

test.each([
  {
    file: 'web/nginx.conf',
    pagePattern: /^ {2}~\*\^\(\?<language>\/\.\.\)\?\/(\S+)\/\?\$ +\$language\/(\S+);$/gm,
    shellRule: (languageCode: string) => `~*^/${languageCode}(/|$) /${languageCode}/shell.html;`,
  },
  {
    file: 'web/Caddyfile',
    pagePattern: /^\t\t~\(\?i\)\^\(\/\.\.\)\?\/(\S+)\/\?\$ \$\{1\}\/(\S+)$/gm,
    shellRule: (code: string) => `~(?i)^/${code}(/|$) /${code}/shell.html\n`,
  },
])(
  '$file serves every built page, in upper and lower case',
  async ({ file, pagePattern, shellRule }) => {
    const text = await readProjectFile(file);
    const builtPages = pageFiles.filter((name) => name.endsWith('/index.html'));
    const routes = Array.from(text.matchAll(pagePattern), ([, pattern, path]) => [pattern, path]);
    for (const [pattern, path] of routes) expect(pattern).toBe(path);
    const englishPaths = routes.map(([, path]) => path);
    const otherLanguages = keysOf(languages).filter((code) => code !== 'en');
    const translatedPaths = otherLanguages.flatMap((code) => [
      code,
      ...englishPaths.map((path) => `${code}/${path}`),
    ]);
    expect([...englishPaths, ...translatedPaths].sort()).toEqual(
      builtPages.map((name) => name.slice(0, -11)).sort(),
    );
    for (const code of otherLanguages) expect(text).toContain(shellRule(code));
  },
);

test('the policy allows the Trusted Types policies that the site creates, and no others', async () => {
  const policyNames = new Set<string>();
  for (const name of files.filter((fileName) => /\.(html|js)$/.test(fileName))) {
    const text = String(await readBuilt(name));
    const names = Array.from(
      text.matchAll(/createPolicy\(["'`]([\w-]+)["'`]/g),
      ([, policyName = '']) => policyName,
    );
    // A name that is not written where the policy is created would be missed.
    expect([name, text.split('createPolicy(').length - 1]).toEqual([name, names.length]);
    for (const policyName of names) policyNames.add(policyName);
  }
  const { 'content-security-policy': contentSecurityPolicy = '' } = makeSiteHeaders({});
  const [, allowedNames = ''] = /trusted-types ([^;]+)$/.exec(contentSecurityPolicy) ?? [];
  expect(allowedNames.split(' ')).toEqual([...policyNames]);
});

test.each([
  ['web/nginx.conf', /if \(\$request_uri ~\* "(.+)"\)/],
  ['web/Caddyfile', /vars_regexp \S+ \(\?i\)(\S+)/],
])('%s refuses paths that browsers read as another site', async (file, rulePattern) => {
  const [, source = ''] = rulePattern.exec(await readProjectFile(file)) ?? [];
  // Within quotation marks nginx reads each pair of backslashes as one.
  const strangePath = new RegExp(
    file.includes('nginx') ? source.replaceAll('\\\\', '\\') : source,
    'i',
  );
  for (const path of ['//a', '/am//a', '/%5ca', '/am/%5C%5ca', '/\\a', '/a//?b'])
    expect([path, strangePath.test(path)]).toEqual([path, true]);
  for (const path of ['/', '/about', '/a%2Fb', '/login?redirectUrl=//a', '/a?b=%5c', '/%e1%88%a5'])
    expect([path, strangePath.test(path)]).toEqual([path, false]);
});

test.each([
  ['web/nginx.conf', 'policy.nginx.conf', /add_header (\S+) "([^"]+)"/g],
  ['web/Caddyfile', 'policy.caddy', /^(?:\t\t|header @site )([\w-]+) "([^"]+)"$/gm],
  ['docs/hosting.md', '', /^([A-Z][\w-]+): (.+)$/gm],
])(
  '%s, with the policy that the build writes, has the headers that every host must send',
  async (file, policyFile, headerPattern) => {
    const inlineHashes = policyFile
      ? JSON.parse(String(await readBuilt('inline.json')))
      : { style: ['SITE_STYLE_HASH'], script: ['SITE_SCRIPT_HASH'] };
    const origins = policyFile
      ? JSON.parse(String(await readBuilt('config.json')))
      : { apiBase: 'https://api.example', videoUrl: 'https://video.example' };
    const valuesByVariable = {
      SITE_API_ORIGIN: origins.apiBase,
      SITE_VIDEO_SOURCE: origins.videoUrl,
    };
    const text = [
      await readProjectFile(file),
      policyFile && String(await readBuilt(policyFile)),
    ].join('\n');
    const headers = Array.from(text.matchAll(headerPattern), ([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replace(/\$\{(\w+)\}/g, (_, variable: string) =>
        Object.hasOwn(valuesByVariable, variable)
          ? valuesByVariable[variable as keyof typeof valuesByVariable]
          : variable,
      ),
    ]);
    const headerNames = headers.map(([name]) => name);
    expect(headerNames, 'each once').toEqual([...new Set(headerNames)]);
    expect(Object.fromEntries(headers)).toMatchObject(makeSiteHeaders(origins, inlineHashes));
  },
);
