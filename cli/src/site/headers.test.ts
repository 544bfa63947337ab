import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { siteHeaders } from './headers.ts';

const policyOf = (settings: object) =>
  (siteHeaders(settings)['content-security-policy'] ?? '').split('; ');

test('pages may talk to the API and frame the video, and nothing else from elsewhere', () => {
  const policy = policyOf({
    apiBase: 'https://api.college.example/api',
    videoUrl: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0',
  });
  expect(policy).toContain("connect-src 'self' https://api.college.example");
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com');
  const other = policy.filter((rule) => !/^(connect|frame)-src/.test(rule));
  expect(other.join()).not.toContain('http');
});

test.each([
  [{}],
  [{ apiBase: '/api', videoUrl: 'javascript:alert(1)' }],
  [{ apiBase: null, videoUrl: 7 }],
])('settings without an address of the web open nothing: %j', (settings) => {
  const policy = policyOf(settings);
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("frame-src 'none'");
});

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Holds the lines of a server's configuration that set headers against the site's own. */
function compareHeaders(text: string, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    const lines = text.split('\n').filter((line) => line.toLowerCase().includes(`${name} "`));
    expect(lines, name).toHaveLength(1);
    expect(lines[0]).toContain(`"${value}"`);
  }
}

test('the guide for other hosts names the same values', async () => {
  compareHeaders(
    await read('docs/hosting.md'),
    siteHeaders({
      apiBase: 'https://api.college.example/api',
      videoUrl: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    }),
  );
});

test("nginx's configuration sets the same values, with the origins of config.json", async () => {
  const template = await read('web/nginx.conf');
  const filled = (api: string, video: string) =>
    template.replace(/\$\{SITE_API_ORIGIN\}/, api).replace(/\$\{SITE_VIDEO_SOURCE\}/, video);
  const [api, video] = ['https://api.college.example', 'https://video.example'];
  compareHeaders(filled(api, video), siteHeaders({ apiBase: api, videoUrl: video }));
  compareHeaders(filled(api, "'none'"), siteHeaders({ apiBase: api }));
});
