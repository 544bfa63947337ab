/** What holds for every answer of the run, whatever it was asked for; told after all other checks. */
import { type Operation, operations } from '@one-planet/contract';
import type { Check } from '../check.ts';
import type { Kit } from '../context.ts';
import { Failed, Skipped } from '../outcome.ts';
import type { Trouble } from '../wire/failure-log.ts';
import { nastyCalls } from './malformed-requests.ts';

/** An answer is slow above this, in milliseconds. */
const budgetMs = 1000;

export const watched: readonly Check[] = [
  ...operations.flatMap((operation) => [
    never5xx(operation),
    alwaysAnswers(operation),
    sighted(operation, 'no-secrets', {
      sentence: 'MUST NOT answer passwords, hashes, one-time tokens or right answers.',
      spec: '1 §3; 2 §3; decisions §1',
      proves: 'No answer of the run held one: neither the run’s own, nor fields named like one.',
    }),
    sighted(operation, 'nobody-elses-data', {
      sentence: "MUST NOT tell one applicant another's data.",
      spec: '1 §6; decisions §1',
      proves: 'No answer held the address, phone or last name of an applicant it was not about.',
    }),
    ...(operation.route.method === 'GET' || operation.meta.mayBeMissing
      ? []
      : [
          sighted(operation, 'readable-refusals', {
            sentence: 'MUST refuse with a text a person can read.',
            spec: '1 §8; 2 §8; decisions §1',
            proves: 'Every refusal the site shows was text, or JSON with `message`.',
          }),
        ]),
    sighted(operation, 'extra-fields', {
      level: 'info',
      sentence: 'MAY answer fields the contract does not declare.',
      spec: 'decisions §1',
      proves: 'Which ones those are.',
    }),
    inTime(operation),
  ]),
  {
    id: 'server/no-stack-trace',
    level: 'should',
    sentence: 'The backend SHOULD NOT answer stack traces.',
    spec: 'decisions §1; silent about stack traces',
    proves: 'No answer told how the server is built.',
    leavesOpen: 'Answers that no check asked for.',
    afterAll: true,
    run: ({ workshop }) => {
      for (const { name } of operations) {
        const sighting = workshop.watch.sighting(name, 'no-stack-trace');
        if (sighting) throw new Failed('none', sighting.got, sighting.reply);
      }
    },
  },
  {
    id: 'server/gateway',
    level: 'must',
    sentence: 'The backend MUST be there: no proxy answers in its place.',
    spec: '2 §8; decisions §1',
    proves:
      'No answer of the run was 502, 503 or 504, also where the same call passed a moment later.',
    leavesOpen: 'Who is at fault, the proxy or the backend.',
    afterAll: true,
    run: ({ workshop }) => expectNone(workshop.troubles.gateway, 'an answer of the backend'),
  },
];

function never5xx({ name }: Operation): Check {
  return {
    id: `${name}/never-5xx`,
    level: 'must',
    operation: name,
    sentence: `${name} MUST NOT answer 5xx, whatever it is sent.`,
    spec: '1 §7; decisions §1',
    proves:
      'No answer of the run was, and none to what no client sends: huge bodies, deep JSON, odd ids, other content types.',
    leavesOpen: 'What was not sent; --fuzz sends more.',
    stage: 'ACTIVATED',
    afterAll: true,
    run: async (kit) => {
      await nastyCalls(kit, name);
      notAsked(kit, name);
      expectNone(kit.workshop.troubles.errors.get(name), 'no 5xx');
    },
  };
}

function alwaysAnswers({ name }: Operation): Check {
  return {
    id: `${name}/always-answers`,
    level: 'must',
    operation: name,
    sentence: `${name} MUST answer, whole and in time.`,
    spec: 'decisions §1',
    proves: 'No call of the run was left without an answer, and no connection broke on the way.',
    leavesOpen: 'A backend under load.',
    afterAll: true,
    run: (kit) => {
      notAsked(kit, name);
      expectNone(kit.workshop.troubles.silences.get(name), 'a whole answer');
    },
  };
}

function expectNone(trouble: Trouble | undefined, expected: string): void {
  if (!trouble) return;
  const { got, count, exchange } = trouble;
  throw new Failed(expected, count === 1 ? got : `${got} (and ${count - 1} more)`, { exchange });
}

function notAsked({ workshop }: Kit, name: Operation['name']): void {
  const { watch, troubles } = workshop;
  if (!watch.wasAsked(name) && !troubles.silences.has(name)) {
    throw new Skipped('the operation was not asked');
  }
}

function sighted(
  { name }: Operation,
  watcher: string,
  own: Pick<Check, 'sentence' | 'spec' | 'proves'> & { level?: Check['level'] },
): Check {
  return {
    level: 'must',
    leavesOpen: 'Answers that no check asked for.',
    ...own,
    id: `${name}/${watcher}`,
    operation: name,
    sentence: `${name} ${own.sentence}`,
    afterAll: true,
    run: (kit) => {
      notAsked(kit, name);
      const sighting = kit.workshop.watch.sighting(name, watcher);
      if (!sighting) return;
      if (own.level === 'info')
        return kit.tell(`fields the contract does not have: ${sighting.got}`);
      throw new Failed('none', sighting.got, sighting.reply);
    },
  };
}

function inTime({ name }: Operation): Check {
  return {
    id: `${name}/in-time`,
    level: 'info',
    operation: name,
    sentence: `${name} MAY take its time, up to ${budgetMs} ms.`,
    spec: 'decisions §1 (slow backends are tolerated)',
    proves: 'How long the answers took in the middle.',
    leavesOpen: 'How long they take elsewhere, and under load.',
    afterAll: true,
    run: (kit) => {
      notAsked(kit, name);
      const times = [...(kit.workshop.watch.times.get(name) ?? [])].sort((a, b) => a - b);
      const middle = times[Math.floor(times.length / 2)] ?? 0;
      if (middle > budgetMs)
        kit.tell(`${Math.round(middle)} ms in the middle of ${times.length} answers`);
    },
  };
}
