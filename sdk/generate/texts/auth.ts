import { email, hana, profileId } from './people.ts';
import type { ResourceTexts } from './types.ts';

/** Login, passwords and the account's names. */
export const authTexts: ResourceTexts<'auth'> = {
  'auth.login': {
    title: 'Log in',
    description:
      'Answers a bearer token. The site takes it for 50 minutes; how long it is valid is up to the backend. Where `shouldChangePassword` is true she logged in with a temporary password, and changes it before anything else. A role other than `ROLE_APPLICANT` belongs to the staff, whose portal is not part of this API.',
    requests: {
      hana: { summary: 'An applicant', value: { email, password: hana.password } },
    },
    answers: {
      applicant: {
        summary: 'An applicant with a password of her own',
        value: {
          token: '5f0c1e9ab7d84c3f9e6a2b7d41c80f36',
          email,
          shouldChangePassword: false,
          roles: [{ name: 'ROLE_APPLICANT' }],
        },
      },
      temporary: {
        summary: 'She logged in with a temporary password',
        value: {
          token: 'c7b1d2a60e5f4b8c8a3971f2d6e04b95',
          email,
          shouldChangePassword: true,
          roles: [{ name: 'ROLE_APPLICANT' }],
        },
      },
    },
    refusals: {
      401: {
        why: 'The password is wrong, or the account has none yet.',
        message: 'The e-mail address or the password is wrong.',
      },
      404: { why: 'Nobody registered this address.', message: 'User is not recognized.' },
      417: {
        why: 'The login is refused; as good as 401 and 404.',
        message: 'The e-mail address or the password is wrong.',
      },
    },
  },
  'auth.forgotPassword': {
    title: 'Mail a temporary password',
    description:
      'Mails a temporary password, which works for one login. The old password goes on working until it is changed.',
    requests: { hana: { summary: 'The address of the account', value: { email } } },
    refusals: {
      400: {
        why: 'There is no account with this address that has a password.',
        message: 'There is no activated account with this e-mail address.',
      },
    },
  },
  'auth.changePassword': {
    title: 'Change the password',
    description:
      'Replaces the password of the applicant who is logged in; the one before, and a temporary one, work no longer.',
    requests: {
      hana: { summary: 'Her address and the new password', value: { email, password: 'Abay2026' } },
    },
    refusals: {
      400: {
        why: 'The new password is too weak, or the address is missing.',
        message: 'Password must be at least 8 characters',
      },
    },
  },
  'auth.getUser': {
    title: 'Read the account',
    description: 'Reads the names and the phone of her own account, the same as in her profile.',
    parameters: { userId: { means: 'The `id` of her profile.', example: profileId } },
    answers: {
      hana: {
        summary: 'Her own account',
        value: {
          firstName: 'HANA',
          middleName: 'TESFAYE',
          lastName: 'BEKELE',
          phone: hana.register.phoneNumber,
        },
      },
    },
    refusals: { 404: { why: 'There is no such account.', message: 'There is no such user.' } },
  },
  'auth.updateUser': {
    title: 'Update the account (not specified)',
    description:
      'The specification names this operation and says nothing about what it takes. The site never calls it.',
    requests: {
      names: { summary: 'What a backend could take', value: { firstName: 'Hana' } },
    },
    refusals: {
      400: {
        why: 'The backend does not take what was sent.',
        message: 'Only firstName, middleName, lastName and phone can be changed.',
      },
      404: { why: 'There is no such account.', message: 'There is no such user.' },
    },
  },
};
