import { describe, expect, test } from 'vitest';
import { DialectError, parseDialect } from './dialects.ts';
import { applicantExamples } from './examples.ts';
import { registerForm, toRegistration } from './registration.ts';
import { alternate, canonical, fromWire, toWire, wireTemplate } from './wire.ts';

const registration = toRegistration(registerForm.parse(applicantExamples.abebe.register));
const banks = () => [{ id: 7, account: '1000123' }];
const none = () => [];

describe('the alternate dialect', () => {
  test('renames and leaves out fields of a registration', async () => {
    const wire = await toWire(alternate, 'applicants.register', registration, none);
    expect(Object.keys(wire as object)).toEqual([
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
    const { referral: _leftOut, ...expected } = registration;
    const wire = await toWire(alternate, 'applicants.register', registration, none);
    expect(await fromWire(alternate, 'applicants.register', wire, none)).toEqual(expected);
  });

  test('does not know a field under its canonical name', async () => {
    expect(await fromWire(alternate, 'auth.login', { email: 'a', password: 'b' }, none)).toEqual({
      email: 'a',
    });
  });

  test('writes the payment method in upper case, and takes no other', async () => {
    const wire = await toWire(alternate, 'payments.payOnline', { method: 'arifpay' }, none);
    expect(wire).toEqual({ method: 'ARIFPAY' });
    expect(await fromWire(alternate, 'payments.payOnline', wire, none)).toEqual({
      method: 'arifpay',
    });
    expect(await fromWire(alternate, 'payments.payOnline', { method: 'arifpay' }, none)).toEqual({
      method: 'ARIFPAY',
    });
  });

  test('writes a bank account by its id', async () => {
    const wire = await toWire(alternate, 'payments.makeOffline', { bankAccount: '1000123' }, banks);
    expect(wire).toEqual({ bankAccount: 7 });
    expect(await fromWire(alternate, 'payments.makeOffline', wire, banks)).toEqual({
      bankAccount: '1000123',
    });
  });

  test('changes paths', () => {
    expect(wireTemplate(alternate, 'applicants.activate', '/x/:token')).toBe(
      '/applicants/public/activate/:token',
    );
    expect(wireTemplate(canonical, 'applicants.activate', '/x/:token')).toBe('/x/:token');
  });

  test('is what the decisions give as an example', () => {
    expect(parseDialect(JSON.parse(JSON.stringify(alternate)))).toEqual(alternate);
  });
});

describe('a dialect file', () => {
  const problemsOf = (input: unknown): readonly string[] => {
    try {
      parseDialect(input);
      return [];
    } catch (error) {
      expect(error).toBeInstanceOf(DialectError);
      return (error as DialectError).problems;
    }
  };

  test('names every mistake at once', () => {
    const problems = problemsOf({
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
      expect.stringContaining("operations.payments.payOnline.values.price: can't be written"),
      expect.stringContaining('operations.auth.getUser.withPassword: only applicants.activate'),
    ]);
  });

  test('names two fields written alike', () => {
    expect(problemsOf({ operations: { 'auth.login': { body: { password: 'email' } } } })).toEqual([
      expect.stringContaining('two fields are written as "email"'),
    ]);
  });

  test('of another shape says where', () => {
    expect(problemsOf({ operations: { 'auth.login': { pth: '/x' } } })[0]).toContain(
      'operations.auth.login',
    );
    expect(problemsOf({})[0]).toContain('operations');
    expect(problemsOf('pirate')[0]).toContain('known are canonical, alternate');
  });
});
