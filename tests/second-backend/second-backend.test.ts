/** The second backend keeps the specification: the whole way by plain fetch, and the refusals on it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Applicant } from './applicant.ts';
import { startSecondBackend } from './index.ts';
import { contact, education, goodPassword, registration } from './samples.ts';

let backend: Awaited<ReturnType<typeof startSecondBackend>>;
beforeAll(async () => {
  backend = await startSecondBackend({ siteOrigin: 'https://site.example.com' });
});
afterAll(() => backend.close());

let count = 0;
const someone = () => new Applicant(backend.url, `Selam+${++count}@Example.com`);
const run = promisify(execFile);
const adapter = (name: string) => fileURLToPath(new URL(`adapters/${name}.mjs`, import.meta.url));

test('the way leads from registration to ADMITTED', async () => {
  const selam = await someone().enter();
  expect(await selam.profile()).toMatchObject({ status: 'ACTIVATED', nationality: null });
  expect(await selam.takeExam()).toMatchObject({
    status: 202,
    text: expect.stringContaining('"paymentAmount":500.0'),
  });
  const payment = await selam.payment();
  const paid = await selam.call('POST /api/payments/private/make_offline_payment', payment);
  expect(paid.status).toBe(201);
  const receipt = `GET /api/payments/private/get_receipt1/${payment.paymentCode}`;
  const anonymous = await new Applicant(backend.url, '').call(receipt);
  expect(anonymous.json).toMatchObject({ applicant: 'ሰላም ABEBE KEBEDE', isOffline: true });
  await selam.staff('verify');
  const steps: [string, unknown][] = [
    ['save_bio_data', await selam.biography()],
    ['save_education_data', education],
    ['save_contact_data', contact],
    ['apply_for_program', { selectedBatchProgramId: 303 }],
  ];
  for (const [step, body] of steps) {
    expect((await selam.call(`POST /api/applicants/private/${step}`, body)).status).toBeLessThan(
      300,
    );
    expect((await selam.call(`POST /api/applicants/private/${step}`, body)).status).toBe(409);
  }
  expect((await selam.profile()).status).toBe('APPLIED');
  await selam.staff('admit');
  expect(await selam.profile()).toMatchObject({ status: 'ADMITTED', nationality: 'Ethiopian' });
});

test('a link, a password and an address are taken once', async () => {
  const selam = someone();
  const apply = () =>
    selam.call('POST /api/applicants/public/apply', registration(selam.email.toLowerCase()));
  const registered = await Promise.all([apply(), apply()]);
  expect(registered.map(({ status }) => status).sort()).toEqual([201, 409]);
  const token = await selam.mailed(/activate\/(\S+)/);
  expect((await selam.createPassword()).status).toBe(400);
  const activated = await Promise.all([selam.activate(token), selam.activate(token)]);
  expect(activated.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await selam.createPassword('selam2025')).status).toBe(400);
  expect((await selam.createPassword()).status).toBe(200);
  expect((await selam.createPassword()).status).toBe(406);
  await selam.call('POST /api/auth/public/forgot_password', { email: selam.email });
  const temporary = await selam.mailed(/^(\S{8,})$/m);
  const logins = await Promise.all([selam.logIn(temporary), selam.logIn(temporary)]);
  expect(logins.map(({ status }) => status).sort()).toEqual([200, 401]);
  const change = { email: selam.email, password: 'Another2025' };
  expect((await selam.call('POST /api/auth/private/change_password', change)).status).toBe(200);
  expect((await selam.logIn(goodPassword)).status).toBe(401);
  expect((await selam.logIn(change.password)).json.shouldChangePassword).toBe(false);
});

test.each([
  ['a digit in a name', { firstName: 'Selam2' }],
  ['a short phone number', { phone: '+2519112' }],
  ['an address without a dot', { email: 'selam@example' }],
  ['terms not agreed to', { agreeToTerms: 'true' }],
  ['a name that is no text', { lastName: { of: 'Kebede' } }],
])('registration refuses %s', async (_what, wrong) => {
  const selam = someone();
  const answer = await selam.call('POST /api/applicants/public/apply', {
    ...registration(selam.email),
    ...wrong,
  });
  expect(answer.json).toMatchObject({
    status: 400,
    error: 'Bad Request',
    message: expect.stringMatching(/\w/),
    path: '/api/applicants/public/apply',
  });
});

test('every answer, also a refusal, is open to any origin', async () => {
  const ask = (path: string, init: RequestInit) =>
    fetch(`${backend.url}${path}`, {
      ...init,
      headers: { origin: 'https://a.example', ...init.headers },
    });
  const answers = await Promise.all([
    ask('/api/programs/private', { method: 'OPTIONS' }),
    ask('/api/exams/private/create', {
      method: 'POST',
      headers: { authorization: 'Bearer a.b.c' },
    }),
    ask('/api/auth/public/login', { method: 'DELETE' }),
    ask('/api/auth/public/login', {
      method: 'POST',
      body: '{"email":',
      headers: { 'content-type': 'application/json' },
    }),
    ask('/api/auth/public/login', { method: 'POST', body: 'x'.repeat(1024 * 1024) }),
    ask('/api/applicants/public/activate/%ZZ', { method: 'POST' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([204, 401, 405, 400, 413, 400]);
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe('https://a.example');
  }
  expect(answers[1]?.headers.get('www-authenticate')).toContain('Bearer');
});

test('the adapters read the mail and decide as staff', async () => {
  const selam = await someone().enter();
  const args = (name: string) => [adapter(name), backend.url, selam.email];
  const link = await run(process.execPath, args('mail'));
  expect(link.stdout).toMatch(/^https:\/\/site\.example\.com\/applicant\/activate\/\S+\n$/);
  await selam.call('POST /api/auth/public/forgot_password', { email: selam.email });
  const env = { ...process.env, ADMISSIONS_WANTS: 'temporary-password' };
  const mailed = await run(process.execPath, args('mail'), { env });
  expect((await selam.logIn(mailed.stdout.trim())).json.shouldChangePassword).toBe(true);
  await expect(run(process.execPath, args('staff'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ACTIVATED'),
  });
  const key = await run(process.execPath, [adapter('exam-key'), backend.url]);
  expect(Object.keys(JSON.parse(key.stdout))).toHaveLength(12);
});
