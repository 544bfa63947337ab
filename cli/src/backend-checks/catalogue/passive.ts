/** Checks of all responses of the run. They are judged after all other checks. */
import { type Operation, operations, type RuleName } from '@one-planet/contract';
import { makeFailure, makeSkip } from '../../checks/outcome.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  obligationWords,
} from '../check.ts';
import { isPersonal } from '../observations.ts';
import type { LoggedFailure } from '../sender.ts';
import { sendMalformedRequests } from './bodies.ts';

/** A response is slow if it takes longer, in milliseconds. */
const maxMedianMs = 1000;

export const passiveChecks: readonly BackendCheck[] = [
  ...operations.flatMap((operation) => [
    makeNever5xxCheck(operation),
    makeFullAnswerCheck(operation),
    ...makeInspectionChecks(operation),
    makeResponseTimeCheck(operation),
  ]),
  makeScenarioCheck({
    id: 'server/no-stack-trace',
    sentence: 'The backend SHOULD NOT return stack traces.',
    rule: 'access#no-inner-workings',
    leavesOpen: 'Answers that no check asked for.',
    afterAll: true,
    run: ({ runContext }) => {
      for (const { name } of operations) {
        const finding = runContext.observations.findFinding(name, 'no-stack-trace');
        if (finding) throw makeFailure('no stack trace', finding.got, finding.response);
      }
    },
  }),
  makeScenarioCheck({
    id: 'auth.login/older-sessions',
    sentence: 'A new login, a change of password and time MAY end older sessions.',
    rule: 'access#sessions-end',
    afterAll: true,
    run: (context) => {
      const sessionEnds = [...context.runContext.observations.sessionEnds];
      if (sessionEnds.length > 0)
        context.addNote(`sessions were ended by ${sessionEnds.join(', ')}`);
    },
  }),
  makeScenarioCheck({
    id: 'server/retry-after',
    sentence: 'A backend that limits requests SHOULD say with Retry-After when to ask again.',
    rule: 'refusals#too-many-requests',
    leavesOpen: 'Limits that the run did not meet, and having none.',
    afterAll: true,
    run: ({ runContext }) => expectNoFailure(runContext.failureLog.rateLimitFailure, 'Retry-After'),
  }),
  makeScenarioCheck({
    id: 'server/gateway',
    sentence: 'The backend MUST be reachable: no proxy answers in its place.',
    rule: 'refusals#no-proxys-answer',
    afterAll: true,
    run: ({ runContext }) =>
      expectNoFailure(runContext.failureLog.gatewayFailure, 'an answer of the backend'),
  }),
];

function makeNever5xxCheck({ name }: Operation): BackendCheck {
  return makeScenarioCheck({
    id: `${name}/never-5xx`,
    sentence: `${name} MUST NOT answer 5xx, whatever it is sent.`,
    rule: 'refusals#never-5xx',
    leavesOpen: 'What was not sent; --fuzz sends more.',
    stage: 'ACTIVATED',
    afterAll: true,
    run: async (context) => {
      const expectNo5xx = () =>
        expectNoFailure(context.runContext.failureLog.errors.get(name), 'no 5xx');
      // The failures logged so far are judged first, because without an applicant the rest is skipped.
      expectNo5xx();
      await sendMalformedRequests(context, name);
      skipIfNotCalled(context, name);
      expectNo5xx();
    },
  });
}

function makeFullAnswerCheck({ name }: Operation): BackendCheck {
  return makeScenarioCheck({
    id: `${name}/always-answers`,
    sentence: `${name} MUST answer completely and in time.`,
    rule: 'refusals#always-an-answer',
    leavesOpen: 'A backend under load.',
    afterAll: true,
    run: (context) => {
      skipIfNotCalled(context, name);
      expectNoFailure(context.runContext.failureLog.silences.get(name), 'a complete answer');
    },
  });
}

function expectNoFailure(loggedFailure: LoggedFailure | undefined, expectedText: string): void {
  if (!loggedFailure) return;
  const { got, count, exchange } = loggedFailure;
  throw makeFailure(expectedText, count === 1 ? got : `${got} (and ${count - 1} more)`, {
    exchange,
  });
}

function skipIfNotCalled({ runContext }: CheckContext, operationName: Operation['name']): void {
  const { observations, failureLog } = runContext;
  const wasCalled =
    observations.responsesByOperation.has(operationName) || failureLog.silences.has(operationName);
  if (!wasCalled) throw makeSkip('the operation was not called');
}

function makeInspectionChecks({ name, route, meta }: Operation): BackendCheck[] {
  const { rule, mayBeMissing } = meta;
  const isJson = meta.readsBodyAs === 'json';
  const isAboutHer = isPersonal(name);
  const sharedCopiesRule = 'access#no-shared-copies';
  /**
   * @param expectedText what is expected; of a remark, which never fails, what is remarked
   */
  const makeInspectionCheck = (
    id: string,
    predicate: string,
    rule: RuleName,
    expectedText: string,
  ) =>
    makeScenarioCheck({
      id: `${name}/${id}`,
      sentence: `${name} ${predicate}`,
      rule,
      leavesOpen: 'Answers that no check asked for.',
      afterAll: true,
      run: (context) => {
        skipIfNotCalled(context, name);
        const finding = context.runContext.observations.findFinding(name, id);
        if (!finding) return;
        if (predicate.startsWith(obligationWords.info))
          return context.addNote(`${expectedText}: ${finding.got}`);
        throw makeFailure(expectedText, finding.got, finding.response);
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
    name === 'applicants.getByEmail' &&
      makeInspectionCheck(
        'application-status',
        'SHOULD answer an applicationStatus that agrees with the status, where it has both.',
        'profile#two-statuses',
        'one state',
      ),
    isJson &&
      !mayBeMissing &&
      makeInspectionCheck(
        'every-answer',
        'MUST answer every success as the contract has it.',
        rule,
        'the body of the contract',
      ),
    makeInspectionCheck(
      'no-secrets',
      noSecretsSentenceEnd,
      'access#secrets-stay-secret',
      'no secret',
    ),
    makeInspectionCheck(
      'nobody-elses-data',
      ownDataSentenceEnd,
      'access#nobody-elses-data',
      'data of her own alone',
    ),
    route.method !== 'GET' &&
      !mayBeMissing &&
      makeInspectionCheck(
        'readable-refusals',
        'MUST refuse with text a person can read.',
        'refusals#readable-text',
        'a text, or JSON with a message',
      ),
    makeInspectionCheck(
      'extra-fields',
      extraFieldsSentenceEnd,
      'tolerated#more-fields',
      'fields the contract does not have',
    ),
    isAboutHer &&
      makeInspectionCheck(
        'not-shared',
        sharedCacheSentenceEnd,
        sharedCopiesRule,
        'cache-control: no-store',
      ),
    // The content of a stored name never changes, so browsers may cache it.
    isAboutHer &&
      name !== 'files.get' &&
      makeInspectionCheck(
        'not-kept',
        browserCacheSentenceEnd,
        sharedCopiesRule,
        'cache-control: no-store',
      ),
    isJson &&
      makeInspectionCheck(
        'tolerated-forms',
        otherFormsSentenceEnd,
        'tolerated#other-forms',
        'fields in another form',
      ),
  ].flatMap((check) => check || []);
}

function makeResponseTimeCheck({ name }: Operation): BackendCheck {
  return makeScenarioCheck({
    id: `${name}/in-time`,
    sentence: `${name} MAY take its time, up to ${maxMedianMs} ms.`,
    rule: 'refusals#in-time',
    leavesOpen: 'How long they take elsewhere, and under load.',
    afterAll: true,
    run: (context) => {
      skipIfNotCalled(context, name);
      const { responsesByOperation } = context.runContext.observations;
      const timesMs = (responsesByOperation.get(name) ?? []).map(({ durationMs }) => durationMs);
      const medianMs = timesMs.sort((a, b) => a - b)[Math.floor(timesMs.length / 2)] ?? 0;
      if (medianMs > maxMedianMs)
        context.addNote(`a median of ${Math.round(medianMs)} ms over ${timesMs.length} answers`);
    },
  });
}
