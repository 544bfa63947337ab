/** Lists the site builds pages from: something in them, ids of their own, the right ones (1 §2; 2 §2, §3). */
import { limits, type OperationName } from '@one-planet/contract';
import type { Check } from '../check.ts';
import type { Kit } from '../kit.ts';
import { Blocked, Failed, Skipped } from '../outcome.ts';
import { fieldsOf } from '../wire/reply.ts';
import { promise } from './promise.ts';

const mostProgrammes = 12;

export const lists: readonly Check[] = [
  distinct('programs.list', (kit) => kit.facts.programs()),
  distinct('bankAccounts.list', (kit) => kit.facts.banks()),
  distinct('batchPrograms.applicable', offers),
  promise(
    'bankAccounts.list/one-active',
    'bankAccounts.list MUST have an account that is ACTIVE.',
    {
      spec: '2 §2, §3',
      proves: 'There is something to pay to: only ACTIVE accounts are shown.',
      run: async (kit) => {
        const banks = await kit.facts.banks();
        if (banks.some(({ status }) => status === 'ACTIVE')) return;
        const said = banks.map(({ status }) => status).join(', ') || 'an empty list';
        throw new Failed('an account with status ACTIVE', said);
      },
    },
  ),
  promise(
    'batchPrograms.applicable/something',
    'batchPrograms.applicable MUST offer a programme to somebody who is READY_TO_APPLY.',
    {
      spec: '2 §2, §5',
      proves: 'The last step can be taken.',
      stage: 'READY_TO_APPLY',
      run: async (kit) => {
        const reply = await kit.sendAs(
          await kit.person('READY_TO_APPLY'),
          'batchPrograms.applicable',
        );
        if (Array.isArray(reply.json) && reply.json.length > 0) return;
        throw new Failed('a programme to apply to', 'none', reply);
      },
    },
  ),
  promise(
    'batchPrograms.applicable/listed',
    'What batchPrograms.applicable offers SHOULD be on programs.list.',
    {
      level: 'should',
      spec: '1 §2; 2 §2',
      proves: 'Nobody applies to a programme without a page.',
      stage: 'READY_TO_APPLY',
      run: async (kit) => {
        const known = new Set((await kit.facts.programs()).map(({ name }) => lower(name)));
        const stranger = (await offers(kit)).find(
          ({ program }) => !known.has(lower(program?.name)),
        );
        if (stranger) throw new Failed('programmes of the list', `"${stranger.program?.name}"`);
      },
    },
  ),
  promise(
    'programs.courses/own',
    "programs.courses MUST list the asked programme's courses only.",
    {
      spec: '1 §2; 2 §2',
      proves:
        'Two programmes with courses do not have the very same list; courses that name their programme name the asked one.',
      leavesOpen: 'Courses that several programmes share.',
      run: expectOwnCourses,
    },
  ),
  promise(
    'programs.courses/semesters',
    `programs.courses SHOULD number semesters from 1 to ${limits.catalogue.years * limits.catalogue.semestersPerYear}.`,
    {
      level: 'should',
      spec: '1 §2, §9',
      proves: 'Every course has a place on the page, which shows four years.',
      run: async (kit) => {
        const last = limits.catalogue.years * limits.catalogue.semestersPerYear;
        for (const { courses } of await catalogueOf(kit)) {
          const odd = courses
            .map(({ semesterNumber }) => Number(semesterNumber))
            .find((it) => !(it >= 1 && it <= last));
          if (odd !== undefined) throw new Failed(`semesters from 1 to ${last}`, `semester ${odd}`);
        }
      },
    },
  ),
];

async function offers(kit: Kit): Promise<{ id: unknown; program?: { name?: string } }[]> {
  const person = await kit.person('READY_TO_APPLY');
  return kit.facts.offers(person.token);
}

function distinct(
  operation: OperationName,
  read: (kit: Kit) => Promise<readonly { id: unknown }[]>,
): Check {
  return promise(
    `${operation}/distinct-ids`,
    `The entries of ${operation} MUST have ids of their own.`,
    {
      spec: '2 §3; decisions §1',
      proves: 'An id chosen on the site names one entry.',
      ...(operation === 'batchPrograms.applicable' ? { stage: 'READY_TO_APPLY' } : {}),
      run: async (kit) => {
        const ids = (await read(kit)).map(({ id }) => String(id));
        const twice = ids.find((id, at) => ids.indexOf(id) !== at);
        if (twice !== undefined) throw new Failed('distinct ids', `the id ${twice} twice`);
      },
    },
  );
}

interface Listed {
  id: string | number;
  courses: Record<string, unknown>[];
}

async function catalogueOf(kit: Kit): Promise<Listed[]> {
  const programs = (await kit.facts.programs()).slice(0, mostProgrammes);
  const all: Listed[] = [];
  for (const { id } of programs) {
    const reply = await kit.send('programs.courses', { params: { programId: id } });
    if (!Array.isArray(reply.json))
      throw new Blocked('programs.courses/answers', 'no list of courses');
    all.push({ id, courses: reply.json.map(fieldsOf) });
  }
  return all;
}

async function expectOwnCourses(kit: Kit): Promise<void> {
  const filled = (await catalogueOf(kit)).filter(({ courses }) => courses.length > 0);
  const foreign = filled.find(({ id, courses }) =>
    courses.some(({ programId = id }) => String(programId) !== String(id)),
  );
  if (foreign)
    throw new Failed(`courses of the programme ${foreign.id}`, 'courses that name another');
  if (filled.length < 2) throw new Skipped('fewer than two programmes have courses');
  if (new Set(filled.map(({ courses }) => JSON.stringify(courses))).size === 1) {
    throw new Failed('courses of the asked programme', 'the same list for every programme');
  }
}

function lower(text: unknown): string {
  return String(text).trim().toLowerCase();
}
