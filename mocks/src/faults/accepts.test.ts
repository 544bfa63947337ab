import { today } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { type Case, compare, type Observe, precreated, statusOf } from '../testing/observe.ts';
import { deposit } from '../testing/payloads.ts';
import { creates, registers, savesBio, savesContact, savesEducation } from '../testing/saves.ts';
import type { Session } from '../testing/session.ts';

const year = Number(today().slice(0, 4));

const sendsContact = (body: string) => async (session: Session) => {
  const { token } = await precreated(session, 'BIOGRAPHIC_APPLICANT3');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const path = '/api/applicants/private/save_contact_data';
  return (await session.raw(path, { method: 'POST', headers, body })).status;
};

const applies = (body: object) =>
  statusOf('applicants.applyForProgram', { state: 'READY_TO_APPLY', body });

const changesPassword: Observe = async (session) => {
  const { token, email: own } = await precreated(session, 'ACTIVATED');
  const body = { email: own, password: 'x' };
  return (await session.call('auth.changePassword', { body, token })).status;
};

const changesName: Observe = async (session) => {
  const { token, email: own, id } = await precreated(session, 'ACTIVATED');
  const names = { firstName: ' ', middleName: 'B', lastName: 'C', phone: '0911000000' };
  const sent = { params: { applicantId: id }, body: { ...names, email: own }, token };
  return (await session.call('applicants.editProfile', sent)).status;
};

const cases: [fault: string, observe: Observe][] = [
  ['phone-7-digits', registers({ phoneNumber: '+2519112' })],
  ['phone-16-digits', registers({ phoneNumber: '2519112345678901' })],
  ['phone-letters', registers({ phoneNumber: '0911ABCDEF' })],
  ['name-digits', registers({ lastName: 'BEKELE2' })],
  ['name-missing', registers({ middleName: undefined })],
  ['object-as-name', registers({ firstName: { $ne: null } })],
  ['email-without-dot', registers({ email: 'hana@example' })],
  ['email-invalid', registers({ email: 'hana.example.com' })],
  ['age-not-confirmed', registers({ iAm18: false })],
  ['terms-not-accepted', registers({ iAgreeTerms: false })],
  ['privacy-missing', registers({ agreeToPrivacy: undefined })],
  ['password-7-characters', creates('Selam25')],
  ['password-without-digit', creates('SelamSelam')],
  ['password-without-uppercase', creates('selam2025')],
  ['password-without-lowercase', creates('SELAM2025')],
  ['reset-password-weak', changesPassword],
  ['age-17', savesBio({ dateOfBirth: `${year - 17}-01-01` })],
  ['birth-in-future', savesBio({ dateOfBirth: `${year + 1}-01-01` })],
  ['birth-impossible', savesBio({ dateOfBirth: '2001-02-30' })],
  ['country-digits', savesBio({ countryOfBirth: 'Ethiopia 2' })],
  ['country-41-letters', savesBio({ countryOfResidence: 'E'.repeat(41) })],
  ['gender-any', savesBio({ gender: 'unknown' })],
  ['bio-nationality-missing', savesBio({ nationality: undefined })],
  ['grades-one-year-apart', savesEducation({ grade12Year: 2020 })],
  ['education-field-missing', savesEducation({ highSchoolAddress: '' })],
  ['contact-phone-7-digits', savesContact({ contactPhone: '1234567' })],
  ['contact-name-missing', savesContact({ contactFullName: undefined })],
  ['contact-relation-missing', savesContact({ contactRelation: '' })],
  ['empty-body-accepted', sendsContact('{}')],
  ['malformed-json-accepted', sendsContact('{"contactFullName"')],
  [
    'payment-reference-missing',
    statusOf('payments.makeOffline', {
      state: 'TOOK_EXAM',
      body: async (session, token) => ({
        ...(await deposit(session, token)),
        transactionReference: '',
      }),
    }),
  ],
  [
    'payment-method-any',
    statusOf('payments.payOnline', {
      state: 'TOOK_EXAM',
      body: { price: 500, currency: 'ETB', method: 'bitcoin', intent: 'SALE', description: 'Fee' },
    }),
  ],
  ['programme-missing', applies({})],
  ['profile-name-missing', changesName],
];

test.each(cases)('%s', async (fault, observe) => {
  const success = expect.toSatisfy((status: number) => status === 200 || status === 201);
  expect(await compare(fault, observe)).toEqual([400, success]);
});

test.each<Case>([['programme-unknown', applies({ selectedBatchProgramId: 999 }), 404, 200]])(
  '%s',
  async (fault, observe, healthy, faulty) => {
    expect(await compare(fault, observe)).toEqual([healthy, faulty]);
  },
);

test('a missing rule leaves the others in force', async () => {
  const observe = registers({ phoneNumber: '+2519112', firstName: 'R2D2' });
  expect(await compare('phone-7-digits', observe)).toEqual([400, 400]);
});
