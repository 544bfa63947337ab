import {
  activation,
  bioSummary,
  contract,
  loginAnswer,
  profile,
  profileUpdate,
  registration,
  userNames,
} from '@one-planet/contract';
import { type Named, named, namedObject } from './named.ts';

const { applicants, auth } = contract;
const first = "The applicant's first name.";
const last = "The applicant's last name.";
const address = "The account's e-mail address.";
const profilePicture = 'The stored name of her picture (`files.get`).';
const countryOfResidence = 'The country she lives in.';
const nationality = 'Her nationality, as she wrote it.';

export const accountNames: Readonly<Record<string, Named>> = {
  RegisterRequest: namedObject(registration, 'A registration.', {
    firstName: first,
    middleName: 'Her middle name.',
    lastName: last,
    email: 'The address the activation link is mailed to, and that she logs in with.',
    phoneNumber: 'A phone to reach her.',
    iAm18: 'She is 18 or older.',
    iAgreeTerms: 'She agrees to the terms and conditions.',
    agreeToPrivacy: 'She agrees to the privacy policy.',
    iAgreeMarketing: 'Whether she wants news; her own choice.',
    referral: 'A referral code, if she has one.',
  }),
  ActivateRequest: namedObject(
    applicants.activate.body.unwrap(),
    'Nothing, unless the backend sets the password with the activation.',
    { password: 'The first password, where it is set with the activation.' },
  ),
  Activation: namedObject(activation, 'An account that was activated.', {
    firstName: first,
    lastName: last,
    email: address,
    status: 'The state she is in now.',
    token: 'A second token.',
  }),
  CreatePasswordRequest: namedObject(applicants.createPassword.body, 'The first password.', {
    name: 'The name to log in with.',
    email: 'The address that was activated.',
    password: 'The password she chose.',
  }),
  ResendEmailRequest: namedObject(applicants.resendEmail.body, 'Who needs another link.', {
    email: 'The same address as in the path.',
  }),
  LoginRequest: namedObject(auth.login.body, 'Who logs in.', {
    email: 'The address of the account.',
    password: 'The password, or a temporary one. Spaces count.',
  }),
  LoginAnswer: namedObject(loginAnswer, 'A session that has begun.', {
    token: 'Sent with the calls that follow, as `Authorization: Bearer …`.',
    email: address,
    shouldChangePassword: 'True after a temporary password, which has to be replaced first.',
    roles: 'What the account may do. Applicants have `ROLE_APPLICANT`.',
  }),
  Role: namedObject(loginAnswer.shape.roles.element, 'A role of an account.', {
    name: '`ROLE_APPLICANT` for applicants; others belong to the staff.',
  }),
  ForgotPasswordRequest: namedObject(auth.forgotPassword.body, 'Whose password is forgotten.', {
    email: 'The address of the account.',
  }),
  ChangePasswordRequest: namedObject(auth.changePassword.body, 'A new password.', {
    email: 'The address of the account that is logged in.',
    password: 'The new password.',
  }),
  UserNames: namedObject(userNames, "An account's names and phone.", {
    firstName: first,
    middleName: 'The middle name.',
    lastName: last,
    phone: "The applicant's phone.",
  }),
  UpdateUserRequest: named(auth.updateUser.body, 'Whatever the backend takes.'),
  EditProfileRequest: namedObject(profileUpdate, 'Names and phone as they should be.', {
    firstName: 'The first name.',
    middleName: 'The middle name.',
    lastName: 'The last name.',
    phone: 'The phone, without spaces and dashes.',
    email: 'Her own address; it cannot be changed.',
  }),
  Profile: namedObject(profile, 'What the backend knows about an applicant.', {
    status: 'Where she is in the application.',
    id: "The profile's id; also that of the account.",
    firstName: first,
    middleName: 'Her middle name.',
    lastName: last,
    phone: 'Her phone.',
    email: address,
    profilePicture,
    countryOfResidence,
    nationality,
    applicationStatus: 'The same as `status`, where it is answered.',
  }),
  BioSummary: namedObject(bioSummary, 'What the profile page shows of the biography.', {
    profilePicture,
    countryOfResidence,
    nationality,
  }),
};
