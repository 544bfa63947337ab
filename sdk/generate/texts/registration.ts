import { email, hana, oneTimeToken, registrations } from './people.ts';
import type { ResourceTexts } from './types.ts';

/** Registration and the first password. */
export const registrationTexts: Pick<
  ResourceTexts<'applicants'>,
  | 'applicants.register'
  | 'applicants.activate'
  | 'applicants.createPassword'
  | 'applicants.resendEmail'
> = {
  'applicants.register': {
    title: 'Register',
    description:
      'Creates an account that cannot log in yet, and mails an activation link to its address. First, middle and last name arrive in capitals. Any success other than 201 counts as a failure on the site.',
    requests: registrations,
    refusals: {
      400: {
        why: 'A field is missing or invalid, or a box that must be ticked is not.',
        message: 'First name must contain only alphabetic characters',
      },
      409: {
        why: 'The address has an account already. The site shows the message, so it should say what to do next.',
        message: 'This e-mail address is already registered. Please log in.',
      },
    },
  },
  'applicants.activate': {
    title: 'Activate the account',
    description:
      'Opens the activation link: its token is used up, the account is `NOT_ACTIVATED`, and the answer has a second token, which creates the password. Nothing is sent, unless the backend sets the password in the same call.',
    parameters: {
      token: { means: 'The last segment of the mailed activation link.', example: oneTimeToken },
    },
    answers: {
      activated: {
        summary: 'She may create her password now',
        value: {
          firstName: 'HANA',
          lastName: 'BEKELE',
          email,
          status: 'NOT_ACTIVATED',
          token: 'Jd82LsQv0TfYxE4hUa6R',
        },
      },
    },
    refusals: {
      404: {
        why: 'The token was never mailed.',
        message: 'This activation link is not known.',
      },
      409: {
        why: 'The link was used before, or the account has its password already.',
        message: 'This account is already activated.',
      },
    },
  },
  'applicants.createPassword': {
    title: 'Set the first password',
    description:
      'Sets the first password of the account that the token of the activation stands for. She is `ACTIVATED` then and can log in.',
    parameters: {
      token: { means: 'The `token` of the answer to the activation.', example: oneTimeToken },
    },
    requests: {
      hana: {
        summary: 'Her address twice, and her password',
        value: { name: email, email, password: hana.password },
      },
    },
    refusals: {
      400: {
        why: 'The password is too weak, the address is not the activated one, or the link was not opened yet.',
        message: 'Password must be at least 8 characters',
      },
      404: {
        why: 'The token was never given out.',
        message: 'This address to create a password is not known.',
      },
      406: {
        why: 'The account has a password, which stays what it is. The site leads to the login then.',
        message: 'Password is already created for this account.',
      },
    },
  },
  'applicants.resendEmail': {
    title: 'Mail another activation link',
    description:
      'Mails another activation link to an account that has no password yet. Older links may go on working until one of them is used.',
    parameters: { email: { means: 'The address she registered.', example: email } },
    requests: { hana: { summary: 'The same address as in the path', value: { email } } },
    refusals: {
      404: {
        why: 'Nobody registered this address.',
        message: 'This e-mail address is not registered.',
      },
      409: {
        why: 'The account is activated already.',
        message: 'This account is already activated. Please log in.',
      },
    },
  },
};
