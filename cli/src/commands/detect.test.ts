import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import { folderWith, runCli, serveMock, serveTest } from '../testing/support.ts';

// Whole runs, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });

// That it finds what is there, and changes nothing, is held by tests/prove/detect.
test('the settings go to stderr, sure or unknown, and the dialect to stdout', async () => {
  const { code, stdout, stderr } = await runCli('detect', '--dialect', 'alternate');
  expect(code).toBe(0);
  expect(stderr).toContain('sure     auth.login body.password: "passwords"');
  expect(stderr).toContain('unknown  payments.makeOffline values.bankAccount');
  expect(stderr).toContain('add --register');
  expect(stderr).toContain('Everything found is as in the built-in dialect alternate.');
  expect(JSON.parse(stdout).operations['auth.login']).toEqual({ body: { password: 'passwords' } });
});

test("a name that is nobody's reading is pointed out; given by --dialect, it is known", async () => {
  const url = await serveTest(async (request, response) => {
    const sent = fieldsOf(tryParseJson(await text(request)));
    const strange = Object.keys(sent).filter((field) => !['email', 'mobile'].includes(field));
    const isRight = typeof sent.mobile === 'string';
    const missing = isRight ? [] : ['mobile must be a phone number'];
    response.writeHead(400).end(JSON.stringify([...missing, ...strange, 'email is taken']));
  });
  const first = await runCli('detect', '--target', url);
  expect(first.stderr).toContain('perhaps "mobile"');
  expect(JSON.parse(first.stdout)).toEqual({ operations: {} });
  const ours = { operations: { 'applicants.register': { body: { phoneNumber: 'mobile' } } } };
  const file = join(await folderWith({ 'ours.json': ours }), 'ours.json');
  const { stdout, stderr } = await runCli('detect', '--target', url, '--dialect', file);
  expect(stderr).toContain('sure     applicants.register body.phoneNumber: "mobile"');
  expect(JSON.parse(stdout)).toEqual(ours);
});

test('a backend that registers whoever asks is reported, and asked no more', async () => {
  const url = await serveMock({ faults: ['input-unchecked'] });
  const { stdout, stderr } = await runCli('detect', '--target', url);
  expect(stderr).toContain('Look for admissions-detect@example.invalid among your applicants.');
  expect(stderr).toContain('unknown  applicants.register body.phoneNumber');
  expect(JSON.parse(stdout)).toEqual({ operations: {} });
});

test('without a mailbox nobody is registered, and it says what to set', async () => {
  const paths: string[] = [];
  const url = await serveTest((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(404).end();
  });
  const ran = await runCli('detect', '--target', url, '--register');
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('Nobody was registered');
  expect(ran.stderr).toContain('Set "mailbox" in admissions.config.json');
  expect(JSON.parse(ran.stdout)).toEqual({ operations: {} });
  expect(paths.at(-1)).toContain('/_mock/outbox.json');
});

test('a registration that ends in a 5xx may have taken effect, and it says so', async () => {
  const url = await serveTest(({ url: path = '' }, response) => {
    if (path.startsWith('/_mock/')) response.end('[]');
    else response.writeHead(500).end();
  });
  const { stderr } = await runCli('detect', '--target', url, '--register');
  expect(stderr).toMatch(
    /It is not known whether admissions-check-\w+@example.com was registered: applicants.register answered 500/,
  );
});
