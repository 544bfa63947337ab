/** `admissions check-site` on the built site, through a host that gets one thing wrong at a time. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../cli/src/process/listen.ts';
import { checkSite as runChecks, siteChecks } from '../cli/src/site-check/run.ts';
import { admissions, startAdmissions } from './admissions.ts';
import { makeCertificate } from './certificate.ts';
import { anchors } from './docs/markdown.ts';

let folder: string;
let site: string;
let api: string;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-site-'));
  const demo = await startAdmissions('demo', '--port', '0', '--api-port', '0');
  const told = await demo.output(/Staff page/);
  site = /Site +(\S+)/.exec(told)?.[1] ?? '';
  api = /API +(\S+)\/api/.exec(told)?.[1] ?? '';
  stop = async () => {
    demo.interrupt();
    await demo.end;
  };
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
/** What a host gets wrong. */
type Mistake = (path: string, answer: Answer) => void;

interface Asked {
  url?: string | undefined;
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Asks, and takes the answer as it comes over the wire. */
async function fetchRaw(address: string, { method, headers }: Asked): Promise<Answer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address, { method, headers, agent: false }, resolve).once('error', reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const told = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: answer.statusCode ?? 502,
    headers: Object.fromEntries(told),
    body: Buffer.concat(chunks),
  };
}

/** Answers as the site does, but for the mistake. */
async function answerOf(asked: Asked, own: string, mistake: Mistake): Promise<Answer> {
  const { url: path = '/' } = asked;
  const { host: _host, connection: _connection, ...headers } = asked.headers;
  // The mock lets in the site that it knows.
  if (headers.origin === own) headers.origin = site;
  const from = path.startsWith('/api/') ? api : site;
  const answer = await fetchRaw(from + path, { method: asked.method, headers });
  for (const name of ['transfer-encoding', 'content-length', 'connection', 'keep-alive']) {
    delete answer.headers[name];
  }
  const swap = (text: string) => text.replaceAll(site, own).replaceAll(api, own);
  for (const [name, value] of Object.entries(answer.headers)) answer.headers[name] = swap(value);
  if (path === '/config.json' && !answer.headers['content-encoding']) {
    answer.body = Buffer.from(swap(answer.body.toString()));
  }
  mistake(path, answer);
  return answer;
}

interface Checked {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  failed: string[];
  outcomes: Record<string, string>;
}

async function checkSite(origin: string, ...flags: string[]): Promise<Checked> {
  const file = join(folder, 'report.json');
  const ran = await admissions('check-site', origin, '--report', `json=${file}`, ...flags);
  const { results } = JSON.parse(await readFile(file, 'utf8'));
  const all: { id: string; outcome: string }[] = results;
  const failed = all.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  return {
    ...ran,
    failed,
    outcomes: Object.fromEntries(all.map(({ id, outcome }) => [id, outcome])),
  };
}

/** Serves the site with a mistake. @returns its address */
async function hostWith(mistake: Mistake, tls?: { cert: Buffer; key: Buffer }): Promise<string> {
  let own = '';
  const serve = async (asked: IncomingMessage, answer: ServerResponse) => {
    const { status, headers, body } = await answerOf(asked, own, mistake);
    answer.writeHead(status, headers).end(body);
  };
  const listener = (asked: IncomingMessage, answer: ServerResponse) => {
    serve(asked, answer).catch(() => answer.destroy());
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const listening = await listen(server, 0);
  onTestFinished(listening.close);
  own = tls ? listening.url.replace('http:', 'https:') : listening.url;
  return own;
}

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
const settings = (change: (value: Record<string, unknown>) => void): Mistake =>
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
const mistakes: readonly (readonly [trips: string, mistake: Mistake])[] = [
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

describe('a host', () => {
  test('that does all of it is found good', async () => {
    const { exitCode, failed, stdout, outcomes } = await checkSite(
      await hostWith(() => {}),
      '--strict',
    );
    expect(failed).toEqual([]);
    expect(stdout).toMatch(/\d+ checks: \d+ passed, 3 skipped/);
    expect(outcomes['links/own']).toBe('passed');
    expect(exitCode).toBe(0);
  });

  test.each(mistakes)('that gets it wrong is told by %s', async (trips, mistake) => {
    const host = await hostWith(mistake);
    const { exitCode, results } = await runChecks(host, { minDays: 1, strict: true, onCheck() {} });
    const failed = results.filter(({ fails }) => fails).map(({ check }) => check.id);
    expect(failed).toContain(trips);
    expect(exitCode).toBe(1);
  });

  test('that says the same in another way, or more, is found good', async () => {
    const host = await hostWith((path, { headers }) => {
      const set = (name: string, value: string) => {
        if (headers[name]) headers[name] = value;
      };
      const { 'content-security-policy': policy = '' } = headers;
      const off = headers['permissions-policy'] ?? '';
      set(
        'permissions-policy',
        `fullscreen=(self), ${off.split(', ').reverse().join(',')}, hid=()`,
      );
      set('x-frame-options', 'deny');
      set('x-content-type-options', 'nosniff, nosniff');
      set('referrer-policy', 'no-referrer');
      set(
        'content-security-policy',
        // The API is on the site's own origin here, which 'self' names as well.
        `${policy.replace(/connect-src 'self' [^;]*/, "connect-src 'self' https://stats.example")};`,
      );
      if (!path.startsWith('/assets/')) set('cache-control', 'max-age=0, must-revalidate');
      if (headers.etag) headers.etag = headers.etag.replace(/^(W\/)?/, 'W/');
    });
    expect((await checkSite(host, '--strict')).failed).toEqual([]);
  });

  test('behind TLS is told the days of its certificate, and what only TLS asks for', async () => {
    const { certFile, keyFile } = await makeCertificate(folder);
    const tls = { cert: await readFile(certFile), key: await readFile(keyFile) };
    vi.stubEnv('NODE_EXTRA_CA_CERTS', certFile);
    onTestFinished(() => void vi.unstubAllEnvs());
    const good = await hostWith((_path, { headers }) => {
      headers['strict-transport-security'] = 'max-age=31536000';
    }, tls);
    const passed = await checkSite(good, '--strict', '--min-days', '1');
    expect(passed.failed).toEqual([]);
    expect(passed.stdout).toMatch(/tls\/certificate: 1 day left, until 2/);
    const bad = await hostWith(
      settings((value) => Object.assign(value, { apiBase: 'http://api.example/api' })),
      tls,
    );
    const told = await checkSite(bad, '--strict');
    expect(told.failed).toEqual(
      expect.arrayContaining(['tls/certificate', 'tls/hsts', 'api/secure']),
    );
    expect(told.stdout).toMatch(/expected +14 days left\n +got +1 day left/);
  });

  test('with a certificate that nobody vouches for, or that is away, is not reached', async () => {
    const { certFile, keyFile } = await makeCertificate(folder);
    const tls = { cert: await readFile(certFile), key: await readFile(keyFile) };
    for (const address of [await hostWith(() => {}, tls), 'http://127.0.0.1:1']) {
      const { exitCode, stderr } = await admissions('check-site', address);
      expect(stderr).toMatch(/is not reached \(\w+\)/);
      expect(exitCode).toBe(3);
    }
  });
});

test('where the home page is refused, one finding says so, and nothing else is said', async () => {
  const host = await hostWith((_path, answer) => void Object.assign(answer, { status: 401 }));
  const { failed, stdout, exitCode } = await checkSite(host);
  expect(failed).toEqual(['paths/home']);
  expect(stdout).toMatch(/33 blocked by paths\/home/);
  expect(exitCode).toBe(1);
});

test('an address that leads elsewhere is told with where it leads', async () => {
  const host = await hostWith((_path, answer) => {
    Object.assign(answer, { status: 301 });
    answer.headers.location = 'https://www.college.example/?token=secret-of-the-link';
  });
  const { stdout } = await checkSite(host);
  expect(stdout).toMatch(/status 301, which leads to https:\/\/www\.college\.example\/$/m);
  expect(stdout).not.toContain('secret-of-the-link');
});

test('every check has a mistake that trips it', () => {
  // The rest is tried behind TLS, or needs a host name that is public.
  const others = ['tls/certificate', 'tls/hsts', 'api/secure', 'settings/own'];
  expect([...mistakes.map(([id]) => id), ...others].sort()).toEqual(
    siteChecks.map(({ id }) => id).sort(),
  );
});

test('every check names a place in docs/hosting.md that is there', async () => {
  const known = anchors(await readFile(new URL('../docs/hosting.md', import.meta.url), 'utf8'));
  for (const { rule } of siteChecks) expect(known).toContain(rule.replace('hosting#', ''));
});

test('what is no address is refused', async () => {
  const { exitCode, stderr } = await admissions('check-site', 'college.example');
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/must begin with https/)]);
});
