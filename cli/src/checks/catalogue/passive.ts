/** What must hold for every answer of the run, whatever the call; judged after all other checks. */
import { type Operation, operations } from '@one-planet/contract';
import type { Check } from '../check.ts';
import type { CheckContext } from '../context.ts';
import { Failed, Skipped } from '../outcome.ts';
import { isPersonal } from '../passive/shared-caches.ts';
import type { LoggedFailure } from '../wire/failure-log.ts';
import { sendMalformedRequests } from './malformed-requests.ts';

/** An answer is slow above this, in milliseconds. */
const budgetMs = 1000;

export const passive: readonly Check[] = [
  ...operations.flatMap((operation) => [
    never5xx(operation),
    alwaysAnswers(operation),
    passiveCheck(operation, 'no-secrets', {
      sentence: 'MUST NOT return passwords, hashes, one-time tokens or right answers.',
      rule: 'access#secrets-stay-secret',
      proves:
        'No answer of the run contained one: neither the run’s own, nor a field named like one.',
    }),
    passiveCheck(operation, 'nobody-elses-data', {
      sentence: "MUST NOT return one applicant's data to another.",
      rule: 'access#nobody-elses-data',
      proves:
        'No answer contained the address, phone or last name of an applicant it was not about.',
    }),
    ...(operation.route.method === 'GET' || operation.meta.mayBeMissing
      ? []
      : [
          passiveCheck(operation, 'readable-refusals', {
            sentence: 'MUST refuse with text a person can read.',
            rule: 'refusals#readable-text',
            proves: 'Every refusal the site shows was text, or JSON with `message`.',
          }),
        ]),
    passiveCheck(operation, 'extra-fields', {
      level: 'info',
      tells: 'fields the contract does not have',
      sentence: 'MAY return fields the contract does not declare.',
      rule: 'tolerated#more-fields',
      proves: 'Which fields those are.',
    }),
    ...(isPersonal(operation.name)
      ? [
          passiveCheck(operation, 'not-shared', {
            sentence: 'MUST NOT let shared caches keep what it says of a person.',
            rule: 'access#no-shared-copies',
            proves: 'No answer about an applicant allowed a shared cache to keep it.',
          }),
        ]
      : []),
    ...(operation.meta.reads === 'json'
      ? [
          passiveCheck(operation, 'tolerated-forms', {
            level: 'info',
            tells: 'fields in another form',
            sentence: 'MAY return a number as text, or a date as a list: the site reads either.',
            rule: 'tolerated#other-forms',
            proves: 'Which fields came in another form than the contract’s.',
          }),
        ]
      : []),
    inTime(operation),
  ]),
  {
    id: 'server/no-stack-trace',
    level: 'should',
    sentence: 'The backend SHOULD NOT return stack traces.',
    rule: 'access#no-inner-workings',
    proves: 'No answer revealed how the server is built.',
    leavesOpen: 'Answers that no check asked for.',
    afterAll: true,
    run: ({ run: runContext }) => {
      for (const { name } of operations) {
        const finding = runContext.observations.finding(name, 'no-stack-trace');
        if (finding) throw new Failed('none', finding.got, finding.reply);
      }
    },
  },
  {
    id: 'server/gateway',
    level: 'must',
    sentence: 'The backend MUST be reachable: no proxy answers in its place.',
    rule: 'refusals#no-proxys-answer',
    proves:
      'No answer of the run was 502, 503 or 504, not even where the same call succeeded a moment later.',
    leavesOpen: 'Who is at fault, the proxy or the backend.',
    afterAll: true,
    run: ({ run: runContext }) =>
      expectNone(runContext.failureLog.gateway, 'an answer of the backend'),
  },
];

function never5xx({ name }: Operation): Check {
  return {
    id: `${name}/never-5xx`,
    level: 'must',
    operation: name,
    sentence: `${name} MUST NOT answer 5xx, whatever it is sent.`,
    rule: 'refusals#never-5xx',
    proves:
      'No answer of the run was 5xx, not even to what no client sends: huge bodies, deep JSON, odd ids, other content types.',
    leavesOpen: 'What was not sent; --fuzz sends more.',
    stage: 'ACTIVATED',
    afterAll: true,
    run: async (context) => {
      const expectNo5xx = () => expectNone(context.run.failureLog.errors.get(name), 'no 5xx');
      // First: without an applicant the rest is skipped.
      expectNo5xx();
      await sendMalformedRequests(context, name);
      notAsked(context, name);
      expectNo5xx();
    },
  };
}

function alwaysAnswers({ name }: Operation): Check {
  return {
    id: `${name}/always-answers`,
    level: 'must',
    operation: name,
    sentence: `${name} MUST answer completely and in time.`,
    rule: 'refusals#always-an-answer',
    proves: 'Every call of the run got an answer, and no connection broke.',
    leavesOpen: 'A backend under load.',
    afterAll: true,
    run: (context) => {
      notAsked(context, name);
      expectNone(context.run.failureLog.silences.get(name), 'a complete answer');
    },
  };
}

function expectNone(trouble: LoggedFailure | undefined, expected: string): void {
  if (!trouble) return;
  const { got, count, exchange } = trouble;
  throw new Failed(expected, count === 1 ? got : `${got} (and ${count - 1} more)`, { exchange });
}

function notAsked({ run: runContext }: CheckContext, name: Operation['name']): void {
  const { observations, failureLog } = runContext;
  if (!observations.wasAsked(name) && !failureLog.silences.has(name)) {
    throw new Skipped('the operation was not called');
  }
}

function passiveCheck(
  { name }: Operation,
  inspector: string,
  own: Pick<Check, 'sentence' | 'rule' | 'proves'> & { level?: Check['level']; tells?: string },
): Check {
  const { tells, ...said } = own;
  return {
    level: 'must',
    leavesOpen: 'Answers that no check asked for.',
    ...said,
    id: `${name}/${inspector}`,
    operation: name,
    sentence: `${name} ${own.sentence}`,
    afterAll: true,
    run: (context) => {
      notAsked(context, name);
      const finding = context.run.observations.finding(name, inspector);
      if (!finding) return;
      if (own.level === 'info') return context.tell(`${tells}: ${finding.got}`);
      throw new Failed('none', finding.got, finding.reply);
    },
  };
}

function inTime({ name }: Operation): Check {
  return {
    id: `${name}/in-time`,
    level: 'info',
    operation: name,
    sentence: `${name} MAY take its time, up to ${budgetMs} ms.`,
    rule: 'refusals#in-time',
    proves: 'The median response time.',
    leavesOpen: 'How long they take elsewhere, and under load.',
    afterAll: true,
    run: (context) => {
      notAsked(context, name);
      const times = [...(context.run.observations.times.get(name) ?? [])].sort((a, b) => a - b);
      const middle = times[Math.floor(times.length / 2)] ?? 0;
      if (middle > budgetMs)
        context.tell(`a median of ${Math.round(middle)} ms over ${times.length} answers`);
    },
  };
}
