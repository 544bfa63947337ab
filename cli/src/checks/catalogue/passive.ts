/** Checks of every answer of the run, whatever the call; judged after all other checks. */
import { type Operation, operations } from '@one-planet/contract';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import { failure, skip } from '../ending.ts';
import { isPersonal } from '../observations.ts';
import type { LoggedFailure } from '../sender.ts';
import { sendMalformedRequests } from './bodies.ts';

/** An answer is slow above this, in milliseconds. */
const budgetMs = 1000;

export const passive: readonly BackendCheck[] = [
  ...operations.flatMap((operation) => [
    never5xx(operation),
    alwaysAnswers(operation),
    ...(operation.meta.reads === 'json' && !operation.meta.mayBeMissing
      ? [
          passiveCheck(operation, 'every-answer', {
            sentence: 'MUST answer every success as the contract has it.',
            rule: operation.meta.rule,
          }),
        ]
      : []),
    passiveCheck(operation, 'no-secrets', {
      sentence: 'MUST NOT return passwords, hashes, one-time tokens or right answers.',
      rule: 'access#secrets-stay-secret',
    }),
    passiveCheck(operation, 'nobody-elses-data', {
      sentence: "MUST NOT return one applicant's data to another.",
      rule: 'access#nobody-elses-data',
    }),
    ...(operation.route.method === 'GET' || operation.meta.mayBeMissing
      ? []
      : [
          passiveCheck(operation, 'readable-refusals', {
            sentence: 'MUST refuse with text a person can read.',
            rule: 'refusals#readable-text',
          }),
        ]),
    passiveCheck(operation, 'extra-fields', {
      found: 'fields the contract does not have',
      sentence: 'MAY return fields the contract does not declare.',
      rule: 'tolerated#more-fields',
    }),
    ...(isPersonal(operation.name)
      ? [
          passiveCheck(operation, 'not-shared', {
            sentence: 'MUST NOT let shared caches keep what it says of a person.',
            rule: 'access#no-shared-copies',
          }),
        ]
      : []),
    // The name of a file stands for its content.
    ...(isPersonal(operation.name) && operation.name !== 'files.get'
      ? [
          passiveCheck(operation, 'not-kept', {
            sentence: 'SHOULD NOT let browsers keep what it says of a person.',
            rule: 'access#no-shared-copies',
          }),
        ]
      : []),
    ...(operation.meta.reads === 'json'
      ? [
          passiveCheck(operation, 'tolerated-forms', {
            found: 'fields in another form',
            sentence: 'MAY return a number as text, or a date as a list: the site reads either.',
            rule: 'tolerated#other-forms',
          }),
        ]
      : []),
    inTime(operation),
  ]),
  scenario({
    id: 'server/no-stack-trace',
    sentence: 'The backend SHOULD NOT return stack traces.',
    rule: 'access#no-inner-workings',
    leavesOpen: 'Answers that no check asked for.',
    afterAll: true,
    run: ({ run: runContext }) => {
      for (const { name } of operations) {
        const finding = runContext.observations.finding(name, 'no-stack-trace');
        if (finding) throw failure('none', finding.got, finding.reply);
      }
    },
  }),
  scenario({
    id: 'auth.login/older-sessions',
    sentence: 'A new login, a change of password and time MAY end older sessions.',
    rule: 'access#sessions-end',
    afterAll: true,
    run: (context) => {
      const ends = [...context.run.observations.sessionEnds];
      if (ends.length > 0) context.addNote(`sessions were ended by ${ends.join(', ')}`);
    },
  }),
  scenario({
    id: 'server/retry-after',
    sentence: 'A backend that limits requests SHOULD say with Retry-After when to ask again.',
    rule: 'refusals#too-many-requests',
    leavesOpen: 'Limits that the run did not meet, and having none.',
    afterAll: true,
    run: ({ run: runContext }) => expectNone(runContext.failureLog.limit, 'Retry-After'),
  }),
  scenario({
    id: 'server/gateway',
    sentence: 'The backend MUST be reachable: no proxy answers in its place.',
    rule: 'refusals#no-proxys-answer',
    leavesOpen: 'Who is at fault, the proxy or the backend.',
    afterAll: true,
    run: ({ run: runContext }) =>
      expectNone(runContext.failureLog.gateway, 'an answer of the backend'),
  }),
];

function never5xx({ name }: Operation): BackendCheck {
  return scenario({
    id: `${name}/never-5xx`,
    sentence: `${name} MUST NOT answer 5xx, whatever it is sent.`,
    rule: 'refusals#never-5xx',
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
  });
}

function alwaysAnswers({ name }: Operation): BackendCheck {
  return scenario({
    id: `${name}/always-answers`,
    sentence: `${name} MUST answer completely and in time.`,
    rule: 'refusals#always-an-answer',
    leavesOpen: 'A backend under load.',
    afterAll: true,
    run: (context) => {
      notAsked(context, name);
      expectNone(context.run.failureLog.silences.get(name), 'a complete answer');
    },
  });
}

function expectNone(trouble: LoggedFailure | undefined, expected: string): void {
  if (!trouble) return;
  const { got, count, exchange } = trouble;
  throw failure(expected, count === 1 ? got : `${got} (and ${count - 1} more)`, { exchange });
}

function notAsked({ run: runContext }: CheckContext, name: Operation['name']): void {
  const { observations, failureLog } = runContext;
  if (!observations.wasAsked(name) && !failureLog.silences.has(name)) {
    throw skip('the operation was not called');
  }
}

function passiveCheck(
  { name }: Operation,
  inspector: string,
  own: Pick<BackendCheck, 'sentence' | 'rule'> & {
    /** Of what is noted and never failed: the words before it. */
    found?: string;
  },
): BackendCheck {
  const { found, ...said } = own;
  return scenario({
    leavesOpen: 'Answers that no check asked for.',
    ...said,
    id: `${name}/${inspector}`,
    sentence: `${name} ${own.sentence}`,
    afterAll: true,
    run: (context) => {
      notAsked(context, name);
      const finding = context.run.observations.finding(name, inspector);
      if (!finding) return;
      if (found !== undefined) return context.addNote(`${found}: ${finding.got}`);
      throw failure('none', finding.got, finding.reply);
    },
  });
}

function inTime({ name }: Operation): BackendCheck {
  return scenario({
    id: `${name}/in-time`,
    sentence: `${name} MAY take its time, up to ${budgetMs} ms.`,
    rule: 'refusals#in-time',
    leavesOpen: 'How long they take elsewhere, and under load.',
    afterAll: true,
    run: (context) => {
      notAsked(context, name);
      const times = [...(context.run.observations.times.get(name) ?? [])].sort((a, b) => a - b);
      const middle = times[Math.floor(times.length / 2)] ?? 0;
      if (middle > budgetMs)
        context.addNote(`a median of ${Math.round(middle)} ms over ${times.length} answers`);
    },
  });
}
