/** Checks of all responses of the run. They are judged after all other checks. */
import { type Operation, operations, type RuleName } from '@one-planet/contract';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import { isPersonal } from '../observations.ts';
import { failure, skip } from '../outcome.ts';
import type { LoggedFailure } from '../sender.ts';
import { sendMalformedRequests } from './bodies.ts';

/** A response is slow if it takes longer, in milliseconds. */
const budgetMs = 1000;

export const passiveChecks: readonly BackendCheck[] = [
  ...operations.flatMap((operation) => [
    never5xx(operation),
    answersInFull(operation),
    ...inspectionsOf(operation),
    responseTimeCheck(operation),
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
        if (finding) throw failure('none', finding.got, finding.response);
      }
    },
  }),
  scenario({
    id: 'auth.login/older-sessions',
    sentence: 'A new login, a change of password and time MAY end older sessions.',
    rule: 'access#sessions-end',
    afterAll: true,
    run: (context) => {
      const sessionEnds = [...context.run.observations.sessionEnds];
      if (sessionEnds.length > 0)
        context.addNote(`sessions were ended by ${sessionEnds.join(', ')}`);
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
      // The failures logged so far are judged first, because without an applicant the rest is skipped.
      expectNo5xx();
      await sendMalformedRequests(context, name);
      skipIfNotCalled(context, name);
      expectNo5xx();
    },
  });
}

function answersInFull({ name }: Operation): BackendCheck {
  return scenario({
    id: `${name}/always-answers`,
    sentence: `${name} MUST answer completely and in time.`,
    rule: 'refusals#always-an-answer',
    leavesOpen: 'A backend under load.',
    afterAll: true,
    run: (context) => {
      skipIfNotCalled(context, name);
      expectNone(context.run.failureLog.silences.get(name), 'a complete answer');
    },
  });
}

function expectNone(loggedFailure: LoggedFailure | undefined, expected: string): void {
  if (!loggedFailure) return;
  const { got, count, exchange } = loggedFailure;
  throw failure(expected, count === 1 ? got : `${got} (and ${count - 1} more)`, { exchange });
}

function skipIfNotCalled({ run: runContext }: CheckContext, name: Operation['name']): void {
  const { observations, failureLog } = runContext;
  if (!observations.wasAsked(name) && !failureLog.silences.has(name)) {
    throw skip('the operation was not called');
  }
}

/** The inspections of all responses of one operation. */
function inspectionsOf({ name, route, meta }: Operation): BackendCheck[] {
  const { rule, mayBeMissing } = meta;
  const isJson = meta.reads === 'json';
  const isAboutHer = isPersonal(name);
  const sharedCopiesRule = 'access#no-shared-copies';
  /** @param expected the expectation for a remark that never fails */
  const inspection = (id: string, predicate: string, rule: RuleName, expected?: string) =>
    scenario({
      id: `${name}/${id}`,
      sentence: `${name} ${predicate}`,
      rule,
      leavesOpen: 'Answers that no check asked for.',
      afterAll: true,
      run: (context) => {
        skipIfNotCalled(context, name);
        const finding = context.run.observations.finding(name, id);
        if (!finding) return;
        if (expected !== undefined) return context.addNote(`${expected}: ${finding.got}`);
        throw failure('none', finding.got, finding.response);
      },
    });
  const noSecretsSentenceEnd =
    'MUST NOT return passwords, hashes, one-time tokens or right answers.';
  const ownDataSentenceEnd = "MUST NOT return one applicant's data to another.";
  const sharedCacheSentenceEnd = 'MUST NOT let shared caches keep what it says of a person.';
  const browserCacheSentenceEnd = 'SHOULD NOT let browsers keep what it says of a person.';
  const extraFieldsSentenceEnd = 'MAY return fields the contract does not declare.';
  const otherFormsSentenceEnd =
    'MAY return a number as text, or a date as a list: the site reads either.';
  return [
    isJson &&
      !mayBeMissing &&
      inspection('every-answer', 'MUST answer every success as the contract has it.', rule),
    inspection('no-secrets', noSecretsSentenceEnd, 'access#secrets-stay-secret'),
    inspection('nobody-elses-data', ownDataSentenceEnd, 'access#nobody-elses-data'),
    route.method !== 'GET' &&
      !mayBeMissing &&
      inspection(
        'readable-refusals',
        'MUST refuse with text a person can read.',
        'refusals#readable-text',
      ),
    inspection(
      'extra-fields',
      extraFieldsSentenceEnd,
      'tolerated#more-fields',
      'fields the contract does not have',
    ),
    isAboutHer && inspection('not-shared', sharedCacheSentenceEnd, sharedCopiesRule),
    // The content of a stored name never changes, so browsers may cache it.
    isAboutHer &&
      name !== 'files.get' &&
      inspection('not-kept', browserCacheSentenceEnd, sharedCopiesRule),
    isJson &&
      inspection(
        'tolerated-forms',
        otherFormsSentenceEnd,
        'tolerated#other-forms',
        'fields in another form',
      ),
  ].flatMap((check) => check || []);
}

function responseTimeCheck({ name }: Operation): BackendCheck {
  return scenario({
    id: `${name}/in-time`,
    sentence: `${name} MAY take its time, up to ${budgetMs} ms.`,
    rule: 'refusals#in-time',
    leavesOpen: 'How long they take elsewhere, and under load.',
    afterAll: true,
    run: (context) => {
      skipIfNotCalled(context, name);
      const times = [...(context.run.observations.times.get(name) ?? [])].sort((a, b) => a - b);
      const middle = times[Math.floor(times.length / 2)] ?? 0;
      if (middle > budgetMs)
        context.addNote(`a median of ${Math.round(middle)} ms over ${times.length} answers`);
    },
  });
}
