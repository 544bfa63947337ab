import { describe, expect, test } from 'vitest';
import { type StaffSettings, staffSettings } from '../core/settings.ts';
import { folderWith, request, serveAndRecord, signal, stubEnv } from '../testing/support.ts';
import { createStaff, type StaffCase } from './staff.ts';

const staffCase: StaffCase = {
  email: 'hana+1@x.example',
  applicantId: 7,
  paymentCode: 'OPC-"1"',
  readState: async () => 'ACTIVATION_PAID',
};

function decide(staff: StaffSettings, caseFields: Partial<StaffCase> = {}, folder = '/') {
  const adapterTools = {
    mockPages: () => Promise.reject(new Error('no mock')),
    access: { request },
  };
  return createStaff({ staff, folder }, adapterTools).decide(
    'verify',
    { ...staffCase, ...caseFields },
    signal,
  );
}

const staffSystem = (status = 200) => serveAndRecord(() => ({ status }));

describe('a staff system', () => {
  test('gets the request that the settings describe, with her filled in', async () => {
    stubEnv({ STAFF_TOKEN: 'staff-secret-1' });
    const { requests, url } = await staffSystem(204);
    const verify = {
      url: `${url}/payments/{paymentCode}?who={email}`,
      method: 'PUT' as const,
      headers: { authorization: 'Bearer {env:STAFF_TOKEN}' },
      body: { code: '{paymentCode}', applicant: { id: '{applicantId}', kept: '{other}' } },
    };
    await decide({ use: 'http', requests: { verify } });
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
    const requestsWith = (authorization: string) => ({
      verify: { url: 'https://staff.example', headers: { authorization } },
    });
    const isValid = (text: string) =>
      staffSettings.safeParse({ use: 'http', requests: requestsWith(text) }).success;
    expect(isValid('Bearer {env:STAFF_TOKEN}')).toBe(true);
    expect(isValid('Bearer {env STAFF_TOKEN}')).toBe(false);
  });

  test('that refuses, or wants what nobody knows, is a mistake in the settings', async () => {
    const { url } = await staffSystem(403);
    const http = (path: string): StaffSettings => ({
      use: 'http',
      requests: { verify: { url: `${url}${path}` } },
    });
    await expect(decide(http('/'))).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/answered 403 to the request to verify/),
    });
    await expect(decide(http('/{paymentCode}'), { paymentCode: undefined })).rejects.toThrow(
      /needs \{paymentCode\}, which the backend has not given/,
    );
    await expect(decide(http('/{env:NOT_SET_ANYWHERE}'))).rejects.toThrow(/NOT_SET_ANYWHERE/);
  });

  test('that is away is not reached', async () => {
    const { url } = await staffSystem(503);
    await expect(decide({ use: 'http', requests: { verify: { url } } })).rejects.toMatchObject({
      exitCode: 3,
    });
  });
});

test('a program learns whom and what it decides', async () => {
  const script =
    'console.error(process.argv.at(-1), process.env.ADMISSIONS_WANTS, process.env.ADMISSIONS_PAYMENT_CODE, process.env.ADMISSIONS_APPLICANT_ID); process.exit(1)';
  const folder = await folderWith({ 's.mjs': script });
  const command: StaffSettings = { use: 'command', command: [process.execPath, './s.mjs'] };
  await expect(decide(command, {}, folder)).rejects.toThrow('hana+1@x.example verify OPC-"1" 7');
});

describe('waiting', () => {
  const wait = (waitMs: number): StaffSettings => ({ use: 'wait', waitMs, everyMs: 1 });

  test('ends when the state has moved', async () => {
    const states = ['ACTIVATION_PAID', 'ACTIVATION_PAID', 'BIOGRAPHIC_APPLICANT'];
    await decide(wait(10_000), { readState: async () => states.shift() ?? 'too often' });
    expect(states).toEqual([]);
  });

  test('ends as waiting when staff take too long, and at once with nobody to ask', async () => {
    await expect(decide(wait(5))).rejects.toMatchObject({
      exitCode: 4,
      message: 'waiting for staff to verify the payment; they did not within 0 s',
    });
    await expect(decide({ use: 'none' })).rejects.toMatchObject({ exitCode: 4 });
  });
});
