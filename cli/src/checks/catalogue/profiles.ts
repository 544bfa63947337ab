/** The profile that an applicant reads is the one she entered (2 §2, §3). */

import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../../core/json.ts';
import { randomText } from '../../core/text.ts';
import {
  advanceStage,
  readProfile,
  recordSuccess,
  requestDecision,
  updatePendingPayment,
} from '../applicant-walk.ts';
import { nameMark, type Person, randomPhone } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenarios } from '../check.ts';
import {
  expectFields,
  expectRefused,
  expectSameText,
  rememberRecord,
  snapshot,
  toLowerText,
} from '../expect.ts';
import { type ApiResponse, describeResponse } from '../http-messages.ts';
import { failure, skip } from '../outcome.ts';

const profileNameFields = ['firstName', 'middleName', 'lastName'] as const;

export const profileScenarios: readonly BackendCheck[] = scenarios([
  {
    id: 'applicants.getByEmail/as-registered',
    sentence: 'applicants.getByEmail MUST answer what she registered.',
    rule: 'profile#as-registered',
    runFor: async (context, person) => {
      const response = await readProfile(person, context.helpers);
      const profile = fieldsOf(response.json);
      const { register } = person.input;
      const sentProfile = { ...register, phone: register.phoneNumber };
      for (const field of [...profileNameFields, 'email', 'phone'] as const) {
        const value = profile[field];
        if ((value ?? '') === '' || toLowerText(value) === toLowerText(sentProfile[field]))
          continue;
        throw failure(`the ${field} she registered`, response);
      }
    },
  },
  {
    id: 'applicants.getByEmail/expected-fields',
    sentence:
      'applicants.getByEmail SHOULD answer id, names, phone and address besides the status.',
    runFor: async (context, person) => {
      const response = await readProfile(person, context.helpers);
      expectFields(response, ['id', ...profileNameFields, 'phone', 'email']);
    },
  },
  {
    id: 'auth.getUser/same-as-profile',
    sentence: 'auth.getUser MUST answer the same names and phone as the profile.',
    runFor: async (context, person) => {
      const profile = await snapshot(person, context.helpers);
      const response = await context.sendAs(person, 'auth.getUser');
      const user = fieldsOf(response.json);
      for (const field of [...profileNameFields, 'phone'] as const) {
        if (profile[field] === null || profile[field] === user[field]) continue;
        throw failure(`the ${field} of the profile`, response);
      }
    },
  },
  {
    id: 'applicants.editProfile/visible',
    sentence:
      'What applicants.editProfile saves MUST show from then on, in the profile and in auth.getUser.',
    runFor: async (context, person) => {
      const { register } = person.input;
      const before = await snapshot(person, context.helpers);
      register.firstName = `Lili${randomText('abcdefghij', 4)}`;
      register.middleName = `Marta${randomText('abcdefghij', 4)}`;
      // The end of the last name stays, because a leak of her data is noticed by it.
      register.lastName = `Dawit${register.lastName.slice(-nameMark)}`;
      register.phoneNumber = randomPhone();
      await context.succeed(person, 'applicants.editProfile', 'a changed profile');
      const profile = await snapshot(person, context.helpers);
      const user = fieldsOf((await context.sendAs(person, 'auth.getUser')).json);
      const sentProfile = {
        firstName: register.firstName,
        middleName: register.middleName,
        lastName: register.lastName,
        phone: register.phoneNumber,
      };
      for (const [field, value] of Object.entries(sentProfile)) {
        for (const [source, record] of [
          ['the profile', profile],
          ['auth.getUser', user],
        ] as const) {
          const shownValue = (record as Record<string, unknown>)[field];
          // A field that the profile never has cannot be compared.
          const isOpen =
            record === profile && fieldsOf(before)[field] === null && shownValue === null;
          if (isOpen || (shownValue !== null && toLowerText(shownValue) === toLowerText(value)))
            continue;
          throw failure(`the ${field} that was saved in ${source}`, `another one`);
        }
      }
      if (profile.status !== before.status)
        throw failure(`the state ${before.status}`, String(profile.status));
    },
  },
  {
    id: 'applicants.editProfile/refused-whole',
    sentence: 'A refused profile MUST NOT be saved in part.',
    rule: 'refusals#nothing-in-part',
    runFor: async (context, person) => {
      const { expectUnchanged } = await rememberRecord(person, context.helpers);
      const change = {
        firstName: '',
        lastName: `Other${randomText('abcdefghij', 5)}`,
        phone: randomPhone(),
      };
      const response = await context.sendWith(person, 'applicants.editProfile', change);
      expectRefused(context, response, 'an empty first name', { prefer: [400] });
      await expectUnchanged('a refused profile', response);
    },
  },
  {
    id: 'applicants.getBioData/as-saved',
    sentence: 'applicants.getBioData MUST answer the biography that was saved.',
    stage: 'BIOGRAPHIC_APPLICANT2',
    run: (context) => expectSaved(context, 'applicants.getBioData'),
  },
  {
    id: 'applicants.getByEmail/as-saved',
    sentence: 'The profile MUST have the biography that was saved, where it has one.',
    stage: 'BIOGRAPHIC_APPLICANT2',
    run: (context) => expectSaved(context, 'applicants.getByEmail'),
  },
  {
    id: 'applicants.getBioData/expected-fields',
    sentence:
      'applicants.getBioData SHOULD answer country, nationality and picture once they are saved.',
    stage: 'BIOGRAPHIC_APPLICANT',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      await context.sendAs(person, 'applicants.getBioData');
      await context.perform(person, 'applicants.saveBioData', 'a biography');
      const response = await context.sendAs(person, 'applicants.getBioData');
      expectFields(response, savedFields);
    },
  },
  {
    id: 'applicants.getBioData/stays',
    sentence: 'applicants.getBioData MUST answer the biography after every later step.',
    leavesOpen: 'A backend that never answers any of it.',
    stage: 'READY_TO_APPLY',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const readBiography = () => context.sendAs(person, 'applicants.getBioData');
      const savedIn = ({ json }: ApiResponse) =>
        savedFields.map((field) => fieldsOf(json)[field] ?? null);
      const saved = savedIn(await readBiography());
      const expectSaved = async (event: string) => {
        const response = await readBiography();
        if (!isDeepStrictEqual(savedIn(response), saved))
          throw failure('the biography of before', `another one after ${event}`, response);
      };
      await context.succeed(person, 'applicants.editProfile', 'her profile');
      await expectSaved('her profile was saved');
      while (person.stage !== 'ADMITTED') {
        await advanceStage(person, context.helpers);
        await expectSaved(`she became ${person.stage}`);
      }
    },
  },
]);

const savedFields = ['countryOfResidence', 'nationality', 'profilePicture'] as const;

/**
 * Saves the biographies of two applicants from two countries, so that a value which is the same for everybody is
 * noticed.
 */
async function expectSaved(
  context: CheckContext,
  operation: 'applicants.getBioData' | 'applicants.getByEmail',
): Promise<void> {
  const stage = 'BIOGRAPHIC_APPLICANT2';
  for (const person of [await context.person(stage), await context.person(stage)]) {
    const response = await context.sendAs(person, operation);
    const body = fieldsOf(response.json);
    const { profilePicture } = person.files;
    const sentValues = { ...(person.saved ?? person.input.bio), profilePicture };
    for (const field of savedFields) {
      const isOpen = (body[field] ?? '') === '' || sentValues[field] === undefined;
      if (isOpen || body[field] === sentValues[field]) continue;
      throw failure(`the ${field} that was saved`, response);
    }
  }
}

/*
 * Text comes back as it was written: in every script, complete, and not encoded twice (1 §5; 2 §2, §3; decisions §3).
 */

const ethiopic = 'ሃና';
const arabic = 'هناء';
/** Characters that programs tend to escape or drop. */
const oddText = `O'Neill & "${ethiopic}" <b>${arabic}</b> 😀 \\n 100%`;

export const storedTextScenarios: readonly BackendCheck[] = scenarios([
  {
    id: 'applicants.register/keeps-text',
    sentence:
      'Names in any script and a phone with its plus or zeros MUST come back as registered.',
    rule: 'profile#kept-as-written',
    movesApplicantOn: true,
    run: async (context) => {
      const mark = () => randomText('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 9);
      const names = [
        { firstName: ethiopic, middleName: 'ተስፋዬ', phoneNumber: `+${randomPhone()}` },
        { firstName: arabic, middleName: 'Zoë', phoneNumber: `0${randomPhone(9)}` },
      ];
      for (const oddNames of names) {
        const person = context.draft();
        Object.assign(person.input.register, oddNames, { lastName: `ኃይለ${mark()}` });
        const response = await context.succeed(
          person,
          'applicants.register',
          'names of several scripts',
        );
        await recordSuccess(person, response, context.helpers);
        while (person.stage !== 'ACTIVATED') await advanceStage(person, context.helpers);
        context.adopt(person);
        await expectProfile(context, person);
      }
    },
  },
  {
    id: 'applicants.editProfile/keeps-text',
    sentence: 'What applicants.editProfile accepts MUST come back as it was written.',
    rule: 'profile#kept-as-written',
    runFor: async (context, person) => {
      const { register } = person.input;
      register.lastName = `ኃይለ${register.lastName.slice(-nameMark)}`;
      const names = [ethiopic, arabic, "O'Neill", oddText, `${'Abcdefghij'.repeat(10)}`];
      for (const [index, firstName] of names.entries()) {
        const phoneNumber = index % 2 ? `0${randomPhone(9)}` : `+${randomPhone()}`;
        const namesBefore = { ...register };
        Object.assign(register, { firstName, phoneNumber });
        const response = await context.sendAs(person, 'applicants.editProfile');
        if (response.status >= 400) {
          Object.assign(register, namesBefore);
          context.addNote(`a first name is refused: ${describeResponse(response)}`);
          continue;
        }
        await expectProfile(context, person);
        const user = await context.sendAs(person, 'auth.getUser');
        expectNames(user, person);
      }
    },
  },
  {
    id: 'applicants.saveBioData/keeps-text',
    sentence: 'What applicants.saveBioData accepts MUST come back as it was written.',
    rule: 'profile#kept-as-written',
    stage: 'BIOGRAPHIC_APPLICANT',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const tries = [oddText, "Côte d'Ivoire", 'ኢትዮጵያዊ'].map((nationality) => ({
        nationality,
        countryOfResidence: 'ኢትዮጵያ',
      }));
      for (const nationality of tries) {
        const response = await context.sendWith(person, 'applicants.saveBioData', nationality);
        if (response.status >= 400) {
          context.addNote(`a nationality is refused: ${describeResponse(response)}`);
          continue;
        }
        person.saved = nationality;
        await recordSuccess(person, response, context.helpers);
        const biographyResponse = await context.sendAs(person, 'applicants.getBioData');
        const profile = await readProfile(person, context.helpers);
        for (const [field, value] of Object.entries(nationality)) {
          for (const response of [biographyResponse, profile]) {
            const savedValue = fieldsOf(response.json)[field];
            if ((savedValue ?? '') !== '') expectSameText(response, field, savedValue, value);
          }
        }
        return;
      }
      throw failure(
        'a nationality in Ethiopic to be accepted',
        'refusals only',
        context.lastResponse,
      );
    },
  },
  {
    id: 'payments.makeOffline/keeps-text',
    sentence: 'The transaction reference MUST come back on the receipt as it was written.',
    rule: 'profile#kept-as-written',
    stage: 'TOOK_EXAM',
    movesApplicantOn: true,
    run: async (context) => {
      for (const reference of [
        `000${randomText('0123456789', 8)}`,
        `FT'25/0${randomText('123456789', 6)} & <${ethiopic}>`,
      ]) {
        const person = await context.person('TOOK_EXAM');
        await updatePendingPayment(person, context.helpers);
        person.transactionReference = reference;
        const response = await context.sendAs(person, 'payments.makeOffline');
        if (response.status >= 400) {
          context.addNote(`a transaction reference is refused: ${describeResponse(response)}`);
          continue;
        }
        await recordSuccess(person, response, context.helpers);
        await requestDecision('verify', person, context.helpers);
        person.stage = 'BIOGRAPHIC_APPLICANT';
        const receipt = await context.sendAs(person, 'payments.getReceipt');
        const { transactionReference } = fieldsOf(receipt.json);
        if (receipt.status >= 300 || (transactionReference ?? '') === '') continue;
        expectSameText(receipt, 'transactionReference', transactionReference, reference);
      }
    },
  },
  {
    id: 'auth.changePassword/keeps-text',
    sentence: 'A password SHOULD count whole, in any script and with its spaces.',
    rule: 'accounts#passwords-count-whole',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      const password = `  Aa1 ${ethiopic} ${randomText('abcdefghijkmnpqrstuvwxyz23456789', 90)}  z `;
      const body = { email: person.email, password };
      const changeResponse = await context.sendAs(person, 'auth.changePassword', { body });
      if (changeResponse.status >= 400) throw skip('the backend takes no password like it');
      person.password = password;
      await context.succeed(person, 'auth.login', 'the whole password');
      context.retire(person);
      for (const wrongPassword of [
        password.slice(0, -5),
        password.replaceAll(' ', ''),
        password.trim(),
      ]) {
        const response = await context.logIn(person, wrongPassword);
        if (response.status < 300)
          throw failure('the whole password to count', 'a login', response);
      }
    },
  },
]);

async function expectProfile(context: CheckContext, person: Person): Promise<void> {
  expectNames(await readProfile(person, context.helpers), person);
}

function expectNames(response: ApiResponse, person: Person): void {
  const profile = fieldsOf(response.json);
  const { firstName, middleName, lastName, phoneNumber: phone } = person.input.register;
  for (const [field, value] of Object.entries({ firstName, middleName, lastName, phone })) {
    if (profile[field] !== null && profile[field] !== undefined) {
      expectSameText(response, field, profile[field], value);
    }
  }
}
