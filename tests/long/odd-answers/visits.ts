/** Every page of the site, in the state it belongs to, and what is pressed there. */
import { applicantExamples } from '@one-planet/contract';
import { precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { unwrap } from '@one-planet/sdk';
import { type RouteName, routeNames } from '../../../web/src/routes.ts';
import { password, registered } from '../../../web/src/testing/accounts.ts';
import { type Content, pdf, picture } from '../../site/files.ts';
import { apiOf, fromMock } from './mock-of.ts';
import { more } from './more-visits.ts';
import { press, type } from './press.ts';
import type { Visit, Way } from './visit.ts';

const hana = applicantExamples.hana;
const { email } = hana.register;

const fileOf = ({ name, mimeType, buffer }: Content) =>
  new File([new Uint8Array(buffer)], name, { type: mimeType });

/** What a page needs to be shown at all. */
const needs: Partial<Record<RouteName, Way>> = {
  admission: { arrange: () => ({ param: 'datascience' }) },
  activate: {
    isOnce: true,
    arrange: async (network) => ({
      param: (await registered(network, email)).split('/').at(-1) ?? '',
    }),
  },
  createPassword: {
    arrange: async (network) => {
      const token = (await registered(network, email)).split('/').at(-1) ?? '';
      const answer = apiOf(network).applicants.activate({ params: { token }, body: undefined });
      return { left: await unwrap(answer) };
    },
    fill: () => type({ password, confirmPassword: password }),
    press: press('applicants.createPassword', /^Save/),
  },
  login: {
    fill: () => type({ email: precreatedEmailIn('ACTIVATED'), password: precreatedPassword }),
    press: press('auth.login', /^Sign In$/),
  },
  register: {
    fill: () => type({ ...hana.register, email }),
    press: press('applicants.register', /^Register$/),
  },
  forgotPassword: {
    fill: () => type({ email: precreatedEmailIn('ACTIVATED') }),
    press: press('auth.forgotPassword', /^Send/),
  },
  resendEmail: {
    arrange: async (network) => {
      await registered(network, email);
      return {};
    },
    fill: () => type({ email }),
    press: press('applicants.resendEmail', /^Send/),
  },
  changePassword: {
    arrange: async (network) => {
      const known = { email: precreatedEmailIn('ACTIVATED'), password: precreatedPassword };
      const { token } = await unwrap(apiOf(network).auth.login({ body: known }));
      return { left: { shouldChangePassword: true, email: known.email, token } };
    },
    fill: () => type({ password, confirmPassword: password }),
    press: press('auth.changePassword', /^(Save|Change)/),
  },
  resetConfirmation: { arrange: () => ({ left: { email } }) },
  emailResent: { arrange: () => ({ left: { email } }) },
  receipt: {
    arrange: async (network) => {
      const { payments } = await fromMock<{ payments: { paymentCode: string }[] }>(
        network,
        'staff.json',
      );
      return { param: payments[0]?.paymentCode ?? '' };
    },
  },
  receiptSample: { arrange: () => ({ param: 'sample' }) },
  takeExam: { state: 'ACTIVATED', press: press('exams.create', /^Start DLT$/) },
  examResult: { state: 'TOOK_EXAM' },
  offlinePayment: {
    state: 'TOOK_EXAM',
    fill: () => {
      const bank = document.querySelector<HTMLSelectElement>('[name=paymentBank]');
      const paymentBank = bank?.options[1]?.value ?? '';
      type({
        paymentBank,
        txnRefNumber: hana.transactionReference,
        receiptFile: fileOf(picture('receipt.png')),
      });
    },
    press: press('payments.makeOffline', /^Submit$/),
  },
  finalizePayment: { state: 'ACTIVATION_PAID' },
  pendingPayVerification: { state: 'ACTIVATION_PAID' },
  editProfile: { state: 'READY_TO_APPLY', press: press('applicants.editProfile', /^Save/) },
  biographyData: {
    state: 'BIOGRAPHIC_APPLICANT',
    fill: () => {
      const { dateOfBirth, ...bio } = hana.bio;
      const [dateOfBirthYear = '', dateOfBirthMonth = '', dateOfBirthDay = ''] =
        dateOfBirth.split('-');
      type({
        ...bio,
        maritalStatus: bio.maritalStatus ?? '',
        dateOfBirthDay,
        dateOfBirthMonth,
        dateOfBirthYear,
      });
      type({
        profilePicture: fileOf(picture('face.png')),
        educationDocument: fileOf(pdf('diploma.pdf')),
      });
    },
    press: press('applicants.saveBioData', /^Save and Continue$/, /^Continue$/),
  },
  educationBackground: {
    state: 'BIOGRAPHIC_APPLICANT2',
    fill: () => type(hana.education),
    press: press('applicants.saveEducationData', /^Save and Continue$/, /^Continue$/),
  },
  emergencyContact: {
    state: 'BIOGRAPHIC_APPLICANT3',
    fill: () => type(hana.contact as Record<string, string>),
    press: press('applicants.saveContactData', /^Save and Continue$/, /^Continue$/),
  },
  applyProgram: {
    state: 'READY_TO_APPLY',
    fill: () => {
      const first = document.querySelector<HTMLInputElement>('[name=program]');
      type({ program: first?.value ?? '' });
    },
    press: press('applicants.applyForProgram', /^Apply$/),
  },
  applyProgramConfirmation: {
    state: 'APPLIED',
    arrange: () => ({ left: { program: 'Data Science' } }),
  },
  notFound: { arrange: () => ({ param: 'nowhere' }) },
};

/** Every route once, in the table's order, then the rest. */
export const visits: readonly Visit[] = [
  ...routeNames.map((page) => ({ name: page, page, ...needs[page] })),
  ...more,
];
