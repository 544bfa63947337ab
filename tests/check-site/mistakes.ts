/** What hosts get wrong, each with the check that must tell it. */
import type { Answer, Mistake } from './host.ts';

/** A header as it should not be; left out, it is missing. */
const header =
  (name: string, value?: string) =>
  ({ headers }: Answer): void => {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  };
const policy =
  (change: (text: string) => string): Mistake =>
  (_path, { headers }) => {
    const name = 'content-security-policy';
    headers[name] = change(headers[name] ?? '');
  };
const without =
  (name: string): Mistake =>
  (path, { headers }) => {
    // Of files alone: a rule of the host that covers pages may miss them.
    if (path.startsWith('/assets/')) delete headers[name];
  };
const at =
  (wrong: RegExp, change: (answer: Answer) => void): Mistake =>
  (path, answer) => {
    if (wrong.test(path)) change(answer);
  };
export const settings = (change: (value: Record<string, unknown>) => void): Mistake =>
  at(/^\/config\.json/, (answer) => {
    if (answer.body.length === 0) return;
    const value = JSON.parse(answer.body.toString());
    change(value);
    answer.body = Buffer.from(JSON.stringify(value));
  });
const missing = (answer: Answer) => {
  answer.status = 404;
};
const linkAway = (answer: Answer) => {
  answer.body = Buffer.concat([answer.body, Buffer.from('<a href="http://away.invalid/x">')]);
};
const frame = (answer: Answer) => {
  Object.assign(answer, { status: 200, body: Buffer.from('<title>One Planet</title><h1>x</h1>') });
  answer.headers['content-type'] = 'text/html';
};

/** Each mistake with the check that it must trip, first; others may fail with it. */
export const mistakes: readonly (readonly [trips: string, mistake: Mistake])[] = [
  ['paths/home', at(/^\/$/, (answer) => Object.assign(answer, { body: Buffer.from('<p>Hello') }))],
  ['paths/page', at(/^\/about\/$/, missing)],
  ['paths/case', at(/^\/About/, missing)],
  ['paths/unknown', at(/^\/admission\/none/, missing)],
  ['paths/activation', at(/^\/applicant\/activate\/.*\./, missing)],
  ['paths/language', at(/^\/am\/admission/, frame)],
  ['paths/missing-script', at(/^\/assets\/none/, frame)],
  ['paths/missing-file', at(/^\/none.*png/, frame)],
  ['headers/referrer-policy', without('referrer-policy')],
  ['headers/x-content-type-options', without('x-content-type-options')],
  ['headers/x-frame-options', without('x-frame-options')],
  ['headers/cross-origin-opener-policy', without('cross-origin-opener-policy')],
  ['headers/permissions-policy', without('permissions-policy')],
  ['policy/everywhere', without('content-security-policy')],
  ['policy/hashes', policy((text) => text.replace(/'sha256-[^']+'/, "'sha256-old='"))],
  [
    'policy/api',
    policy((text) => text.replace(/connect-src [^;]+/, 'connect-src https://stats.example')),
  ],
  [
    'policy/closed',
    policy((text) => text.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")),
  ],
  ['caching/home', at(/^\/$/, header('cache-control', 'max-age=600'))],
  ['caching/about', at(/^\/about/, header('cache-control', 'public'))],
  ['caching/config.json', at(/^\/config/, header('cache-control'))],
  ['caching/worker.js', at(/^\/worker/, header('cache-control', 'max-age=31536000'))],
  ['caching/not-modified', at(/./, header('etag'))],
  ['caching/assets', at(/^\/assets\//, header('cache-control', 'no-cache'))],
  ['compression/page', at(/^\/$/, header('content-encoding'))],
  ['compression/script', at(/^\/assets\//, header('content-encoding'))],
  ['settings/valid', settings((value) => void delete value.contact)],
  ['api/answers', at(/^\/api\//, header('access-control-allow-origin'))],
  ['api/preflight', at(/^\/api\//, header('access-control-allow-headers'))],
  ['links/own', at(/^\/Contact$/, missing)],
  ['links/others', at(/^\/Contact$/, linkAway)],
];
