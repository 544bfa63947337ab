import { describe, expect, test } from 'vitest';
import {
  alternate,
  DialectError,
  dialectSettings,
  parseDialect,
  readingIn,
  writeDialect,
} from './dialects.ts';
import { applicantExamples } from './examples.ts';
import { registerForm, toRegistration } from './forms.ts';
import { canonical, fromWire, toWire, wireTemplate } from './wire.ts';

const registrationBody = toRegistration(registerForm.parse(applicantExamples.abebe.register));
const listOneBankAccount = () => [{ id: 7, account: '1000123' }];
const answerNoAccounts = () => [];

describe('the alternate dialect', () => {
  test('renames and leaves out fields of a registration', async () => {
    const wireBody = await toWire(
      alternate,
      'applicants.register',
      registrationBody,
      answerNoAccounts,
    );
    expect(Object.keys(wireBody as object)).toEqual([
      'firstName',
      'middleName',
      'lastName',
      'email',
      'phone',
      'i_am18or_Older',
      'agreeToTerms',
      'agreeToPrivacy',
      'agreeToMarketingPromotions',
    ]);
  });

  test('is read back to the canonical fields, without the one that was left out', async () => {
    const { referral: _leftOut, ...expected } = registrationBody;
    const wireBody = await toWire(
      alternate,
      'applicants.register',
      registrationBody,
      answerNoAccounts,
    );
    expect(await fromWire(alternate, 'applicants.register', wireBody, answerNoAccounts)).toEqual(
      expected,
    );
  });

  test('does not know a field under its canonical name', async () => {
    expect(
      await fromWire(alternate, 'auth.login', { email: 'a', password: 'b' }, answerNoAccounts),
    ).toEqual({
      email: 'a',
    });
  });

  test('writes the payment method in upper case, and takes no other', async () => {
    const wireBody = await toWire(
      alternate,
      'payments.payOnline',
      { method: 'arifpay' },
      answerNoAccounts,
    );
    expect(wireBody).toEqual({ method: 'ARIFPAY' });
    expect(await fromWire(alternate, 'payments.payOnline', wireBody, answerNoAccounts)).toEqual({
      method: 'arifpay',
    });
    expect(
      await fromWire(alternate, 'payments.payOnline', { method: 'arifpay' }, answerNoAccounts),
    ).toEqual({
      method: 'ARIFPAY',
    });
  });

  test('writes a bank account by its id', async () => {
    const wire = await toWire(
      alternate,
      'payments.makeOffline',
      { bankAccount: '1000123' },
      listOneBankAccount,
    );
    expect(wire).toEqual({ bankAccount: 7 });
    expect(await fromWire(alternate, 'payments.makeOffline', wire, listOneBankAccount)).toEqual({
      bankAccount: '1000123',
    });
  });

  test('is read where a bank account is unknown, and where there is none', async () => {
    const readWirePayment = (body: unknown) =>
      fromWire(alternate, 'payments.makeOffline', body, listOneBankAccount);
    expect(await readWirePayment({ bankAccount: 8 })).toEqual({ bankAccount: '' });
    expect(await readWirePayment({ bankAccount: '7' })).toEqual({ bankAccount: '1000123' });
    expect(await readWirePayment([7])).toEqual([7]);
    expect(await readWirePayment(null)).toBe(null);
  });

  test('changes paths', () => {
    expect(wireTemplate(alternate, 'applicants.activate', '/x/:token')).toBe(
      '/applicants/public/activate/:token',
    );
    expect(wireTemplate(canonical, 'applicants.activate', '/x/:token')).toBe('/x/:token');
  });
});

describe('a field of the body', () => {
  const bodyWithHostileNames = JSON.parse(
    '{"__proto__":{"email":"x"},"constructor":1,"toString":2}',
  );

  test('may be called like what objects inherit, in both directions', async () => {
    for (const translate of [toWire, fromWire]) {
      const translatedBody = (await translate(
        alternate,
        'auth.login',
        bodyWithHostileNames,
        answerNoAccounts,
      )) as object;
      expect(JSON.stringify(translatedBody)).toBe(JSON.stringify(bodyWithHostileNames));
      expect((translatedBody as { email?: string }).email).toBeUndefined();
    }
  });

  test('is renamed in objects of any make', async () => {
    const body = Object.assign(Object.create(null), { password: 'x' });
    expect(await toWire(alternate, 'auth.login', body, answerNoAccounts)).toEqual({
      passwords: 'x',
    });
  });

  test('may change names with another', async () => {
    const swappedDialect = parseDialect({
      operations: { 'auth.login': { body: { email: 'password', password: 'email' } } },
    });
    const body = { email: 'a@b.c', password: 'x' };
    const wireBody = await toWire(swappedDialect, 'auth.login', body, answerNoAccounts);
    expect(wireBody).toEqual({ email: 'x', password: 'a@b.c' });
    expect(await fromWire(swappedDialect, 'auth.login', wireBody, answerNoAccounts)).toEqual(body);
  });
});

describe('a dialect file', () => {
  const collectProblems = (input: unknown): readonly string[] => {
    try {
      parseDialect(input);
      return [];
    } catch (error) {
      expect(error).toBeInstanceOf(DialectError);
      return (error as DialectError).problems;
    }
  };

  test('names every mistake at once', () => {
    const problems = collectProblems({
      operations: {
        'auth.signin': {},
        'auth.login': { body: { pasword: 'x' }, path: '/login/:user' },
        'payments.payOnline': { values: { method: 'title', price: 'upper' } },
        'auth.getUser': { withPassword: true },
      },
    });
    expect(problems).toEqual([
      expect.stringContaining('operations.auth.signin: no such operation'),
      expect.stringContaining('operations.auth.login.path: unknown parameter :user'),
      expect.stringContaining(
        'operations.auth.login.body.pasword: no such field; known are email, password',
      ),
      expect.stringContaining(
        'operations.payments.payOnline.values.method: unknown value "title"; known are lower, upper',
      ),
      expect.stringContaining('operations.payments.payOnline.values.price: cannot be written'),
      expect.stringContaining('operations.auth.getUser.withPassword: only applicants.activate'),
    ]);
  });

  test('names what JSON can hold and objects inherit', () => {
    const input = JSON.parse(`{ "operations": {
      "__proto__": {}, "constructor": {},
      "auth.login": { "body": { "__proto__": "x", "toString": "y" } },
      "payments.payOnline": { "values": { "constructor": "upper" } } } }`);
    expect(collectProblems(input)).toEqual([
      expect.stringContaining('operations.__proto__: no such operation'),
      expect.stringContaining('operations.constructor: no such operation'),
      expect.stringContaining('operations.auth.login.body.__proto__: no such field'),
      expect.stringContaining('operations.auth.login.body.toString: no such field'),
      expect.stringContaining('payments.payOnline.values.constructor: cannot be written'),
    ]);
  });

  test('names wrong shapes and wrong names together', () => {
    expect(
      collectProblems({
        operations: {
          'auth.login': { body: { pasword: 'x', password: 5 }, path: 'login' },
          'auth.logout': null,
          'files.upload': { body: { file: 'upload' } },
          'auth.getUser': { path: '/users #/:userId', body: 'none' },
          'auth.updateUser': { path: '/auth/%2E./private' },
        },
      }),
    ).toEqual([
      expect.stringContaining('operations.auth.login.path: must start with /'),
      expect.stringContaining('operations.auth.login.body.password: Expected string'),
      expect.stringContaining('operations.auth.logout: Expected object'),
      expect.stringContaining('operations.auth.getUser.body: Expected object'),
      expect.stringContaining('operations.auth.logout: no such operation'),
      expect.stringContaining('operations.files.upload.body.file: no such field; known are none'),
      expect.stringContaining('operations.auth.getUser.path: must not contain spaces, # or'),
      'operations.auth.updateUser.path: must not contain . or .. between slashes',
    ]);
  });

  test('names two fields written alike', () => {
    expect(
      collectProblems({ operations: { 'auth.login': { body: { password: 'email' } } } }),
    ).toEqual([expect.stringContaining('two fields are written as "email"')]);
  });

  test('of another shape says where', () => {
    expect(collectProblems({ operations: { 'auth.login': { pth: '/x' } } })[0]).toContain(
      'operations.auth.login',
    );
    expect(collectProblems({})[0]).toContain('operations');
    expect(collectProblems('pirate')[0]).toContain('known are canonical, alternate');
  });
});

test('the settings are those of specification/decisions §1, each with its readings', () => {
  const settingTexts = dialectSettings.map(
    ({ operation, name, readings }) => `${operation} ${name}: ${readings.join(', ')}`,
  );
  expect(settingTexts).toEqual([
    'applicants.register body.phoneNumber: phoneNumber, phone',
    'applicants.register body.iAm18: iAm18, i_am18or_Older, iam18OrOlder',
    'applicants.register body.iAgreeTerms: iAgreeTerms, agreeToTerms',
    'applicants.register body.iAgreeMarketing: iAgreeMarketing, agreeToMarketingPromotions',
    'applicants.register body.referral: referral, ',
    'applicants.activate path: /applicants/public/active/:token, /applicants/public/activate/:token',
    'applicants.activate withPassword: false, true',
    'applicants.createPassword path: /applicants/public/create_password/:token, /applicants/public/create_password',
    'applicants.editProfile path: /applicants/private/edit_profile/:applicantId',
    'applicants.getBioData path: /applicants/private/get_bio_data',
    'auth.login body.password: password, passwords',
    'payments.makeOffline values.bankAccount: account, id',
    'payments.payOnline values.method: lower, upper',
    'payments.getReceipt path: /payments/private/get_receipt1/:paymentCode',
  ]);
});

test.each([canonical, alternate])(
  'a dialect is written from what it says of each setting',
  (dialect) => {
    const settingReadingPairs = dialectSettings.map(
      (setting) => [setting, readingIn(dialect, setting)] as const,
    );
    expect(writeDialect(settingReadingPairs)).toEqual(dialect);
  },
);

test('any choice of readings is a valid dialect', () => {
  for (const setting of dialectSettings)
    for (const reading of setting.readings) {
      const dialect = writeDialect([[setting, reading]]);
      expect(parseDialect(dialect)).toEqual(dialect);
      expect(readingIn(dialect, setting)).toBe(reading);
    }
});
