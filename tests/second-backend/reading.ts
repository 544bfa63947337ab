/**
 * Where the specification can be read in two ways, and this backend in either: it speaks one of them, and knows nothing
 * of the other.
 */

export type ReadingName = 'canonical' | 'alternate';

export interface Reading {
  activation: string;
  /** With a token, that of the activation authorises the password; without one, the verified address does. */
  passwordCreation: string;
  /** The field that holds the password of a login. */
  loginPassword: string;
  registration: { phone: string; adult: string; terms: string; marketing: string };
  /** How a payment provider is named. */
  provider: (name: string) => string;
  /** What names a bank account in a payment. */
  paidInto: 'id' | 'account';
}

const accounts = 'POST /api/applicants/public';

export const readings: Readonly<Record<ReadingName, Reading>> = {
  canonical: {
    activation: `${accounts}/active/{token}`,
    passwordCreation: `${accounts}/create_password/{token}`,
    loginPassword: 'password',
    registration: {
      phone: 'phoneNumber',
      adult: 'iAm18',
      terms: 'iAgreeTerms',
      marketing: 'iAgreeMarketing',
    },
    provider: (name) => name.toLowerCase(),
    paidInto: 'account',
  },
  alternate: {
    activation: `${accounts}/activate/{token}`,
    passwordCreation: `${accounts}/create_password`,
    loginPassword: 'passwords',
    registration: {
      phone: 'phone',
      adult: 'i_am18or_Older',
      terms: 'agreeToTerms',
      marketing: 'agreeToMarketingPromotions',
    },
    provider: (name) => name,
    paidInto: 'id',
  },
};
