import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { siteHeaders } from './headers.ts';

const policyOf = (settings: object, inlined = {}) =>
  (siteHeaders(settings, inlined)['content-security-policy'] ?? '').split('; ');

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

test('what pages carry in themselves is allowed by its hash, and nothing else is inline', () => {
  const policy = policyOf({}, { style: 'sha256-a=', script: 'sha256-b=' });
  expect(policy).toContain("script-src 'self' 'sha256-b='");
  expect(policy).toContain("style-src 'self' 'sha256-a='");
  expect(policy.join()).not.toContain('unsafe');
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
    siteHeaders(
      {
        apiBase: 'https://api.college.example/api',
        videoUrl: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
      },
      { style: '{$SITE_STYLE_HASH}', script: '{$SITE_SCRIPT_HASH}' },
    ),
  );
});

test("nginx's configuration sets the same values, with the origins of config.json and the hashes of the build", async () => {
  const template = await read('web/nginx.conf');
  const inlined = { style: 'sha256-a=', script: 'sha256-b=' };
  const filled = (api: string, video: string) =>
    template
      .replace(/\$\{SITE_STYLE_HASH\}/, inlined.style)
      .replace(/\$\{SITE_SCRIPT_HASH\}/, inlined.script)
      .replace(/\$\{SITE_API_ORIGIN\}/, api)
      .replace(/\$\{SITE_VIDEO_SOURCE\}/, video);
  const [api, video] = ['https://api.college.example', 'https://video.example'];
  compareHeaders(filled(api, video), siteHeaders({ apiBase: api, videoUrl: video }, inlined));
  compareHeaders(filled(api, "'none'"), siteHeaders({ apiBase: api }, inlined));
});
