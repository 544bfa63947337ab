/** Faults of profiles and programs: what is read does not match what was written, or what other operations say. */
import type { Person } from '../data/entities.ts';
import { around, changesBody } from './answers.ts';
import type { Fault } from './fault.ts';

type Names = Pick<Person, 'firstName' | 'middleName' | 'lastName' | 'phone'>;

const firstNames = new WeakMap<Person, Names>();

function namesOf({ firstName, middleName, lastName, phone }: Person): Names {
  return { firstName, middleName, lastName, phone };
}

/** A profile change is answered with success, but part of it is lost. */
function loses(name: string, sentence: string, lost: (before: Names) => Partial<Names>): Fault {
  const handle = around('applicants.editProfile', async ({ person }, next) => {
    const before = person && namesOf(person);
    const answer = await next();
    if (person && before) Object.assign(person, lost(before));
    return answer;
  });
  return { name, sentence, ...handle };
}

export const scenarioFaultsOfProfiles: readonly Fault[] = [
  loses('profile-edit-lost', 'A profile change is lost.', (before) => before),
  loses(
    'profile-phone-lost',
    'A profile change changes the names but not the phone.',
    ({ phone }) => ({ phone }),
  ),
  {
    name: 'profile-edit-stale-user',
    sentence: 'After a profile change the account still has the old names.',
    handle: async ({ operation, person }, next) => {
      const before = person && namesOf(person);
      const answer = await next();
      if (!person || !before || answer.status !== 200) return answer;
      if (operation.name === 'applicants.editProfile' && !firstNames.has(person)) {
        firstNames.set(person, before);
      }
      const isUser = operation.name === 'auth.getUser';
      return isUser ? { ...answer, body: firstNames.get(person) ?? answer.body } : answer;
    },
  },
  changesBody(
    'courses-of-all',
    'A program has the courses of all programs.',
    'programs.courses',
    (_body, { world }) => world.courses.all().map(({ programId: _program, ...course }) => course),
  ),
  changesBody('applicable-empty', 'No program is on offer.', 'batchPrograms.applicable', () => []),
  changesBody(
    'applicable-unlisted',
    'A program on offer is missing from the list of programs.',
    'batchPrograms.applicable',
    (list) => [...list, { id: 399, program: { id: 99, name: 'Nursing' }, batch: null }],
  ),
];
