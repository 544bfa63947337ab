/** The profile that an applicant reads is the one she entered (2 §2, §3). */
import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../../core/json.ts';
import { makeRandomText } from '../../core/text.ts';
import {
  advanceStage,
  readProfile,
  recordSuccess,
  requestDecision,
  updatePendingPayment,
} from '../applicant-walk.ts';
import { makeRandomPhone, nameMarkLength, type Person, startStageFor } from '../applicants.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioChecks,
  makeSimilarChecks,
  type Scenario,
} from '../check.ts';
import {
  expectFields,
  expectRefused,
  expectSameText,
  rememberRecord,
  takeSnapshot,
  toLowerText,
} from '../expect.ts';
import { type ApiResponse, describeResponse } from '../http-messages.ts';
import { expectAccepted, makeBlock, makeFailure, makeSkip } from '../outcome.ts';

const namesAndPhone = ['firstName', 'middleName', 'lastName', 'phone'] as const;

export const profileScenarios: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: 'applicants.getByEmail/as-registered',
    sentence: 'applicants.getByEmail MUST answer what she registered.',
    rule: 'profile#as-registered',
    runFor: async (context, person) => {
      const response = await readProfile(person, context.helpers);
      expectNames(response, person);
      const { email = person.email } = fieldsOf(response.json);
      if (email && toLowerText(email) !== toLowerText(person.email))
        throw makeFailure('the address she registered', response);
    },
  },
  {
    id: 'applicants.getByEmail/expected-fields',
    sentence:
      'applicants.getByEmail SHOULD answer id, names, phone and address besides the status.',
    runFor: async (context, person) => {
      const response = await readProfile(person, context.helpers);
      expectAccepted(response, 'her profile');
      expectFields(response, ['id', ...namesAndPhone, 'email']);
    },
  },
  {
    id: 'auth.getUser/same-as-profile',
    sentence: 'auth.getUser MUST answer the same names and phone as the profile.',
    runFor: async (context, person) => {
      const profileSnapshot = await takeSnapshot(person, context.helpers);
      const response = await context.sendAs(person, 'auth.getUser');
      const userBody = fieldsOf(response.json);
      for (const fieldName of namesAndPhone) {
        const profileValue = profileSnapshot[fieldName];
        if (profileValue !== null && profileValue !== userBody[fieldName])
          throw makeFailure(`the ${fieldName} of the profile`, response);
      }
    },
  },
  {
    id: 'applicants.getByEmail/stays',
    sentence: 'The profile and the account MUST keep names, phone and address after every step.',
    rule: 'profile#as-registered',
    movesApplicantOn: true,
    runFor: (context, person) =>
      expectUnchangedToTheEnd(context, person, 'her names, phone and address', async () => {
        const { json: profile } = await context.sendAs(person, 'applicants.getByEmail');
        const { json: account } = await context.sendAs(person, 'auth.getUser');
        const records = Object.entries({ profile, account });
        return Object.fromEntries(
          records.flatMap(([recordName, record]) =>
            [...namesAndPhone, 'email'].map((field) => [
              `${field} of the ${recordName}`,
              toLowerText(fieldsOf(record)[field]),
            ]),
          ),
        );
      }),
  },
  {
    id: 'applicants.editProfile/visible',
    sentence:
      'What applicants.editProfile saves MUST show from then on, in the profile and in auth.getUser.',
    runFor: async (context, person) => {
      const { register } = person.applicantInput;
      const snapshotBefore = await takeSnapshot(person, context.helpers);
      // A backend that keeps what it has read would show the earlier account again.
      await context.sendAs(person, 'auth.getUser');
      register.firstName = `Lili${makeRandomText('abcdefghij', 4)}`;
      register.middleName = `Marta${makeRandomText('abcdefghij', 4)}`;
      // The end of the last name stays, because a leak of her data is noticed by it.
      register.lastName = `Dawit${register.lastName.slice(-nameMarkLength)}`;
      register.phoneNumber = makeRandomPhone();
      await context.sendAndExpectSuccess(person, 'applicants.editProfile', 'a changed profile');
      const profileResponse = await readProfile(person, context.helpers);
      const userResponse = await context.sendAs(person, 'auth.getUser');
      expectNames(profileResponse, person);
      expectNames(userResponse, person);
      // A field that the profile never has cannot be compared.
      const shownFields = namesAndPhone.filter((field) => snapshotBefore[field] !== null);
      expectFields(profileResponse, shownFields);
      expectFields(userResponse, namesAndPhone);
      const { status } = fieldsOf(profileResponse.json);
      if (status !== snapshotBefore.status)
        throw makeFailure(`the state ${snapshotBefore.status}`, String(status));
    },
  },
  {
    id: 'applicants.editProfile/keeps-address',
    sentence: 'applicants.editProfile MUST NOT change the address of the account.',
    rule: 'profile#change-the-profile',
    runFor: async (context, person) => {
      await context.sendAndExpectSuccess(person, 'applicants.editProfile', 'her profile');
      const record = await rememberRecord(person, context.helpers, 'applicants.editProfile');
      const email = person.email.replace('@', '.other@');
      const response = await context.sendWith(person, 'applicants.editProfile', { email });
      await record.expectUnchanged('another address in the body', response);
      await context.sendAndExpectSuccess(person, 'auth.login', 'the address she registered');
    },
  },
  {
    id: 'applicants.editProfile/refused-whole',
    sentence: 'A refused profile MUST NOT be saved in part.',
    rule: 'refusals#nothing-in-part',
    runFor: async (context, person) => {
      const { expectUnchanged } = await rememberRecord(person, context.helpers);
      const profileChange = {
        firstName: '',
        lastName: `Other${makeRandomText('abcdefghij', 5)}`,
        phone: makeRandomPhone(),
      };
      const response = await context.sendWith(person, 'applicants.editProfile', profileChange);
      expectRefused(context, response, 'an empty first name');
      await expectUnchanged('a refused profile', response);
    },
  },
  {
    id: 'applicants.getBioData/as-saved',
    sentence: 'applicants.getBioData MUST answer the biography that was saved.',
    stage: 'BIOGRAPHIC_APPLICANT2',
    run: (context) => expectBiographySaved(context, 'applicants.getBioData'),
  },
  {
    id: 'applicants.getByEmail/as-saved',
    sentence: 'The profile MUST have the biography that was saved, where it has one.',
    stage: 'BIOGRAPHIC_APPLICANT2',
    run: (context) => expectBiographySaved(context, 'applicants.getByEmail'),
  },
  {
    id: 'applicants.getBioData/expected-fields',
    sentence:
      'applicants.getBioData SHOULD answer country, nationality and picture once they are saved.',
    stage: 'BIOGRAPHIC_APPLICANT',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      await context.sendAs(person, 'applicants.getBioData');
      await context.performOperation(person, 'applicants.saveBioData', 'a biography');
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
    runFor: (context, person) =>
      expectUnchangedToTheEnd(context, person, 'the biography', async () => {
        const response = await context.sendAs(person, 'applicants.getBioData');
        const biography = fieldsOf(response.json);
        return Object.fromEntries(savedFields.map((field) => [field, biography[field] ?? null]));
      }),
  },
  {
    id: 'files.get/stays',
    sentence:
      'files.get MUST return the picture, the document and the receipt after every later step.',
    rule: 'files#kept-byte-for-byte',
    stage: 'ACTIVATION_PAID',
    movesApplicantOn: true,
    runFor: (context, person) =>
      expectUnchangedToTheEnd(context, person, 'her files', async () => {
        const files: Record<string, unknown> = {};
        for (const fileName of Object.values(person.storedFileNames)) {
          const response = await context.sendAs(person, 'files.get', { params: { fileName } });
          files[fileName] = [response.status, Buffer.from(response.bytes).toString('base64')];
        }
        return files;
      }),
  },
]);

/** Walks her to the end, and compares what is read after each step with what was read of it first. */
async function expectUnchangedToTheEnd(
  context: CheckContext,
  person: Person,
  subject: string,
  readValues: () => Promise<Record<string, unknown>>,
): Promise<void> {
  const firstValues = await readValues();
  const expectUnchanged = async (eventText: string) => {
    const values = await readValues();
    Object.assign(firstValues, { ...values, ...firstValues });
    const changedNames = Object.keys(values).filter(
      (name) => !isDeepStrictEqual(values[name], firstValues[name]),
    );
    if (changedNames.length === 0) return;
    const observedText = `another ${changedNames.join(', ')} after ${eventText}`;
    throw makeFailure(`${subject} as before`, observedText, context.lastResponse);
  };
  await context.sendAndExpectSuccess(person, 'applicants.editProfile', 'her profile');
  await expectUnchanged('her profile was saved');
  while (person.stage !== 'ADMITTED') {
    await advanceStage(person, context.helpers);
    await expectUnchanged(`she became ${person.stage}`);
  }
}

const savedFields = ['countryOfResidence', 'nationality', 'profilePicture'] as const;

/**
 * Saves the biographies of two applicants from two countries, so that a value which is the same for everybody is
 * noticed.
 */
async function expectBiographySaved(
  context: CheckContext,
  operation: 'applicants.getBioData' | 'applicants.getByEmail',
): Promise<void> {
  const stage = 'BIOGRAPHIC_APPLICANT2';
  for (const person of [await context.lendPerson(stage), await context.lendPerson(stage)]) {
    const response = await context.sendAs(person, operation);
    const body = fieldsOf(response.json);
    const { profilePicture } = person.storedFileNames;
    const sentValues = { ...(person.savedBiography ?? person.applicantInput.bio), profilePicture };
    for (const fieldName of savedFields) {
      const isOpen = (body[fieldName] ?? '') === '' || sentValues[fieldName] === undefined;
      if (isOpen || body[fieldName] === sentValues[fieldName]) continue;
      throw makeFailure(`the ${fieldName} that was saved`, response);
    }
  }
}

/*
 * Text comes back as it was written: in every script, complete, and not encoded twice (1 §5; 2 §2, §3; decisions §3).
 */

const ethiopicName = 'ሃና';
const arabicName = 'هناء';
const longName = 'Abcdefghij'.repeat(10);
/** Characters that programs tend to escape or drop. */
const oddText = `O'Neill & "${ethiopicName}" <b>${arabicName}</b> 😀 \\n 100%`;

const asWritten = { rule: 'profile#kept-as-written', movesApplicantOn: true } as const;

export const storedTextScenarios: readonly BackendCheck[] = makeSimilarChecks(asWritten, [
  {
    id: 'applicants.register/keeps-text',
    sentence:
      'Names in any script and a phone with its plus or zeros MUST come back as registered.',
    run: async (context) => {
      const oddNamesToTry = [
        { firstName: ethiopicName, middleName: 'ተስፋዬ', phoneNumber: `+${makeRandomPhone()}` },
        { firstName: arabicName, middleName: 'Zoë', phoneNumber: `0${makeRandomPhone(9)}` },
        { firstName: longName, middleName: longName },
      ];
      for (const oddNames of oddNamesToTry) {
        const person = context.draftPerson();
        const { register } = person.applicantInput;
        Object.assign(register, oddNames, { lastName: writeLastName(register) });
        const response = await context.sendAs(person, 'applicants.register');
        // A backend may limit the length of names, as long as it cuts none off.
        if (oddNames.firstName === longName && response.status >= 400) continue;
        expectAccepted(response, 'names of several scripts');
        await recordSuccess(person, response, context.helpers);
        while (person.stage !== 'ACTIVATED') await advanceStage(person, context.helpers);
        expectNames(await readProfile(person, context.helpers), person);
      }
    },
  },
  {
    id: 'applicants.editProfile/keeps-text',
    sentence: 'What applicants.editProfile accepts MUST come back as it was written.',
    movesApplicantOn: false,
    runFor: async (context, person) => {
      context.removeFromPool(person);
      const { register } = person.applicantInput;
      register.lastName = writeLastName(register);
      const namesToTry = [ethiopicName, arabicName, "O'Neill", oddText, longName];
      for (const [index, firstName] of namesToTry.entries()) {
        const phoneNumber = index % 2 ? `0${makeRandomPhone(9)}` : `+${makeRandomPhone()}`;
        const namesBefore = { ...register };
        Object.assign(register, { firstName, phoneNumber });
        const response = await context.sendAs(person, 'applicants.editProfile');
        if (response.status >= 400) {
          Object.assign(register, namesBefore);
          context.addNote(`a first name is refused: ${describeResponse(response)}`);
          continue;
        }
        expectNames(await readProfile(person, context.helpers), person);
        expectNames(await context.sendAs(person, 'auth.getUser'), person);
      }
    },
  },
  {
    id: 'applicants.saveBioData/keeps-text',
    sentence: 'What applicants.saveBioData accepts MUST come back as it was written.',
    stage: 'BIOGRAPHIC_APPLICANT',
    runFor: async (context, person) => {
      for (const nationality of [
        `${oddText} ${longName.repeat(3)}`,
        oddText,
        "Côte d'Ivoire",
        'ኢትዮጵያዊ',
      ]) {
        const oddBiography = { nationality, countryOfResidence: 'ኢትዮጵያ' };
        const response = await context.sendWith(person, 'applicants.saveBioData', oddBiography);
        if (response.status >= 400) {
          context.addNote(`a nationality is refused: ${describeResponse(response)}`);
          continue;
        }
        person.savedBiography = oddBiography;
        await recordSuccess(person, response, context.helpers);
        const biographyResponse = await context.sendAs(person, 'applicants.getBioData');
        const profileResponse = await readProfile(person, context.helpers);
        for (const [field, value] of Object.entries(oddBiography)) {
          for (const response of [biographyResponse, profileResponse]) {
            const savedValue = fieldsOf(response.json)[field];
            if ((savedValue ?? '') !== '') expectSameText(response, field, savedValue, value);
          }
        }
        return;
      }
      const expectedText = 'a nationality in Ethiopic to be accepted';
      throw makeFailure(expectedText, 'refusals only', context.lastResponse);
    },
  },
  {
    id: 'payments.makeOffline/keeps-text',
    sentence: 'The transaction reference MUST come back on the receipt as it was written.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      for (const transactionReference of [
        `000${makeRandomText('0123456789', 8)}ft`,
        `Ft'25/0${makeRandomText('123456789', 6)} & <${ethiopicName}>`,
      ]) {
        const person = await context.lendPerson('TOOK_EXAM');
        await updatePendingPayment(person, context.helpers);
        person.paidReference = transactionReference;
        const bodyFields = { transactionReference };
        const response = await context.sendWith(person, 'payments.makeOffline', bodyFields);
        if (response.status >= 400) {
          context.addNote(`a transaction reference is refused: ${describeResponse(response)}`);
          continue;
        }
        await recordSuccess(person, response, context.helpers);
        await requestDecision('verify', person, context.helpers);
        person.stage = 'BIOGRAPHIC_APPLICANT';
        const receipt = await context.sendAs(person, 'payments.getReceipt');
        const { transactionReference: shownReference } = fieldsOf(receipt.json);
        if (receipt.status >= 300 || (shownReference ?? '') === '') continue;
        expectSameText(receipt, 'transactionReference', shownReference, transactionReference);
      }
    },
  },
  ...(['applicants.createPassword', 'auth.changePassword'] as const).map(
    (operation): Scenario => ({
      id: `${operation}/works-whole`,
      sentence: `A password with blanks at its ends that ${operation} accepts MUST log in.`,
      rule: 'accounts#passwords-count-whole',
      ...startStageFor(operation),
      runFor: async (context, person) => {
        context.removeFromPool(person);
        const password = ` ${person.password}5 `;
        const response = await context.sendWith(person, operation, { password });
        if (response.status >= 400)
          return context.addNote(`refused: ${describeResponse(response)}`);
        const loginResponse = await context.logInWith(person, password);
        expectAccepted(loginResponse, 'the password as it was accepted');
      },
    }),
  ),
  {
    id: 'auth.changePassword/keeps-text',
    sentence: 'A password SHOULD count whole, in any script and with its spaces.',
    rule: 'accounts#passwords-count-whole',
    runFor: async (context, person) => {
      context.removeFromPool(person);
      // Some hashes read 72 bytes, and a backend may refuse what is longer: the second password has 72.
      for (const randomLength of [90, 55]) {
        const password = `  Aa1 ${ethiopicName} ${makeRandomText('abcdefghijkmnpqrstuvwxyz23456789', randomLength)}  z `;
        const body = { email: person.email, password };
        const changeResponse = await context.sendAs(person, 'auth.changePassword', { body });
        if (changeResponse.status >= 400) continue;
        person.password = password;
        const { status } = await context.logInWith(person, password);
        const reason = `a password of ${Buffer.byteLength(password)} bytes was accepted, and the login with it got ${status}`;
        if (status >= 300)
          throw makeBlock('auth.changePassword/works-whole', reason, context.lastResponse);
        return expectWholePasswordNeeded(context, person);
      }
      throw makeSkip('the backend takes no password like it');
    },
  },
]);

async function expectWholePasswordNeeded(context: CheckContext, person: Person): Promise<void> {
  const { password } = person;
  for (const wrongPassword of [
    password.replace(ethiopicName, 'ሰለ'),
    password.slice(0, -5),
    password.replaceAll(' ', ''),
    password.trim(),
    `${password}x`,
  ]) {
    const response = await context.logInWith(person, wrongPassword);
    if (response.status < 300)
      throw makeFailure('the whole password to count', 'a login', response);
  }
}

/** A last name in Ethiopic. Its end stays, because a leak of her data is noticed by it. */
function writeLastName({ lastName }: Person['applicantInput']['register']): string {
  return `ኃይለ${lastName.slice(-nameMarkLength)}`;
}

function expectNames(response: ApiResponse, person: Person): void {
  const profileBody = fieldsOf(response.json);
  const { firstName, middleName, lastName, phoneNumber: phone } = person.applicantInput.register;
  for (const [field, value] of Object.entries({ firstName, middleName, lastName, phone })) {
    const savedValue = profileBody[field];
    if (savedValue !== null && savedValue !== undefined)
      expectSameText(response, field, savedValue, value);
  }
}
