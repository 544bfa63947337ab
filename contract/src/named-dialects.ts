/** The dialects that ship by name. In a file of their own: a browser that speaks the canonical one does not load them. */
import { canonical, type Dialect, type ValueStyle } from './wire.ts';

/** The ways a value can be written, by operation and field; the first is the canonical one. */
export const valueStyles: Readonly<
  Record<string, Readonly<Record<string, readonly ValueStyle[]>>>
> = {
  'payments.payOnline': { method: ['lower', 'upper'] },
  'payments.makeOffline': { bankAccount: ['account', 'id'] },
};

/** The other reading of the specifications, as decisions, section 1, gives it. */
export const alternate: Dialect = {
  operations: {
    'auth.login': { body: { password: 'passwords' } },
    'applicants.activate': { path: '/applicants/public/activate/:token' },
    'applicants.createPassword': { path: '/applicants/public/create_password' },
    'applicants.register': {
      body: {
        phoneNumber: 'phone',
        iAm18: 'i_am18or_Older',
        iAgreeTerms: 'agreeToTerms',
        iAgreeMarketing: 'agreeToMarketingPromotions',
        referral: null,
      },
    },
    'payments.payOnline': { values: { method: 'upper' } },
    'payments.makeOffline': { values: { bankAccount: 'id' } },
  },
};

/** The dialects that ship by name. */
export const namedDialects = { canonical, alternate } as const;
