import { expect, test } from 'vitest';
import { parseDialect } from './dialects.ts';
import { alternate } from './named-dialects.ts';
import { dialectSettings, readingIn, writeDialect } from './readings.ts';
import { canonical } from './wire.ts';

test('the settings are those of the decisions, each with its readings', () => {
  const told = dialectSettings.map(
    ({ operation, name, readings }) => `${operation} ${name}: ${readings.join(', ')}`,
  );
  expect(told).toEqual([
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
    const said = dialectSettings.map((one) => [one, readingIn(dialect, one)] as const);
    expect(writeDialect(said)).toEqual(dialect);
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
