/** `admissions check-site` on the built site, through a host that gets one thing wrong at a time. */
import { readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkSite as runChecks, siteChecks } from '../../cli/src/checks/site.ts';
import { listen } from '../../cli/src/core/server-ports.ts';
import { stubEnv } from '../../cli/src/testing/support.ts';
import example from '../../web/content.example.json' with { type: 'json' };
import { findAnchors } from '../support/documents.ts';
import { makeCertificate } from '../support/installed-programs.ts';
import { runAdmissions, serveDemo } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** All facts, as if they were a college's own. */
const { example: _, ...college } = example;
const folder = await makeTemporaryFolder();
let site: string;
let api: string;

beforeAll(async () => {
  const demo = await serveDemo();
  site = demo.siteUrl;
  api = new URL(demo.apiUrl).origin;
  return demo.close;
});

async function checkSite(origin: string, ...flags: string[]) {
  const file = join(folder, 'report.json');
  const ran = await runAdmissions('check-site', origin, '--report', `json=${file}`, ...flags);
  const { results } = JSON.parse(await readFile(file, 'utf8'));
  const all: { id: string; outcome: string }[] = results;
  const idsOf = (wanted: string) =>
    all.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  return { ...ran, failed: idsOf('failed'), passed: idsOf('passed') };
}

describe('a host', () => {
  test('that does all of it is found good', async () => {
    const { exitCode, failed, stdout, passed } = await checkSite(
      await hostWith(() => {}),
      '--strict',
    );
    expect(failed).toEqual([]);
    expect(stdout).toMatch(/\d+ checks: \d+ passed, 3 skipped/);
    expect(passed).toContain('links/own');
    expect(exitCode).toBe(0);
  });

  test.each(mistakes)('that gets it wrong is reported by %s', async (trips, mistake) => {
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

  test('behind TLS is reported the days of its certificate, and what only TLS asks for', async () => {
    const { certFile, tls } = await certificate();
    stubEnv({ NODE_EXTRA_CA_CERTS: certFile });
    const good = await hostWith((_path, { headers }) => {
      headers['strict-transport-security'] = 'max-age=31536000';
    }, tls);
    const accepted = await checkSite(good, '--strict', '--min-days', '1');
    expect(accepted.failed).toEqual([]);
    expect(accepted.stdout).toMatch(/tls\/certificate: 1 day left, until 2/);
    const bad = await hostWith(
      settings((value) => Object.assign(value, { apiBase: 'http://api.example/api' })),
      tls,
    );
    const refused = await checkSite(bad, '--strict');
    expect(refused.failed).toEqual(
      expect.arrayContaining(['tls/certificate', 'tls/hsts', 'api/secure']),
    );
    expect(refused.stdout).toMatch(/expected +14 days left\n +got +1 day left/);
  });

  test('with a certificate that nobody vouches for, or that is away, is not reached', async () => {
    const { tls } = await certificate();
    for (const address of [await hostWith(() => {}, tls), 'http://127.0.0.1:1']) {
      const { exitCode, stderr } = await runAdmissions('check-site', address);
      expect(stderr).toMatch(/is not reached \(\w+\)/);
      expect(exitCode).toBe(3);
    }
  });
});

test.each<[where: string, mistake: Mistake, failed: string, ...said: RegExp[]]>([
  [
    'the home page is refused',
    (_path, answer) => void Object.assign(answer, { status: 401 }),
    'paths/home',
    /34 blocked by paths\/home/,
  ],
  [
    'another website answers',
    (_path, answer) => {
      answer.body = Buffer.from('<!doctype html><title>A shop</title><h1>A shop</h1>');
      delete answer.headers['content-encoding'];
    },
    'paths/home',
    /got +another page/,
    /34 blocked by paths\/home/,
  ],
  [
    'a second policy keeps the API out',
    (_path, { headers }) => {
      headers['content-security-policy'] += ", connect-src 'none'";
    },
    'policy/api',
    /got +'none'/,
  ],
])(
  'where %s, one finding says so, and nothing else is said',
  async (_where, mistake, id, ...said) => {
    const { failed, stdout, exitCode } = await checkSite(await hostWith(mistake));
    expect(failed).toEqual([id]);
    for (const words of said) expect(stdout).toMatch(words);
    expect(exitCode).toBe(1);
  },
);

test('the curl of a link that does not open asks for the very path', async () => {
  const host = await hostWith((path, answer) => {
    if (path.startsWith('/applicant/activate/')) answer.status = 404;
  });
  const { stdout } = await checkSite(host);
  const [, address = ''] = /curl .*'?(http\S+\/activate\/[\w.]+)'?$/m.exec(stdout) ?? [];
  expect((await fetch(address)).status).toBe(404);
});

test('a site that asks for a password is checked with it, and the password is in no report', async () => {
  stubEnv({ ADMISSIONS_BASIC_PASSWORD: 'door-of-staging' });
  const credentials = Buffer.from('staff:door-of-staging').toString('base64');
  const host = await hostWith((path, answer, { authorization }) => {
    if (authorization === `Basic ${credentials}`) {
      if (path === '/about') answer.headers['referrer-policy'] = 'door-of-staging';
      return;
    }
    const headers = { 'www-authenticate': 'Basic realm="staging"' };
    Object.assign(answer, { status: 401, headers, body: Buffer.alloc(0) });
  });
  const outside = await checkSite(host);
  expect(outside.stdout).toMatch(/it asks for a user name and a password \(--user\)/);
  const { failed, stdout } = await checkSite(host, '--user', 'staff');
  expect(failed).toEqual(['headers/referrer-policy']);
  expect(stdout).toMatch(/-u "\$BASIC_AUTH"/);
  const report = await readFile(join(folder, 'report.json'), 'utf8');
  for (const text of [stdout, report]) expect(text).not.toMatch(/door-of-staging|c3RhZmY6/);
});

test('an address that leads elsewhere is reported with where it leads', async () => {
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
  const known = findAnchors(
    await readFile(new URL('../../docs/hosting.md', import.meta.url), 'utf8'),
  );
  for (const { rule } of siteChecks) expect(known).toContain(rule.replace('hosting#', ''));
});

/** An answer on its way. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
/** A mistake of a host changes the answer to a path. */
type Mistake = (path: string, answer: Answer, asked: IncomingHttpHeaders) => void;

/** Asks, and takes the answer as it comes over the wire. */
async function fetchRaw(address: string, options: RequestOptions): Promise<Answer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address, { ...options, agent: false }, resolve)
      .once('error', reject)
      .end();
  });
  const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: answer.statusCode ?? 502,
    headers: Object.fromEntries(pairs),
    body: await buffer(answer),
  };
}

/** Answers as the site does, but for the mistake. */
async function answerOf(asked: IncomingMessage, own: string, mistake: Mistake): Promise<Answer> {
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
  if (path === '/content.json') {
    answer.body = Buffer.from(JSON.stringify(college));
    delete answer.headers['content-encoding'];
  }
  mistake(path, answer, asked.headers);
  return answer;
}

interface Tls {
  cert: Buffer;
  key: Buffer;
}

async function certificate(): Promise<{ certFile: string; tls: Tls }> {
  const { certFile, keyFile } = await makeCertificate(folder);
  return { certFile, tls: { cert: await readFile(certFile), key: await readFile(keyFile) } };
}

/** Serves the site with a mistake until the test ends. @returns its address */
async function hostWith(mistake: Mistake, tls?: Tls): Promise<string> {
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
  [
    'content/facts',
    at(/^\/content/, (answer) => Object.assign(answer, { body: Buffer.from('{}') })),
  ],
  ['api/answers', at(/^\/api\//, header('access-control-allow-origin'))],
  ['api/preflight', at(/^\/api\//, header('access-control-allow-headers'))],
  ['links/own', at(/^\/Contact$/, missing)],
  ['links/others', at(/^\/Contact$/, linkAway)],
];
