/** What the backend says of an applicant is what she entered (2 §2, §3). */
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../context.ts';
import { expectAccepted, expectFields, expectRefused } from '../../expect.ts';
import { Failed } from '../../outcome.ts';
import { nameMark, randomPhone, randomText } from '../../people/person.ts';
import { expectUnchanged, snapshot } from '../../people/snapshot.ts';
import { readProfile } from '../../people/walk.ts';
import { describeReply, fieldsOf } from '../../wire/reply.ts';
import { scenarios } from './scenario.ts';

const lower = (value: unknown) => String(value).toLowerCase();
const names = ['firstName', 'middleName', 'lastName'] as const;

export const profileScenarios: readonly Check[] = scenarios([
  {
    id: 'applicants.getByEmail/as-registered',
    sentence: 'applicants.getByEmail MUST answer what she registered.',
    rule: 'profile#as-registered',
    proves:
      'Names, phone and address are those she typed, where they are included; case does not matter.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const reply = await readProfile(person, context.helpers);
      const told = fieldsOf(reply.json);
      const { register } = person.input;
      const sent = { ...register, phone: register.phoneNumber };
      for (const field of [...names, 'email', 'phone'] as const) {
        const value = told[field];
        if ((value ?? '') === '' || lower(value) === lower(sent[field])) continue;
        throw new Failed(`the ${field} she registered`, describeReply(reply), reply);
      }
    },
  },
  {
    id: 'applicants.getByEmail/expected-fields',
    sentence:
      'applicants.getByEmail SHOULD answer id, names, phone and address besides the status.',
    level: 'should',
    rule: 'profile#read-the-profile',
    proves: 'The site greets her by name and can save her profile, for which it needs the id.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const reply = await readProfile(await context.person(), context.helpers);
      expectFields(reply, ['id', ...names, 'phone', 'email']);
    },
  },
  {
    id: 'auth.getUser/same-as-profile',
    sentence: 'auth.getUser MUST answer the same names and phone as the profile.',
    rule: 'profile#read-the-account',
    proves: 'Both places where the site reads her name agree.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const profile = await snapshot(person, context.helpers);
      const reply = await context.sendAs(person, 'auth.getUser');
      const user = fieldsOf(reply.json);
      for (const field of [...names, 'phone'] as const) {
        if (profile[field] === null || profile[field] === user[field]) continue;
        throw new Failed(`the ${field} of the profile`, describeReply(reply), reply);
      }
    },
  },
  {
    id: 'applicants.editProfile/visible',
    sentence:
      'What applicants.editProfile saves MUST show from then on, in the profile and in auth.getUser.',
    rule: 'profile#change-the-profile',
    proves: 'New names and a new phone are read back in both places, and the state is unchanged.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const { register } = person.input;
      const before = await snapshot(person, context.helpers);
      register.firstName = `Lili${randomText('abcdefghij', 4)}`;
      register.middleName = `Marta${randomText('abcdefghij', 4)}`;
      // Its end stays: by it a leak of her name is noticed.
      register.lastName = `Dawit${register.lastName.slice(-nameMark)}`;
      register.phoneNumber = randomPhone();
      expectAccepted(await context.sendAs(person, 'applicants.editProfile'), 'a changed profile');
      const profile = await snapshot(person, context.helpers);
      const user = fieldsOf((await context.sendAs(person, 'auth.getUser')).json);
      const sent = {
        firstName: register.firstName,
        middleName: register.middleName,
        lastName: register.lastName,
        phone: register.phoneNumber,
      };
      for (const [field, value] of Object.entries(sent)) {
        for (const [where, told] of [
          ['the profile', profile],
          ['auth.getUser', user],
        ] as const) {
          const got = (told as Record<string, unknown>)[field];
          if (got !== null && lower(got) === lower(value)) continue;
          throw new Failed(`the ${field} that was saved in ${where}`, `another one`);
        }
      }
      if (profile.status !== before.status)
        throw new Failed(`the state ${before.status}`, String(profile.status));
    },
  },
  {
    id: 'applicants.editProfile/refused-whole',
    sentence: 'A refused profile MUST NOT be saved in part.',
    rule: 'refusals#nothing-in-part',
    proves: 'With an empty first name, nothing else is saved either.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const before = await snapshot(person, context.helpers);
      const { body } = await context.call('applicants.editProfile', person);
      const change = {
        firstName: '',
        lastName: `Other${randomText('abcdefghij', 5)}`,
        phone: randomPhone(),
      };
      const reply = await context.sendAs(person, 'applicants.editProfile', {
        body: { ...(body as object), ...change },
      });
      expectRefused(context, reply, 'an empty first name', { prefer: [400] });
      await expectUnchanged(person, before, context.helpers, { what: 'a refused profile', reply });
    },
  },
  {
    id: 'applicants.getBioData/as-saved',
    sentence: 'applicants.getBioData MUST answer the biography that was saved.',
    rule: 'profile#read-the-biography',
    proves:
      'For two applicants country, nationality and picture are those that were sent, where they are told.',
    stage: 'BIOGRAPHIC_APPLICANT2',
    run: (context) => expectSaved(context, 'applicants.getBioData'),
  },
  {
    id: 'applicants.getByEmail/as-saved',
    sentence: 'The profile MUST tell the biography that was saved, where it tells one.',
    rule: 'profile#read-the-profile',
    proves:
      'For two applicants picture, country of residence and nationality of the profile are those that were sent.',
    stage: 'BIOGRAPHIC_APPLICANT2',
    run: (context) => expectSaved(context, 'applicants.getByEmail'),
  },
  {
    id: 'applicants.getBioData/expected-fields',
    sentence:
      'applicants.getBioData SHOULD answer country, nationality and picture once they are saved.',
    level: 'should',
    rule: 'profile#read-the-biography',
    proves: 'The page of her profile has something to show.',
    stage: 'BIOGRAPHIC_APPLICANT2',
    run: async (context) => {
      const person = await context.person('BIOGRAPHIC_APPLICANT2');
      const reply = await context.sendAs(person, 'applicants.getBioData');
      expectFields(reply, savedFields);
    },
  },
]);

const savedFields = ['countryOfResidence', 'nationality', 'profilePicture'] as const;

/** Two applicants from two countries: what is the same for all shows. */
async function expectSaved(
  context: CheckContext,
  operation: 'applicants.getBioData' | 'applicants.getByEmail',
): Promise<void> {
  const stage = 'BIOGRAPHIC_APPLICANT2';
  for (const person of [await context.person(stage), await context.person(stage)]) {
    const reply = await context.sendAs(person, operation);
    const told = fieldsOf(reply.json);
    const { profilePicture } = person.files;
    const sent = { ...(person.saved ?? person.input.bio), profilePicture };
    for (const field of savedFields) {
      const isOpen = (told[field] ?? '') === '' || sent[field] === undefined;
      if (isOpen || told[field] === sent[field]) continue;
      throw new Failed(`the ${field} that was saved`, describeReply(reply), reply);
    }
  }
}
