import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { siteHeaders } from './site-headers.ts';

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

test('the guide for other hosts names the same values', async () => {
  const guide = await readFile(new URL('../../docs/hosting.md', import.meta.url), 'utf8');
  const headers = siteHeaders({
    apiBase: 'https://api.college.example/api',
    videoUrl: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  });
  for (const [name, value] of Object.entries(headers)) {
    const lines = guide.split('\n').filter((line) => line.toLowerCase().includes(`${name} "`));
    // One line for nginx, one for Caddy.
    expect(lines, name).toHaveLength(2);
    for (const line of lines) expect(line).toContain(`"${value}"`);
  }
});
