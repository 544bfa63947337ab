/** The configurations of hosts agree with the build; `admissions check-site` tries a host that runs one. */
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { siteHeaders } from '../cli/src/site/headers.ts';
import { languages } from '../web/src/language/languages.ts';
import { keysOf } from '../web/src/site/unchecked.ts';
import { read, root } from './ready-to-use/files.ts';

describe.each([
  {
    file: 'web/nginx.conf',
    page: /^ {2}~\*\^\(\?<language>\/\.\.\)\?\/(\S+)\/\?\$ +\$language\/(\S+);$/gm,
    frame: (code: string) => `~*^/${code}(/|$) /${code}/shell.html;`,
  },
  {
    file: 'web/Caddyfile',
    page: /^\t\t~\(\?i\)\^\(\/\.\.\)\?\/(\S+)\/\?\$ \$\{1\}\/(\S+)$/gm,
    frame: (code: string) => `~(?i)^/${code}(/|$) /${code}/shell.html\n`,
  },
])('$file', ({ file, page, frame }) => {
  test('finds every page that was built, in any case', async () => {
    const text = await read(file);
    const built = await readdir(new URL('web/dist/', root), { recursive: true });
    const pages = built
      .filter((one) => one.endsWith('/index.html'))
      .map((one) => one.slice(0, -11));
    const routes = Array.from(text.matchAll(page), ([, pattern, path]) => [pattern, path]);
    for (const [pattern, path] of routes) expect(pattern).toBe(path);
    const english = routes.map(([, path]) => path);
    const others = keysOf(languages).filter((code) => code !== 'en');
    const all = others.flatMap((code) => [code, ...english.map((path) => `${code}/${path}`)]);
    expect([...english, ...all].sort()).toEqual(pages.sort());
    for (const code of others) expect(text).toContain(frame(code));
  });
});

test.each([
  ['web/nginx.conf', /add_header (\S+) "([^"]+)"/g],
  ['web/Caddyfile', /^\t\t([\w-]+) "([^"]+)"$/gm],
  ['docs/hosting.md', /^([A-Z][\w-]+): (.+)$/gm],
])('%s says what every host has to say in its headers', async (file, header) => {
  const inlined = { style: 'SITE_STYLE_HASH', script: 'SITE_SCRIPT_HASH' };
  const origins = { apiBase: 'https://api.example', videoUrl: 'https://video.example' };
  const names = { SITE_API_ORIGIN: origins.apiBase, SITE_VIDEO_SOURCE: origins.videoUrl };
  const said = Array.from((await read(file)).matchAll(header), ([, name = '', value = '']) => [
    name.toLowerCase(),
    // ${NAME} of nginx, {$NAME} or {$NAME:default} of Caddy.
    value.replace(/\$?\{\$?(\w+)(:[^}]*)?\}/g, (_, variable: string) =>
      Object.hasOwn(names, variable) ? names[variable as keyof typeof names] : variable,
    ),
  ]);
  const known = said.map(([name]) => name);
  expect(known, 'each once').toEqual([...new Set(known)]);
  expect(Object.fromEntries(said)).toMatchObject(siteHeaders(origins, inlined));
});
