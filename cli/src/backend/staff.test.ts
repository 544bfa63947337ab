import { describe, expect, test } from 'vitest';
import { type StaffSettings, staffSchema } from '../core/settings.ts';
import { makeFolderWith, request, serveAndRecord, signal, stubEnv } from '../testing/support.ts';
import { createStaff, type StaffCase } from './staff.ts';

const staffCase: StaffCase = {
  applicantEmail: 'hana+1@x.example',
  applicantId: 7,
  paymentCode: 'OPC-"1"',
  readState: async () => 'ACTIVATION_PAID',
};

function verifyPayment(staff: StaffSettings, caseFields: Partial<StaffCase> = {}, folder = '/') {
  const adapterTools = {
    requestMockPage: () => Promise.reject(new Error('no mock')),
    pageAccess: { request },
  };
  return createStaff({ staff, folder }, adapterTools).decide(
    'verify',
    { ...staffCase, ...caseFields },
    signal,
  );
}

const serveStaffSystem = (status = 200) => serveAndRecord(() => ({ status }));

describe('a staff system', () => {
  test('gets the request that the settings describe, with her filled in', async () => {
    stubEnv({ STAFF_TOKEN: 'staff-secret-1' });
    const { requests, url } = await serveStaffSystem(204);
    const verifyRequest = {
      url: `${url}/payments/{paymentCode}?who={email}`,
      method: 'PUT' as const,
      headers: { authorization: 'Bearer {env:STAFF_TOKEN}' },
      body: { code: '{paymentCode}', applicant: { id: '{applicantId}', kept: '{other}' } },
    };
    await verifyPayment({ use: 'http', requests: { verify: verifyRequest } });
    expect(requests).toEqual([
      {
        method: 'PUT',
        path: '/payments/OPC-%221%22?who=hana%2B1%40x.example',
        headers: expect.objectContaining({
          authorization: 'Bearer staff-secret-1',
          'content-type': 'application/json',
        }),
        body: '{"code":"OPC-\\"1\\"","applicant":{"id":"7","kept":"{other}"}}',
      },
    ]);
  });

  test('is not sent a variable that is written otherwise than {env:NAME}', () => {
    const makeRequests = (authorization: string) => ({
      verify: { url: 'https://staff.example', headers: { authorization } },
    });
    const isValid = (text: string) =>
      staffSchema.safeParse({ use: 'http', requests: makeRequests(text) }).success;
    expect(isValid('Bearer {env:STAFF_TOKEN}')).toBe(true);
    expect(isValid('Bearer {env STAFF_TOKEN}')).toBe(false);
  });

  test('that refuses, or wants what nobody knows, is a mistake in the settings', async () => {
    const { url } = await serveStaffSystem(403);
    const makeHttpStaff = (path: string): StaffSettings => ({
      use: 'http',
      requests: { verify: { url: `${url}${path}` } },
    });
    await expect(verifyPayment(makeHttpStaff('/'))).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/answered 403 to the request to verify/),
    });
    await expect(
      verifyPayment(makeHttpStaff('/{paymentCode}'), { paymentCode: undefined }),
    ).rejects.toThrow(/needs \{paymentCode\}, which the backend has not given/);
    await expect(verifyPayment(makeHttpStaff('/{env:NOT_SET_ANYWHERE}'))).rejects.toThrow(
      /NOT_SET_ANYWHERE/,
    );
  });

  test('that is away is not reached', async () => {
    const { url } = await serveStaffSystem(503);
    await expect(
      verifyPayment({ use: 'http', requests: { verify: { url } } }),
    ).rejects.toMatchObject({
      exitCode: 3,
    });
  });
});

test('a program learns whom and what it decides', async () => {
  const scriptText =
    'console.error(process.argv.at(-1), process.env.ADMISSIONS_WANTS, process.env.ADMISSIONS_PAYMENT_CODE, process.env.ADMISSIONS_APPLICANT_ID); process.exit(1)';
  const folder = await makeFolderWith({ 's.mjs': scriptText });
  const commandStaff: StaffSettings = { use: 'command', command: [process.execPath, './s.mjs'] };
  await expect(verifyPayment(commandStaff, {}, folder)).rejects.toThrow(
    'hana+1@x.example verify OPC-"1" 7',
  );
});

describe('waiting', () => {
  const makeWaitingStaff = (waitMs: number): StaffSettings => ({ use: 'wait', waitMs, everyMs: 1 });

  test('ends when the state has moved', async () => {
    const statesInOrder = ['ACTIVATION_PAID', 'ACTIVATION_PAID', 'BIOGRAPHIC_APPLICANT'];
    await verifyPayment(makeWaitingStaff(10_000), {
      readState: async () => statesInOrder.shift() ?? 'too often',
    });
    expect(statesInOrder).toEqual([]);
  });

  test('ends as waiting when staff take too long, and at once with nobody to ask', async () => {
    await expect(verifyPayment(makeWaitingStaff(5))).rejects.toMatchObject({
      exitCode: 4,
      message: 'waiting for staff to verify the payment; they did not within 0 s',
    });
    await expect(verifyPayment({ use: 'none' })).rejects.toMatchObject({ exitCode: 4 });
  });
});
