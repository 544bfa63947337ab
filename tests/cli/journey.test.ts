/** The journey as a user starts it: the command in this process, and built in a process of its own where that matters. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicantExamples } from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { afterEach, describe, expect, test } from 'vitest';
import { runLine, serveTest } from '../../cli/src/testing/support.ts';
import { admissions, startAdmissions } from '../support/admissions.ts';
import { ownFolder } from '../support/own-folder.ts';

const folder = await ownFolder();
let mock: Awaited<ReturnType<typeof serve>> | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function startMock(options: Parameters<typeof createBackend>[0] = {}): Promise<string> {
  mock = await serve(await createBackend(options));
  return mock.url;
}

const journey = (flags: string) => runLine(`journey ${flags}`);

const ended = (stdout: string) =>
  JSON.parse(stdout).journeys.map(({ state }: { state: string }) => state);

describe('on the embedded mock', () => {
  test.each([
    ['in the canonical dialect', ''],
    ['in the alternate dialect', '--dialect alternate'],
    ['paying at PayPal', '--pay paypal'],
    ['paying at Stripe', '--pay stripe'],
    ['paying at Arifpay', '--pay arifpay'],
    ['paying at Arifpay in the alternate dialect', '--pay arifpay --dialect alternate'],
    ['as an applicant who writes in Ethiopic', '--applicant abebe'],
    ['as an applicant with long names', '--applicant nuria'],
  ])('the journey ends in APPLIED %s', async (_how, flags) => {
    const { code, stdout } = await journey(`--json ${flags}`);
    const last = { id: 'receipt', outcome: 'done', after: 'APPLIED' };
    expect(JSON.parse(stdout).journeys[0].steps.at(-1)).toMatchObject(last);
    expect(code).toBe(0);
  });

  test('the journey ends in APPLIED where activation sets the password', async () => {
    const dialect = await file('one-call.json', {
      operations: { 'applicants.activate': { withPassword: true } },
    });
    const { code, stdout } = await journey(`--json --dialect ${dialect}`);
    expect(ended(stdout)).toEqual(['APPLIED']);
    expect(code).toBe(0);
  });

  test('a failed exam that was asked for ends ACTIVATED, and well', async () => {
    const { code, stdout } = await journey('--exam fail');
    expect(stdout).toMatch(/Done: ACTIVATED \(the exam was failed, as asked\)/);
    expect(code).toBe(0);
  });

  test('an answer key from a file passes the exam, and a wrong one says what it lacks', async () => {
    const url = await startMock();
    const key = await (await fetch(`${url}/_mock/exam-key.json`)).json();
    const withKey = async (name: string, content: unknown) =>
      journey(`--target ${url} --until exam --exam-key ${await file(name, content)}`);
    expect((await withKey('key.json', key)).code).toBe(0);
    const wrong = await withKey('empty.json', {});
    expect(wrong.stdout).toContain('the answer key does not know');
    expect(wrong.code).toBe(2);
  });

  test('it stops after the step that was named', async () => {
    const { stdout } = await journey('--json --until pay');
    expect(ended(stdout)).toEqual(['ACTIVATION_PAID']);
  });

  test('a payment that staff reject is paid a second time', async () => {
    const { code, stdout } = await journey('--reject-first');
    expect(stdout).toMatch(/✓ Staff reject +ACTIVATION_PAID → TOOK_EXAM/);
    expect(stdout).toMatch(/✓ Pay again +TOOK_EXAM → ACTIVATION_PAID/);
    expect(stdout).toMatch(/^Done: APPLIED/m);
    expect(code).toBe(0);
  });

  test('each step is reported with the state before and after', async () => {
    const { exitCode, stdout } = await admissions('journey');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/✓ Pay the fee +TOOK_EXAM → ACTIVATION_PAID +\d+ ms/);
    expect(stdout).toMatch(/Applicant hana\.tesfaye\+\w+@example\.com\n$/);
  });
});

describe('on a backend in another process', () => {
  test('many applicants at the same time are all APPLIED afterwards', async () => {
    const url = await startMock();
    const { code, stdout } = await journey(`--target ${url} --count 20 --concurrency 10`);
    expect(stdout).toMatch(/20 APPLIED/);
    expect(code).toBe(0);
    const state = await (await fetch(`${url}/_mock/state.json`)).json();
    expect(state.applicants.APPLIED).toBe(20);
  });

  test('a phone number and a reference may count once: each journey has its own', async () => {
    const url = await startMock({ harmless: ['phone-unique', 'reference-unique'] });
    const { code } = await journey(`--target ${url} --count 2 --reject-first`);
    expect(code).toBe(0);
  });

  test('a backend that is killed midway is not reached, and the step is named', async () => {
    const server = await startAdmissions('mock', '--port', '0');
    const url =
      /http:\/\/127\.0\.0\.1:\d+/.exec(await server.output(/http:\/\/127\.0\.0\.1:\d+/))?.[0] ?? '';
    const staff = await file('kill.mjs', `process.kill(${server.pid}, 'SIGKILL');`);
    const config = await file('kill.json', {
      target: url,
      staff: { use: 'command', command: [process.execPath, staff] },
    });
    const { code, stdout } = await journey(`--config ${config}`);
    expect(stdout).toMatch(/The backend was not reached at step "verify"/);
    expect(code).toBe(3);
  });

  const faults: Record<string, RegExp> = {
    'register-200': /step "register"[\s\S]*applicants\.register[\s\S]*201/,
    'login-500': /step "log-in"[\s\S]*auth\.login[\s\S]*500/,
    'state-stuck': /step "biography"[\s\S]*BIOGRAPHIC_APPLICANT2[\s\S]*BIOGRAPHIC_APPLICANT\b/,
    'upload-mangled': /step "biography"[\s\S]*files\.get[\s\S]*byte for byte/,
  };
  for (const [fault, message] of Object.entries(faults)) {
    test(`the fault ${fault} is reported with its operation and a curl`, async () => {
      const url = await startMock({ faults: [fault] });
      const { code, stdout } = await journey(`--target ${url}`);
      expect(stdout).toMatch(message);
      expect(stdout).toMatch(/repeat +curl /);
      expect(stdout).not.toContain(applicantExamples.hana.password);
      expect(code).toBe(1);
    });
  }
});

describe('adapters', () => {
  test('a mailbox command gets the address and prints the link; a staff command verifies', async () => {
    const url = await startMock();
    const mailbox = await file(
      'mailbox.mjs',
      `
      const mails = await (await fetch('${url}/_mock/outbox.json?to=' + encodeURIComponent(process.argv[2]))).json();
      console.log('Your link: ' + mails[0].link);`,
    );
    const staff = await file(
      'staff.mjs',
      `
      await fetch('${url}/_mock/staff/verify', { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ email: process.argv[2] }) });`,
    );
    const use = (script: string) => ({ use: 'command', command: [process.execPath, script] });
    const config = await file('commands.json', {
      profiles: { test: { target: url, mailbox: use(mailbox), staff: use(staff) } },
    });
    const { code, stdout } = await journey(`--config ${config} --profile test --json`);
    expect(ended(stdout)).toEqual(['APPLIED']);
    expect(code).toBe(0);
  });

  test('a link to another site than the configured one is not followed', async () => {
    const url = await startMock({ siteOrigin: 'https://evil.example' });
    const { code, stdout } = await journey(`--target ${url} --site-origin https://college.example`);
    expect(stdout).toContain('the activation link leads to https://evil.example');
    expect(code).toBe(2);
  });

  test('a backend that is no mock says which setting is missing', async () => {
    const target = await serveTest((_request, response) => response.writeHead(201).end());
    const { code, stdout } = await journey(`--target ${target}`);
    expect(stdout).toContain('Set "mailbox" in admissions.config.json');
    expect(code).toBe(2);
  });
});
