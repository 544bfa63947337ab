/** The profile that an applicant reads is the one she entered (specification/journey §2, §3). */
import { isDeepStrictEqual } from 'node:util';
import { shownBiographyFields } from '@one-planet/contract';
import type { Stage } from '../../applicant/stages.ts';
import { expectAccepted, makeFailure } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import { makeRandomText } from '../../core/text.ts';
import { advanceStage, readProfile } from '../applicant-walk.ts';
import { makeRandomPhone, nameMarkLength, type Person } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeScenarioChecks } from '../check.ts';
import {
  expectFields,
  expectNames,
  expectRefused,
  rememberRecord,
  takeSnapshot,
  toLowerText,
} from '../expect.ts';

const namesAndPhone = ['firstName', 'middleName', 'lastName', 'phone'] as const;

/** These checks come after those of each step on the way. */
const walksToTheEnd = { stage: 'ADMITTED', movesApplicantOn: true } as const;

export const profileScenarios: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: 'applicants.getByEmail/as-registered',
    sentence: 'applicants.getByEmail MUST answer what she registered.',
    rule: 'profile#as-registered',
    runFor: async (context, person) => {
      const response = await readProfile(person, context.helpers);
      // An empty text is a missing field (specification/decisions §1).
      expectNames(response, person, { mayBeEmpty: true });
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
    ...walksToTheEnd,
    run: (context) =>
      expectUnchangedToTheEnd(
        context,
        'ACTIVATED',
        'her names, phone and address',
        async (person) => {
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
        },
      ),
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
      const lastName = `Other${makeRandomText('abcdefghij', 5)}`;
      for (const [description, profileChange] of Object.entries({
        'an empty first name': { firstName: '', lastName, phone: makeRandomPhone() },
        'an empty phone number': { lastName, phone: '' },
      })) {
        const response = await context.sendWith(person, 'applicants.editProfile', profileChange);
        expectRefused(context, response, description);
        await expectUnchanged(`a profile with ${description}, which was refused`, response);
      }
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
    sentence: `applicants.getBioData SHOULD answer ${shownBiographyFields.join(', ')} once they are saved.`,
    stage: 'BIOGRAPHIC_APPLICANT',
    movesApplicantOn: true,
    runFor: async (context, person) => {
      await context.sendAs(person, 'applicants.getBioData');
      await context.performOperation(person, 'applicants.saveBioData', 'a biography');
      const response = await context.sendAs(person, 'applicants.getBioData');
      expectFields(response, shownBiographyFields);
    },
  },
  {
    id: 'applicants.getBioData/stays',
    sentence: 'applicants.getBioData MUST answer the biography after every later step.',
    leavesOpen: 'A backend that never answers any of it.',
    ...walksToTheEnd,
    run: (context) =>
      expectUnchangedToTheEnd(context, 'READY_TO_APPLY', 'the biography', async (person) => {
        const response = await context.sendAs(person, 'applicants.getBioData');
        const biography = fieldsOf(response.json);
        return Object.fromEntries(
          shownBiographyFields.map((field) => [field, biography[field] ?? null]),
        );
      }),
  },
  {
    id: 'files.get/stays',
    sentence:
      'files.get MUST return the picture, the document and the receipt after every later step.',
    rule: 'files#kept-byte-for-byte',
    ...walksToTheEnd,
    run: (context) =>
      expectUnchangedToTheEnd(context, 'ACTIVATION_PAID', 'her files', async (person) => {
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
  firstStage: Stage,
  subject: string,
  readValues: (person: Person) => Promise<Record<string, unknown>>,
): Promise<void> {
  const person = await context.lendPerson(firstStage);
  const firstValues = await readValues(person);
  const expectUnchanged = async (eventText: string) => {
    const values = await readValues(person);
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
    const sentValues: Person['savedBiography'] = {
      ...person.applicantInput.bio,
      ...person.savedBiography,
      profilePicture,
    };
    for (const fieldName of shownBiographyFields) {
      const isOpen = (body[fieldName] ?? '') === '' || sentValues[fieldName] === undefined;
      if (isOpen || body[fieldName] === sentValues[fieldName]) continue;
      throw makeFailure(`the ${fieldName} that was saved`, response);
    }
  }
}
