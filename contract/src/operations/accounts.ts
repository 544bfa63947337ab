/** Registration, activation, passwords and the login. */
import { z } from 'zod';
import { applicantExamples } from '../examples.ts';
import {
  cleanPhone,
  id,
  makeEmailSchema,
  makeNewPasswordSchema,
  makePersonNameSchema,
  makePhoneSchema,
  makeRequiredTextSchema,
} from '../fields.ts';
import { registerForm, someText, toRegistration } from '../forms.ts';
import { anySuccessResponses, defineOperation, describeField, nameSchema } from '../operation.ts';
import { applicantStatusSchema, exampleProfileId, makeRequestExamples } from './shared.ts';

const { hana } = applicantExamples;
const registrationSchemas = registerForm.shape;
const hanaEmail = hana.register.email;
const noAccountRefusal = { reason: 'There is no such account.', message: 'There is no such user.' };

export const register = defineOperation({
  method: 'POST',
  path: '/applicants/public/apply',
  summary: 'Register',
  description:
    'Creates an account that cannot log in yet, and mails an activation link to its address. First, middle and last name arrive in capitals. Any success other than 201 counts as a failure on the site.',
  rule: 'accounts#register',
  auth: 'none',
  body: nameSchema(
    'RegisterRequest',
    'A registration.',
    z.object({
      firstName: describeField("The applicant's first name.", makePersonNameSchema('First name')),
      middleName: describeField('Her middle name.', makePersonNameSchema('Middle name')),
      lastName: describeField("The applicant's last name.", makePersonNameSchema('Last name')),
      email: describeField(
        'The address the activation link is mailed to, and that she logs in with.',
        makeEmailSchema(),
      ),
      phoneNumber: describeField('A phone to reach her.', makePhoneSchema()),
      iAm18: describeField('She is 18 or older.', registrationSchemas.iAm18),
      iAgreeTerms: describeField(
        'She agrees to the terms and conditions.',
        registrationSchemas.iAgreeTerms,
      ),
      agreeToPrivacy: describeField(
        'She agrees to the privacy policy.',
        registrationSchemas.agreeToPrivacy,
      ),
      iAgreeMarketing: z.boolean().describe('Whether she wants news; her own choice.'),
      referral: z.string().optional().describe('A referral code, if she has one.'),
    }),
  ),
  readsBodyAs: 'nothing',
  successResponses: { 201: z.unknown() },
  refusals: {
    400: {
      reason: 'A field is missing or invalid, or a box that must be ticked is not.',
      message: 'First name must contain only alphabetic characters',
    },
    409: {
      reason:
        'The address has an account already. The site shows the message, so it should say what to do next.',
      message: 'This email address is already registered. Please log in.',
    },
  },
  refusesIn: 'text',
  safeToRepeat: false,
  ignorableFields: ['referral', 'iAgreeMarketing'],
  personalFields: ['firstName', 'middleName', 'lastName', 'email', 'phoneNumber'],
  otherReadings: {
    alternate: {
      body: {
        phoneNumber: 'phone',
        iAm18: 'i_am18or_Older',
        iAgreeTerms: 'agreeToTerms',
        iAgreeMarketing: 'agreeToMarketingPromotions',
        referral: null,
      },
    },
    unnamedDialects: { body: { iAm18: 'iam18OrOlder' } },
  },
  examples: {
    requests: makeRequestExamples(({ register }) =>
      toRegistration({ ...register, phoneNumber: cleanPhone(register.phoneNumber) }),
    ),
  },
});

const activationResponseSchema = nameSchema(
  'Activation',
  'An account that was activated.',
  z.object({
    firstName: z.string().nullish().describe("The applicant's first name."),
    lastName: z.string().nullish().describe("The applicant's last name."),
    email: z.string().describe("The account's email address."),
    status: applicantStatusSchema.describe('The state she is in now.'),
    token: z
      .string()
      .min(1)
      .describe('A second token. Authorises the creation of the password, once.'),
  }),
);

export const activate = defineOperation({
  method: 'POST',
  path: '/applicants/public/active/:token',
  pathParams: z.object({
    token: z.string().min(1).describe('The last segment of the mailed activation link.'),
  }),
  summary: 'Activate the account',
  description:
    'Opens the activation link: its token is used up, the account is `NOT_ACTIVATED`, and the answer has a second token, which creates the password. Nothing is sent, unless the backend sets the password in the same call.',
  rule: 'accounts#activate',
  auth: 'none',
  body: nameSchema(
    'ActivateRequest',
    'Nothing, unless the backend sets the password with the activation.',
    z.object({
      password: describeField(
        'The first password, where it is set with the activation.',
        makeNewPasswordSchema(),
      ).optional(),
    }),
  )
    .optional()
    .describe('Nothing, unless the dialect says that activation sets the password too.'),
  readsBodyAs: 'json',
  successResponses: { 200: activationResponseSchema, 201: activationResponseSchema },
  refusals: {
    400: {
      reason: 'The password is too weak, where it is set with the activation.',
      message: 'Password must be at least 8 characters',
    },
    404: { reason: 'The token was never mailed.', message: 'This activation link is not known.' },
    409: {
      reason: 'The link was used before, or the account has its password already.',
      message: 'This account is already activated.',
    },
  },
  refusesIn: 'text',
  safeToRepeat: false,
  neededValues: ['activationToken'],
  secretFields: ['token', 'password'],
  personalFields: ['firstName', 'lastName', 'email'],
  otherReadings: {
    alternate: { path: '/applicants/public/activate/:token' },
    unnamedDialects: { withPassword: true },
  },
  examples: {
    parameters: { token: 'mV3kq8ZtR1yBw5XcN7pL' },
    answers: {
      activated: {
        summary: 'She may create her password now',
        value: {
          firstName: 'HANA',
          lastName: 'BEKELE',
          email: hanaEmail,
          status: 'NOT_ACTIVATED',
          token: 'Jd82LsQv0TfYxE4hUa6R',
        },
      },
    },
  },
});

export const createPassword = defineOperation({
  method: 'POST',
  path: '/applicants/public/create_password/:token',
  pathParams: z.object({
    token: z.string().min(1).describe('The `token` of the answer to the activation.'),
  }),
  summary: 'Set the first password',
  description:
    'Sets the first password of the account that the token of the activation stands for. She is `ACTIVATED` then and can log in.',
  rule: 'accounts#first-password',
  auth: 'none',
  body: nameSchema(
    'CreatePasswordRequest',
    'The first password.',
    z.object({
      name: makeEmailSchema().describe('The name to log in with. The email address, again.'),
      email: describeField('The address that was activated.', makeEmailSchema()),
      password: describeField('The password she chose.', makeNewPasswordSchema()),
    }),
  ),
  readsBodyAs: 'nothing',
  successResponses: { 200: z.unknown() },
  refusals: {
    400: {
      reason:
        'The password is too weak, the address is not the activated one, or the link was not opened yet.',
      message: 'Password must be at least 8 characters',
    },
    404: {
      reason: 'The token was never given out.',
      message: 'This address to create a password is not known.',
    },
    406: {
      reason:
        'The account has a password, which stays what it is. The site leads to the login then.',
      message: 'Password is already created for this account.',
    },
  },
  refusesIn: 'text',
  safeToRepeat: false,
  neededValues: ['passwordToken'],
  ignorableFields: ['name', 'email'],
  secretFields: ['token', 'password'],
  personalFields: ['email'],
  otherReadings: { alternate: { path: '/applicants/public/create_password' } },
  examples: {
    parameters: { token: 'Jd82LsQv0TfYxE4hUa6R' },
    requests: {
      hana: {
        summary: 'Her address twice, and her password',
        value: { name: hanaEmail, email: hanaEmail, password: hana.password },
      },
    },
  },
});

export const resendEmail = defineOperation({
  method: 'POST',
  path: '/applicants/public/resend_email/:email',
  pathParams: z.object({ email: z.string().min(1).describe('The address she registered.') }),
  summary: 'Mail another activation link',
  description:
    'Mails another activation link to an account that has no password yet. Older links may go on working until one of them is used.',
  rule: 'accounts#a-new-link',
  auth: 'none',
  usualState: null,
  body: nameSchema(
    'ResendEmailRequest',
    'Who needs another link.',
    z.object({ email: describeField('The same address as in the path.', makeEmailSchema()) }),
  ),
  readsBodyAs: 'nothing',
  successResponses: anySuccessResponses,
  refusals: {
    400: {
      reason: 'The address is missing, or not that of the path.',
      message: 'Invalid email address',
    },
    404: {
      reason: 'Nobody registered this address.',
      message: 'This email address is not registered.',
    },
    409: {
      reason: 'The account is activated already.',
      message: 'This account is already activated. Please log in.',
    },
  },
  safeToRepeat: false,
  ignorableFields: ['email'],
  personalFields: ['email'],
  examples: {
    parameters: { email: hanaEmail },
    requests: {
      hana: { summary: 'The same address as in the path', value: { email: hanaEmail } },
    },
  },
});

const loginResponseSchema = nameSchema(
  'LoginAnswer',
  'A session that has begun.',
  z.object({
    token: z
      .string()
      .min(1)
      .describe('Sent with the calls that follow, as `Authorization: Bearer …`.'),
    email: z.string().describe("The account's email address."),
    shouldChangePassword: z
      .boolean()
      .describe('True after a temporary password, which has to be replaced first.'),
    roles: z
      .array(
        nameSchema(
          'Role',
          'A role of an account.',
          z.object({
            name: z
              .string()
              .describe('`ROLE_APPLICANT` for applicants; others belong to the staff.'),
          }),
        ),
      )
      .describe('What the account may do. Applicants have `ROLE_APPLICANT`.'),
  }),
);

export const login = defineOperation({
  method: 'POST',
  path: '/auth/public/login',
  summary: 'Log in',
  description:
    'Answers a bearer token. The site takes it for 50 minutes; how long it is valid is up to the backend. Where `shouldChangePassword` is true she logged in with a temporary password, and changes it before anything else. A role other than `ROLE_APPLICANT` belongs to the staff, whose portal is not part of this API.',
  rule: 'accounts#log-in',
  auth: 'none',
  body: nameSchema(
    'LoginRequest',
    'Who logs in.',
    z.object({
      email: describeField(
        'The address of the account.',
        makeRequiredTextSchema('Email is required'),
      ),
      password: describeField(
        'The password, or a temporary one. Spaces count.',
        someText('Password is required'),
      ),
    }),
  ),
  readsBodyAs: 'json',
  successResponses: { 200: loginResponseSchema },
  refusals: {
    401: {
      reason: 'The password is wrong, or the account has none yet.',
      message: 'The email address or the password is wrong.',
    },
    404: { reason: 'Nobody registered this address.', message: 'User is not recognized.' },
    417: {
      reason: 'The login is refused; as good as 401 and 404.',
      message: 'The email address or the password is wrong.',
    },
  },
  safeToRepeat: true,
  secretFields: ['password', 'token'],
  personalFields: ['email'],
  otherReadings: { alternate: { body: { password: 'passwords' } } },
  examples: {
    requests: {
      hana: {
        summary: 'An applicant',
        value: { email: hanaEmail, password: hana.password },
      },
    },
    answers: {
      applicant: {
        summary: 'An applicant with a password of her own',
        value: {
          token: '5f0c1e9ab7d84c3f9e6a2b7d41c80f36',
          email: hanaEmail,
          shouldChangePassword: false,
          roles: [{ name: 'ROLE_APPLICANT' }],
        },
      },
      temporary: {
        summary: 'She logged in with a temporary password',
        value: {
          token: 'c7b1d2a60e5f4b8c8a3971f2d6e04b95',
          email: hanaEmail,
          shouldChangePassword: true,
          roles: [{ name: 'ROLE_APPLICANT' }],
        },
      },
    },
  },
});

export const forgotPassword = defineOperation({
  method: 'POST',
  path: '/auth/public/forgot_password',
  summary: 'Mail a temporary password',
  description:
    'Mails a temporary password, which works for one login. The old password goes on working until it is changed.',
  rule: 'accounts#forgotten-password',
  auth: 'none',
  body: nameSchema(
    'ForgotPasswordRequest',
    'Whose password is forgotten.',
    z.object({ email: describeField('The address of the account.', makeEmailSchema()) }),
  ),
  readsBodyAs: 'nothing',
  successResponses: { 200: z.unknown() },
  refusals: {
    400: {
      reason: 'There is no account with this address that has a password.',
      message: 'There is no activated account with this email address.',
    },
  },
  refusesIn: 'text',
  safeToRepeat: false,
  personalFields: ['email'],
  examples: {
    requests: { hana: { summary: 'The address of the account', value: { email: hanaEmail } } },
  },
});

export const changePassword = defineOperation({
  method: 'POST',
  path: '/auth/private/change_password',
  summary: 'Change the password',
  description:
    'Replaces the password of the applicant who is logged in; the one before, and a temporary one, work no longer.',
  rule: 'accounts#change-the-password',
  auth: 'bearer',
  body: nameSchema(
    'ChangePasswordRequest',
    'A new password.',
    z.object({
      email: describeField('The address of the account that is logged in.', makeEmailSchema()),
      password: describeField('The new password.', makeNewPasswordSchema()),
    }),
  ),
  readsBodyAs: 'nothing',
  successResponses: anySuccessResponses,
  refusals: {
    400: {
      reason: 'The new password is too weak, or the address is missing.',
      message: 'Password must be at least 8 characters',
    },
  },
  refusesIn: 'text',
  safeToRepeat: false,
  ignorableFields: ['email'],
  secretFields: ['password'],
  personalFields: ['email'],
  examples: {
    requests: {
      hana: {
        summary: 'Her address and the new password',
        value: { email: hanaEmail, password: 'Abay2026' },
      },
    },
  },
});

const userNamesSchema = nameSchema(
  'UserNames',
  "An account's names and phone.",
  z.object({
    firstName: z.string().describe("The applicant's first name."),
    middleName: z.string().describe('The middle name.'),
    lastName: z.string().describe("The applicant's last name."),
    phone: z.string().describe("The applicant's phone."),
  }),
);

export const getUser = defineOperation({
  method: 'GET',
  path: '/auth/private/:userId',
  pathParams: z.object({ userId: id.describe('The `id` of her profile.') }),
  summary: 'Read the account',
  description: 'Reads the names and the phone of her own account, the same as in her profile.',
  rule: 'profile#read-the-account',
  auth: 'bearer',
  readsBodyAs: 'json',
  successResponses: { 200: userNamesSchema },
  refusals: { 404: noAccountRefusal },
  safeToRepeat: true,
  neededValues: ['profileId'],
  personalFields: ['firstName', 'middleName', 'lastName', 'phone'],
  examples: {
    parameters: { userId: exampleProfileId },
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
  },
});

export const updateUser = defineOperation({
  method: 'PUT',
  path: '/auth/private/update_user',
  summary: 'Update the account (not specified)',
  description:
    'The specification names this operation and says nothing about what it takes. The site never calls it.',
  rule: 'profile#update-a-user',
  auth: 'bearer',
  body: nameSchema(
    'UpdateUserRequest',
    'Whatever the backend takes. Not given in the specification.',
    z.record(z.unknown()),
  ),
  readsBodyAs: 'nothing',
  successResponses: anySuccessResponses,
  refusals: {
    400: {
      reason: 'The backend does not take what was sent.',
      message: 'Only firstName, middleName, lastName and phone can be changed.',
    },
    404: noAccountRefusal,
  },
  safeToRepeat: false,
  mayBeMissing: true,
  personalFields: ['firstName', 'middleName', 'lastName', 'phone'],
  examples: {
    requests: { names: { summary: 'What a backend could take', value: { firstName: 'Hana' } } },
  },
});
