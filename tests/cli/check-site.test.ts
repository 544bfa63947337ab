/** `admissions check-site` on the built site, served by a host that makes one mistake at a time. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { maxFileBytes } from '@one-planet/contract';
import { apiHeaders } from '@one-planet/contract/site-headers';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { checkSiteFolder, folderChecks } from '../../cli/src/site-checks/folder.ts';
import { checkSite as runChecks, siteChecks } from '../../cli/src/site-checks/run.ts';
import { stubEnv } from '../../cli/src/testing/support.ts';
import { readOptions } from '../../web/build/options.ts';
import { defaultOutFolder } from '../../web/build/problem.ts';
import { switchWorkerOff } from '../../web/build/worker-switch.ts';
import example from '../../web/content.example.json' with { type: 'json' };
import { findAnchors } from '../support/documents.ts';
import { makeCertificateFiles } from '../support/installed-programs.ts';
import { runAdmissions, serveDemo } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** The example's facts, served as if a college had written them: without the property that marks them as an example. */
const { example: _, ...collegeContent } = example;
const folder = await makeTemporaryFolder();
let siteOrigin: string;
let apiOrigin: string;

beforeAll(async () => {
  const demo = await serveDemo();
  siteOrigin = demo.siteUrl;
  apiOrigin = new URL(demo.apiUrl).origin;
  return demo.close;
});

async function checkSite(checkedOrigin: string, ...flags: string[]) {
  const file = join(folder, 'report.json');
  const commandRun = await runAdmissions(
    'check-site',
    checkedOrigin,
    '--report',
    `json=${file}`,
    ...flags,
  );
  const { results } = JSON.parse(await readFile(file, 'utf8'));
  const checkResults: { id: string; outcome: string }[] = results;
  const idsWithOutcome = (expectedOutcome: string) =>
    checkResults.filter(({ outcome }) => outcome === expectedOutcome).map(({ id }) => id);
  return { ...commandRun, failed: idsWithOutcome('failed'), passed: idsWithOutcome('passed') };
}

describe('a host', () => {
  test('that makes no mistake passes', async () => {
    const { exitCode, failed, stdout, passed } = await checkSite(
      await startHostWith(() => {}),
      '--strict',
    );
    expect(failed).toEqual([]);
    expect(stdout).toMatch(/\d+ checks: \d+ passed, 4 skipped/);
    expect(passed).toContain('links/own');
    expect(exitCode).toBe(0);
  });

  test.each(mistakes)('that makes a mistake fails %s', async (checkId, mistake) => {
    const mistakenHostOrigin = await startHostWith(mistake);
    const { exitCode, results } = await runChecks(mistakenHostOrigin, {
      minDays: 1,
      strict: true,
      onCheck() {},
    });
    const failedIds = results.filter(({ fails }) => fails).map(({ check }) => check.id);
    expect(failedIds).toContain(checkId);
    expect(exitCode).toBe(1);
  });

  test('that sends equivalent headers, or additional directives, passes', async () => {
    const hostOrigin = await startHostWith((path, { headers }) => {
      const replaceHeader = (name: string, value: string) => {
        if (headers[name]) headers[name] = value;
      };
      const contentPolicy = headers['content-security-policy'] ?? '';
      const permissionsPolicy = headers['permissions-policy'] ?? '';
      replaceHeader(
        'permissions-policy',
        `fullscreen=(self), ${permissionsPolicy.split(', ').reverse().join(',')}, hid=()`,
      );
      replaceHeader('x-frame-options', 'deny');
      replaceHeader('x-content-type-options', 'nosniff, nosniff');
      replaceHeader('referrer-policy', 'no-referrer');
      replaceHeader(
        'content-security-policy',
        `${contentPolicy.replace(/connect-src 'self'/, "connect-src 'self' https://stats.example")};`,
      );
      if (!path.startsWith('/assets/'))
        replaceHeader('cache-control', 'max-age=0, must-revalidate');
      if (headers.etag) headers.etag = headers.etag.replace(/^(W\/)?/, 'W/');
    });
    expect((await checkSite(hostOrigin, '--strict')).failed).toEqual([]);
  });

  test('behind TLS is checked for the days its certificate has left, and for HSTS and a secure API', async () => {
    const { certFile, tls } = await createCertificate();
    stubEnv({ NODE_EXTRA_CA_CERTS: certFile });
    const correctHostOrigin = await startHostWith((_path, { headers }) => {
      headers['strict-transport-security'] = 'max-age=31536000';
    }, tls);
    const correctRun = await checkSite(correctHostOrigin, '--strict', '--min-days', '1');
    expect(correctRun.failed).toEqual([]);
    expect(correctRun.stdout).toMatch(/tls\/certificate: 1 day left, until 2/);
    const faultyHostOrigin = await startHostWith(
      makeSettingsMistake((siteSettings) =>
        Object.assign(siteSettings, { apiBase: 'http://api.example/api' }),
      ),
      tls,
    );
    const faultyRun = await checkSite(faultyHostOrigin, '--strict');
    expect(faultyRun.failed).toEqual(
      expect.arrayContaining(['tls/certificate', 'tls/hsts', 'api/secure']),
    );
    expect(faultyRun.stdout).toMatch(/expected +14 days left\n +got +1 day left/);
  });

  test.each([
    ['without a policy', makeHeaderChange('content-security-policy')],
    [
      'with a policy that lets scripts run',
      makeHeaderChange('content-security-policy', "script-src 'self'; sandbox allow-same-origin"),
    ],
    ['with guessed types', makeHeaderChange('x-content-type-options')],
  ])('with the API on the same host is found where its answers come %s', async (_how, change) => {
    const { certFile, tls } = await createCertificate();
    stubEnv({ NODE_EXTRA_CA_CERTS: certFile });
    const host = await startHostWith(makeMistakeOnPath(/^\/api\//, change), tls);
    expect((await checkSite(host, '--min-days', '1')).failed).toContain('api/own-policy');
  });

  test('with an untrusted certificate, or without a server, is reported as not reached', async () => {
    const { tls } = await createCertificate();
    for (const address of [await startHostWith(() => {}, tls), 'http://127.0.0.1:1']) {
      const { exitCode, stderr } = await runAdmissions('check-site', address);
      expect(stderr).toMatch(/is not reached \(\w+\)/);
      expect(exitCode).toBe(3);
    }
  });
});

test.each<[situation: string, mistake: Mistake, failedCheck: string, ...messages: RegExp[]]>([
  [
    'the home page is refused',
    (_path, response) => void Object.assign(response, { status: 401 }),
    'paths/home',
    /40 blocked by paths\/home/,
  ],
  [
    'another website answers',
    (_path, response) => {
      response.body = Buffer.from('<!doctype html><title>A shop</title><h1>A shop</h1>');
      delete response.headers['content-encoding'];
    },
    'paths/home',
    /got +another page/,
    /40 blocked by paths\/home/,
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
  'where %s, there is one finding and no other',
  async (_situation, mistake, checkId, ...messagePatterns) => {
    const { failed, stdout, exitCode } = await checkSite(await startHostWith(mistake));
    expect(failed).toEqual([checkId]);
    for (const messagePattern of messagePatterns) expect(stdout).toMatch(messagePattern);
    expect(exitCode).toBe(1);
  },
);

test('the curl of a broken link requests the path that was checked', async () => {
  const host = await startHostWith((path, response) => {
    if (path.startsWith('/applicant/activate/')) response.status = 404;
  });
  const { stdout } = await checkSite(host);
  const [, address = ''] = /curl .*'?(http\S+\/activate\/[\w.]+)'?$/m.exec(stdout) ?? [];
  expect((await fetch(address)).status).toBe(404);
});

test('a site behind basic authentication is checked with the password, which is in no report', async () => {
  stubEnv({ ADMISSIONS_BASIC_PASSWORD: 'door-of-staging' });
  const encodedCredentials = Buffer.from('staff:door-of-staging').toString('base64');
  const host = await startHostWith((path, response, { authorization }) => {
    // The API is on an origin of its own, which the password is not for.
    if (path.startsWith('/api/')) return;
    if (authorization === `Basic ${encodedCredentials}`) {
      if (path === '/about') response.headers['referrer-policy'] = 'door-of-staging';
      return;
    }
    const headers = { 'www-authenticate': 'Basic realm="staging"' };
    Object.assign(response, { status: 401, headers, body: Buffer.alloc(0) });
  });
  const runWithoutPassword = await checkSite(host);
  expect(runWithoutPassword.stdout).toMatch(/it asks for a user name and a password \(--user\)/);
  const { failed, stdout } = await checkSite(host, '--user', 'staff');
  expect(failed).toEqual(['headers/referrer-policy']);
  expect(stdout).toMatch(/-u "\$BASIC_AUTH"/);
  const reportText = await readFile(join(folder, 'report.json'), 'utf8');
  for (const text of [stdout, reportText]) expect(text).not.toMatch(/door-of-staging|c3RhZmY6/);
});

test('an address that redirects is reported with its target, without the query', async () => {
  const host = await startHostWith((_path, response) => {
    Object.assign(response, { status: 301 });
    response.headers.location = 'https://www.college.example/?token=secret-of-the-link';
  });
  const { stdout } = await checkSite(host);
  expect(stdout).toMatch(/status 301, which leads to https:\/\/www\.college\.example\/$/m);
  expect(stdout).not.toContain('secret-of-the-link');
});

test('a host that refuses large uploads is found, and none of their bytes is sent', async () => {
  let receivedByteCount = 0;
  const announcedSizes: (string | undefined)[] = [];
  const limitedHost = await startHostWith(
    () => {},
    undefined,
    (server) => {
      server.on('checkContinue', (request, response) => {
        announcedSizes.push(request.headers['content-length']);
        request.on('data', (chunk) => {
          receivedByteCount += chunk.length;
        });
        response.writeHead(413).end();
      });
    },
  );
  const { failed } = await checkSite(limitedHost);
  expect(failed).toEqual(['api/upload-size']);
  expect([announcedSizes, receivedByteCount]).toEqual([[String(maxFileBytes + 1024)], 0]);
});

test('every check has a mistake that trips it', () => {
  // The tests with TLS have the first four, that of an upload the fifth; the last one needs a public host name.
  const idsTestedElsewhere = [
    ...['tls/certificate', 'tls/hsts', 'api/secure', 'api/own-policy', 'api/upload-size'],
    'settings/own',
  ];
  const testedIds = new Set([...mistakes.map(([id]) => id), ...idsTestedElsewhere]);
  expect([...testedIds].sort()).toEqual(siteChecks.map(({ id }) => id).sort());
});

test('every check names a heading of docs/hosting.md that exists', async () => {
  const headingAnchors = findAnchors(
    await readFile(new URL('../../docs/hosting.md', import.meta.url), 'utf8'),
  );
  for (const { rule } of [...siteChecks, ...folderChecks])
    expect(headingAnchors).toContain(rule.replace('hosting#', ''));
});

describe('a folder', () => {
  /** Copies the built site, and changes it. @returns the checks that fail */
  const checkChangedSite = async (change: (siteFolder: string) => void | Promise<void>) => {
    const siteFolder = join(await makeTemporaryFolder(), 'site');
    await cp(defaultOutFolder, siteFolder, { recursive: true });
    const editFile = (name: string, edit: (text: string) => string) =>
      writeFileSync(join(siteFolder, name), edit(readFileSync(join(siteFolder, name), 'utf8')));
    // The settings of the build are those of a development machine.
    for (const name of ['config.json', 'policy.nginx.conf', 'policy.caddy'])
      editFile(name, (text) => text.replaceAll('http://127.0.0.1:8080', 'https://api.example'));
    await change(siteFolder);
    const { results, exitCode } = await checkSiteFolder(siteFolder, { strict: true });
    expect(exitCode).toBe(results.some(({ fails }) => fails) ? 1 : 0);
    return results.filter(({ fails }) => fails).map(({ check }) => check.id);
  };
  const edit = (siteFolder: string, name: string, from: string | RegExp, to: string) => {
    const text = readFileSync(join(siteFolder, name), 'utf8');
    expect(text).toMatch(from);
    writeFileSync(join(siteFolder, name), text.replace(from, to));
  };

  test('that the build wrote, with the settings of a college, passes', async () => {
    expect(await checkChangedSite(() => {})).toEqual([]);
  });

  test("with the worker's off switch passes, so that it can be deployed", async () => {
    const switchOff = async (site: string) =>
      switchWorkerOff(await readOptions(['--off', '--out', site]));
    expect(await checkChangedSite(switchOff)).toEqual([]);
  });

  const folderMistakes: [checkId: string, change: (siteFolder: string) => void][] = [
    ['folder/settings', (site) => edit(site, 'config.json', '"contact"', '"contacts"')],
    ['folder/settings-known', (site) => edit(site, 'config.json', '{', '{ "theme": 1,')],
    [
      'folder/settings-own',
      (site) => edit(site, 'config.json', /https:\/\/api\.example/, 'http://127.0.0.1:8080'),
    ],
    ['folder/files', (site) => edit(site, 'shell.html', '<style>', '<style>p{}')],
    ['folder/content', (site) => edit(site, 'content.json', /\}\s*$/, '')],
    ['folder/policy', (site) => edit(site, 'policy.caddy', 'sha256-', 'sha256-old')],
  ];

  test.each(folderMistakes)('with a mistake fails %s', async (checkId, change) => {
    expect(await checkChangedSite(change)).toContain(checkId);
  });

  test.each<[what: string, change: (siteFolder: string) => void]>([
    ['without its worker', (site) => rmSync(join(site, 'worker.js'))],
    ['without a language', (site) => rmSync(join(site, 'am'), { recursive: true })],
    ["without the manifest's icon", (site) => rmSync(join(site, 'icon-512.png'))],
    ['without its list', (site) => rmSync(join(site, 'files.sha256'))],
    ['with a file of passwords', (site) => writeFileSync(join(site, '.env'), 'PASSWORD=x')],
    [
      'with a compressed worker, which would hide its switch',
      (site) => writeFileSync(join(site, 'worker.js.gz'), gzipSync('')),
    ],
    ['with another compressed file', (site) => writeFileSync(join(site, 'robots.txt.gz'), '')],
    ['with a page of another build', (site) => edit(site, 'am/index.html', 'build', 'older')],
  ])('%s is not what the build wrote', async (_what, change) => {
    expect(await checkChangedSite(change)).toEqual(['folder/files']);
  });

  test('is checked for every mistake that it can have', () => {
    expect(folderMistakes.map(([id]) => id)).toEqual(folderChecks.map(({ id }) => id));
  });

  test('that holds no built site is named', async () => {
    const { exitCode, stderr } = await runAdmissions('check-site', folder);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('holds no built site')]);
  });
});

/** A response of the site, which a mistake changes before the host sends it. */
interface HostResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
/** A mistake of a host: it changes the response to the request for a path. */
type Mistake = (path: string, response: HostResponse, requestHeaders: IncomingHttpHeaders) => void;

/** Sends a request. @returns the response with its body as it was sent: compressed, where it is */
async function fetchRaw(address: string, options: RequestOptions): Promise<HostResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sendRequest(address, { ...options, agent: false }, resolve)
      .once('error', reject)
      .end();
  });
  const headerEntries = Object.entries(response.headers).map(([name, value]) => [
    name,
    String(value),
  ]);
  return {
    status: response.statusCode ?? 502,
    headers: Object.fromEntries(headerEntries),
    body: await buffer(response),
  };
}

const siteResponses = new Map<string, Promise<HostResponse>>();

/** @returns a copy of the site's response to a request, for which all hosts together ask the site once */
async function fetchOnce(key: string, send: () => Promise<HostResponse>): Promise<HostResponse> {
  const responsePromise = siteResponses.get(key) ?? send();
  siteResponses.set(key, responsePromise);
  const response = await responsePromise;
  return { ...response, headers: { ...response.headers } };
}

/** @returns the response of the site or, below `/api/`, of the mock, after the mistake has changed it */
async function createResponse(
  request: IncomingMessage,
  hostOrigin: string,
  mistake: Mistake,
): Promise<HostResponse> {
  const { url: path = '/' } = request;
  const { host: _host, connection: _connection, ...headers } = request.headers;
  // The mock accepts requests of this origin only.
  if (headers.origin === hostOrigin) headers.origin = siteOrigin;
  const upstreamOrigin = path.startsWith('/api/') ? apiOrigin : siteOrigin;
  const fetchUpstream = () => fetchRaw(upstreamOrigin + path, { method: request.method, headers });
  const response = path.startsWith('/api/')
    ? await fetchUpstream()
    : await fetchOnce(JSON.stringify([request.method, path, headers]), fetchUpstream);
  for (const headerName of ['transfer-encoding', 'content-length', 'connection', 'keep-alive']) {
    delete response.headers[headerName];
  }
  // Another name of this machine is another origin. The certificate of the tests with TLS has one name only.
  const hostApiOrigin = hostOrigin.startsWith('https:')
    ? hostOrigin
    : hostOrigin.replace('127.0.0.1', 'localhost');
  const replaceOrigins = (text: string) =>
    text.replaceAll(siteOrigin, hostOrigin).replaceAll(apiOrigin, hostApiOrigin);
  for (const [name, value] of Object.entries(response.headers))
    response.headers[name] = replaceOrigins(value);
  if (path === '/config.json' && !response.headers['content-encoding']) {
    response.body = Buffer.from(replaceOrigins(response.body.toString()));
  }
  if (path === '/content.json') {
    response.body = Buffer.from(JSON.stringify(collegeContent));
    delete response.headers['content-encoding'];
  }
  if (path.startsWith('/api/')) Object.assign(response.headers, apiHeaders);
  mistake(path, response, request.headers);
  return response;
}

interface TlsFiles {
  cert: Buffer;
  key: Buffer;
}

async function createCertificate(): Promise<{ certFile: string; tls: TlsFiles }> {
  const { certFile, keyFile } = await makeCertificateFiles(folder);
  return { certFile, tls: { cert: await readFile(certFile), key: await readFile(keyFile) } };
}

/** Serves the site with a mistake until the test ends. @returns its address */
async function startHostWith(
  mistake: Mistake,
  tls?: TlsFiles,
  changeServer: (server: Server) => void = () => {},
): Promise<string> {
  let hostOrigin = '';
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = await createResponse(request, hostOrigin, mistake);
    response.writeHead(status, headers).end(body);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    handleRequest(request, response).catch(() => response.destroy());
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  changeServer(server);
  const listeningServer = await listen(server, 0);
  onTestFinished(listeningServer.close);
  hostOrigin = tls ? listeningServer.url.replace('http:', 'https:') : listeningServer.url;
  return hostOrigin;
}

/** Sets a header, or deletes it where no value is named. */
const makeHeaderChange =
  (name: string, value?: string) =>
  ({ headers }: HostResponse): void => {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  };
const makePolicyMistake =
  (change: (text: string) => string): Mistake =>
  (_path, { headers }) => {
    const policyHeaderName = 'content-security-policy';
    headers[policyHeaderName] = change(headers[policyHeaderName] ?? '');
  };
const makeAssetHeaderMistake =
  (name: string): Mistake =>
  (path, { headers }) => {
    // Pages keep the header: a host's rule for pages often misses the other files.
    if (path.startsWith('/assets/')) delete headers[name];
  };
const makeMistakeOnPath =
  (pathPattern: RegExp, change: (response: HostResponse) => void): Mistake =>
  (path, response) => {
    if (pathPattern.test(path)) change(response);
  };
const makeSettingsMistake = (change: (settings: Record<string, unknown>) => void): Mistake =>
  makeMistakeOnPath(/^\/config\.json/, (response) => {
    if (response.body.length === 0) return;
    const settings = JSON.parse(response.body.toString());
    change(settings);
    response.body = Buffer.from(JSON.stringify(settings));
  });
const respondNotFound = (response: HostResponse) => {
  response.status = 404;
};
const addDeadLink = (response: HostResponse) => {
  response.body = Buffer.concat([response.body, Buffer.from('<a href="http://away.invalid/x">')]);
};
const respondWithPage = (response: HostResponse) => {
  Object.assign(response, {
    status: 200,
    body: Buffer.from('<title>One Planet</title><h1>x</h1>'),
  });
  response.headers['content-type'] = 'text/html';
};

/** Each mistake behind the id of the check that must fail on it; other checks can fail, too. */
const mistakes: readonly (readonly [checkId: string, mistake: Mistake])[] = [
  [
    'paths/home',
    makeMistakeOnPath(/^\/$/, (response) =>
      Object.assign(response, { body: Buffer.from('<p>Hello') }),
    ),
  ],
  ['paths/page', makeMistakeOnPath(/^\/about\/$/, respondNotFound)],
  ['paths/case', makeMistakeOnPath(/^\/About/, respondNotFound)],
  ['paths/unknown', makeMistakeOnPath(/^\/admission\/none/, respondNotFound)],
  ['paths/activation', makeMistakeOnPath(/^\/applicant\/activate\/.*\./, respondNotFound)],
  ['paths/language', makeMistakeOnPath(/^\/am\/admission/, respondWithPage)],
  ['paths/missing-script', makeMistakeOnPath(/^\/assets\/none/, respondWithPage)],
  ['paths/missing-file', makeMistakeOnPath(/^\/none.*png/, respondWithPage)],
  ['headers/referrer-policy', makeAssetHeaderMistake('referrer-policy')],
  ['headers/x-content-type-options', makeAssetHeaderMistake('x-content-type-options')],
  ['headers/x-frame-options', makeAssetHeaderMistake('x-frame-options')],
  ['headers/cross-origin-opener-policy', makeAssetHeaderMistake('cross-origin-opener-policy')],
  ['headers/permissions-policy', makeAssetHeaderMistake('permissions-policy')],
  ['policy/everywhere', makeAssetHeaderMistake('content-security-policy')],
  ['policy/hashes', makePolicyMistake((text) => text.replace(/'sha256-[^']+'/, "'sha256-old='"))],
  [
    'policy/api',
    makePolicyMistake((text) =>
      text.replace(/connect-src [^;]+/, 'connect-src https://stats.example'),
    ),
  ],
  [
    'policy/closed',
    makePolicyMistake((text) =>
      text.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    ),
  ],
  ['policy/closed', makePolicyMistake((text) => text.replace(/; trusted-types [^;]+/, ''))],
  ['policy/closed', makePolicyMistake((text) => text.replace('trusted-types', 'trusted-types x'))],
  ['caching/home', makeMistakeOnPath(/^\/$/, makeHeaderChange('cache-control', 'max-age=600'))],
  ['caching/about', makeMistakeOnPath(/^\/about/, makeHeaderChange('cache-control', 'public'))],
  ['caching/config.json', makeMistakeOnPath(/^\/config/, makeHeaderChange('cache-control'))],
  [
    'caching/worker.js',
    makeMistakeOnPath(/^\/worker/, makeHeaderChange('cache-control', 'max-age=31536000')),
  ],
  ['caching/not-modified', makeMistakeOnPath(/./, makeHeaderChange('etag'))],
  [
    'caching/assets',
    makeMistakeOnPath(/^\/assets\//, makeHeaderChange('cache-control', 'no-cache')),
  ],
  ['compression/page', makeMistakeOnPath(/^\/$/, makeHeaderChange('content-encoding'))],
  ['compression/script', makeMistakeOnPath(/^\/assets\//, makeHeaderChange('content-encoding'))],
  ['settings/valid', makeSettingsMistake((siteSettings) => void delete siteSettings.contact)],
  [
    'content/facts',
    makeMistakeOnPath(/^\/content/, (response) =>
      Object.assign(response, { body: Buffer.from('{}') }),
    ),
  ],
  ['api/answers', makeMistakeOnPath(/^\/api\//, makeHeaderChange('access-control-allow-origin'))],
  [
    'api/preflight',
    makeMistakeOnPath(/^\/api\//, makeHeaderChange('access-control-allow-headers')),
  ],
  [
    'settings/known',
    makeSettingsMistake((siteSettings) => void Object.assign(siteSettings, { theme: 1 })),
  ],
  ['api/file-path', makeMistakeOnPath(/^\/api\/.*\.png$/, respondWithPage)],
  [
    'build/one',
    makeMistakeOnPath(/^\/am\/shell\.html$/, (response) => {
      response.body = Buffer.from(
        response.body
          .toString()
          .replace(/name="build" content="\w+"/, 'name="build" content="older"'),
      );
    }),
  ],
  [
    'compression/same',
    (path, response, { 'accept-encoding': encoding }) => {
      if (path !== '/worker.js' || encoding !== 'gzip') return;
      response.headers['content-encoding'] = 'gzip';
      response.body = gzipSync('self.registration.unregister();');
    },
  ],
  ['links/own', makeMistakeOnPath(/^\/Contact$/, respondNotFound)],
  ['links/others', makeMistakeOnPath(/^\/Contact$/, addDeadLink)],
];
