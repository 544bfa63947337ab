import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from '../core/configuration.ts';
import {
  makeClosedAddress,
  makeFolderWith,
  runCli,
  runWithConfig,
  serveMock,
  serveTest,
  stubEnv,
} from '../testing/support.ts';

/** @returns each part's mark by its name, and the whole output */
async function runDoctor(...args: string[]) {
  const { code, stdout, stderr } = await runCli('doctor', ...args);
  const partMatches = [
    ...stdout.matchAll(/^([✓✗–-]) (backend|mailbox|email|exam key|payment|staff|site|clean-up)/gm),
  ];
  return {
    code,
    stdout,
    stderr,
    marks: Object.fromEntries(partMatches.map(([, mark, part]) => [part, mark])),
  };
}

/** A backend other than the mock. Every response is an empty list. */
const serveEmptyLists = () =>
  serveTest(({ url }, response) => {
    if (url?.startsWith('/_mock')) response.statusCode = 404;
    response.setHeader('content-type', 'application/json').end('[]');
  });

test('the mock has everything', async () => {
  const url = await serveMock();
  const { code, stdout } = await runDoctor('--target', url);
  expect(stdout).toMatch(/A full run has all it needs/);
  expect(code).toBe(0);
});

test('what is missing is reported in the order of a run, each with the line to add', async () => {
  const { code, stdout, marks } = await runDoctor('--target', await serveEmptyLists());
  expect(marks).toMatchObject({ mailbox: '–', 'exam key': '–', staff: '–', site: '–' });
  const positions = ['"mailbox": {', '"examKey": ', '"staff": {', '"siteOrigin": '].map((line) =>
    stdout.indexOf(`add ${line}`),
  );
  expect(positions.every((position, index) => position > (positions[index - 1] ?? 0))).toBe(true);
  expect(code).toBe(2);
});

test('the lines to add are a configuration that is valid', async () => {
  const { stdout } = await runDoctor('--target', await serveEmptyLists(), '--pay', 'stripe');
  const lines = [...stdout.matchAll(/^ +add (.*)$/gm)].map(([, line]) => line);
  expect(lines).toHaveLength(6);
  const config = JSON.parse(`{${lines.join(',')}}`);
  const cwd = await makeFolderWith({
    'admissions.config.json': config,
    'exam-key.json': { a: 'b' },
  });
  expect(await loadSettings({}, { env: {}, cwd })).toMatchObject({ email: config.email });
});

test('each setting in force is shown with where it comes from, secrets hidden', async () => {
  const config = {
    email: 'nightly+{run}@college.example',
    profile: 'staging',
    mailbox: { use: 'command', command: ['read-mail', '--password', 'geheim', '--user=me'] },
    profiles: { staging: { target: await makeClosedAddress(), dialect: 'alternate' } },
  };
  const { stdout } = await runWithConfig(config, ['doctor', '--pay', 'stripe']);
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
  for (const row of [
    ['target', config.profiles.staging.target, 'profile staging'],
    ['dialect', 'alternate', 'profile staging'],
    ['email', 'nightly+{run}@college.example', 'file'],
    ['pay', 'stripe', 'flag'],
    ['exam', 'pass', 'default'],
    ['mailbox', 'command: read-mail --password [hidden] --user=me', 'file'],
  ])
    expect(rows).toContainEqual(row);
  expect(stdout).not.toMatch(/usdPrice|geheim/);
});

test('what does not work is reported with the reason', async () => {
  stubEnv({ ADMISSIONS_MAIL_PASSWORD: 'mail-secret' });
  const config = {
    email: 'nightly+{run}@example.edu',
    mailbox: { use: 'imap', host: '127.0.0.1', port: 1, security: 'none', user: 'nightly' },
    staff: {
      use: 'http',
      requests: { verify: { url: 'https://x.example/', headers: { a: '{env:NOT_SET_ANYWHERE}' } } },
    },
    cleanUp: { use: 'command', command: ['./away.sh'] },
  };
  const folder = await makeFolderWith({ 'c.json': config });
  const { stdout, marks } = await runDoctor(
    ...['--target', await serveEmptyLists(), '--config', join(folder, 'c.json')],
  );
  expect(marks).toMatchObject({ mailbox: '✗', email: '✓', staff: '✗', 'clean-up': '✗' });
  expect(stdout).toMatch(/the IMAP server 127\.0\.0\.1:1 gave no mail: .*ECONNREFUSED/);
  expect(stdout).toMatch(/the environment has no NOT_SET_ANYWHERE/);
  expect(stdout).not.toContain('mail-secret');
});

test('a gateway that refuses is no backend that keeps the contract', async () => {
  const url = await serveTest((_request, response) => {
    response.writeHead(403).end('{"message":"The gateway wants a key"}');
  });
  const { code, stdout, marks } = await runDoctor('--target', url);
  expect(marks.backend).toBe('✗');
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /status 403: The gateway wants a key\)\. If a gateway asks .* "connection"/,
  );
  expect(code).toBe(2);
});

test('of a backend that is not reached, nothing is said that it would have to show', async () => {
  const { code, marks } = await runDoctor('--target', await makeClosedAddress());
  expect(marks).toEqual({
    backend: '✗',
    email: '-',
    mailbox: '-',
    'exam key': '-',
    payment: '✓',
    staff: '-',
    'clean-up': '✓',
  });
  expect(code).toBe(3);
});

test('the site need not be up, only its name is needed', async () => {
  const site = await makeClosedAddress();
  const url = await serveMock({ siteOrigin: site });
  const { stdout, marks } = await runDoctor('--target', url, '--site-origin', site);
  expect(marks.site).toBe('✓');
  expect(stdout).toMatch(/site +http:\/\/127\.0\.0\.1:\d+ is not reached\s+from here/);
});
