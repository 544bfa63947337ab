/** `admissions check-site` on the built site, through a host that gets one thing wrong at a time. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkSite as runChecks, siteChecks } from '../../cli/src/site-check/run.ts';
import { admissions, startAdmissions } from '../admissions.ts';
import { makeCertificate } from '../certificate.ts';
import { anchors } from '../docs/markdown.ts';
import { hostOf, type Mistake, type Tls } from './host.ts';
import { mistakes, settings } from './mistakes.ts';

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

const hostWith = (mistake: Mistake, tls?: Tls) => hostOf({ site, api }, mistake, tls);

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

test('on another website, one finding says so, and nothing else is said', async () => {
  const host = await hostWith((_path, answer) => {
    answer.body = Buffer.from('<!doctype html><title>A shop</title><h1>A shop</h1>');
    delete answer.headers['content-encoding'];
  });
  const { failed, stdout } = await checkSite(host);
  expect(failed).toEqual(['paths/home']);
  expect(stdout).toMatch(/got +another page/);
  expect(stdout).toMatch(/33 blocked by paths\/home/);
});

test('the curl of a link that does not open asks for the very path', async () => {
  const host = await hostWith((path, answer) => {
    if (path.startsWith('/applicant/activate/')) answer.status = 404;
  });
  const { stdout } = await checkSite(host);
  const [, address = ''] = /curl .*'?(http\S+\/activate\/[\w.]+)'?$/m.exec(stdout) ?? [];
  expect((await fetch(address)).status).toBe(404);
});

test('a second policy counts as well: where it keeps the API out, that is told', async () => {
  const host = await hostWith((_path, { headers }) => {
    headers['content-security-policy'] += ", connect-src 'none'";
  });
  const { failed, stdout } = await checkSite(host);
  expect(failed).toEqual(['policy/api']);
  expect(stdout).toMatch(/got +'none'/);
});

test('a site that asks for a password is checked with it, and the password is in no report', async () => {
  vi.stubEnv('ADMISSIONS_BASIC_PASSWORD', 'door-of-staging');
  onTestFinished(() => void vi.unstubAllEnvs());
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
  const known = anchors(await readFile(new URL('../../docs/hosting.md', import.meta.url), 'utf8'));
  for (const { rule } of siteChecks) expect(known).toContain(rule.replace('hosting#', ''));
});

test('what is no address of a site is refused', async () => {
  const refused = {
    'college.example': /must begin with https/,
    'https://college.example/site':
      /root of its host: admissions check-site https:\/\/college\.example$/m,
  };
  for (const [address, words] of Object.entries(refused)) {
    const { exitCode, stderr } = await admissions('check-site', address);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(words)]);
  }
});
