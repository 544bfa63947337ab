/** Access: refused without a valid token, and open where no token is needed. */
import {
  type Operation,
  type OperationName,
  operations,
  type RuleName,
} from '@one-planet/contract';
import { stageOf } from '../../applicant/stages.ts';
import { tokenNeverMailed } from '../../applicant/valid-calls.ts';
import { expectAccepted, makeFailure, makeSkip } from '../../checks/outcome.ts';
import { sleepUntilInterrupted } from '../../core/interruption.ts';
import { fieldsOf } from '../../core/json.ts';
import { needsNoAccount, type Person, readTokenLifetimeMs } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeScenarioCheck } from '../check.ts';
import { expectRefused, skipIfNotOffered } from '../expect.ts';
import type { ApiResponse, Call } from '../http-messages.ts';

interface TokenRefusal {
  id: string;
  description: string;
  /** Whether accepting the token is tolerated, because nothing breaks at once. */
  isLenient?: boolean;
  rule: RuleName;
  leavesOpen: string;
  /** The calls to try for her, each with its name in messages. */
  makeInvalidCalls: (person: Person) => readonly (readonly [what: string, call: Call])[];
}

const tokenRefusals: readonly TokenRefusal[] = [
  {
    id: 'without-token',
    description: 'without a token',
    rule: 'access#a-token-is-required',
    leavesOpen: 'Whether something changed despite the refusal.',
    makeInvalidCalls: () => [['a call without a token', { token: undefined }]],
  },
  {
    id: 'false-token',
    description: 'to an invalid token',
    rule: 'access#a-token-is-required',
    leavesOpen: 'Tokens that have expired: no run waits that long.',
    makeInvalidCalls: ({ token: validToken = '', activationToken }) => [
      ...makeInvalidTokens(validToken).map(
        ([description, token]) => [description, { token }] as const,
      ),
      ...(activationToken
        ? [['the token of her activation link', { token: activationToken }] as const]
        : []),
    ],
  },
  {
    id: 'without-scheme',
    description: 'to a valid token that is not a bearer token',
    isLenient: true,
    rule: 'access#bearer-tokens-only',
    leavesOpen: 'Tokens in cookies and in the address.',
    makeInvalidCalls: ({ token = '' }) =>
      Object.entries({
        'a token without a scheme': token,
        'the scheme Basic': `Basic ${token}`,
        'a scheme of another name': `Xbearer ${token}`,
        'a token with more behind it': `Bearer ${token} ${token}`,
      }).map(([description, authorization]) => [
        description,
        { token: undefined, headers: { authorization } },
      ]),
  },
];

export const tokenChecks: readonly BackendCheck[] = operations.flatMap((operation) => {
  if (operation.meta.auth === 'bearer') {
    return tokenRefusals.map((refusal) => makeTokenRefusalCheck(operation.name, refusal));
  }
  if (operation.meta.auth === 'optional') return makeOptionalTokenChecks(operation);
  return [];
});

/**
 * Makes the check that an operation refuses calls with these tokens. Where otherwise is tolerated
 * (specification/decisions §1), it only reports.
 */
function makeTokenRefusalCheck(
  operationName: OperationName,
  { id, description, isLenient, makeInvalidCalls, ...texts }: TokenRefusal,
) {
  // A backend where the status can be read without a token is tolerated (specification/decisions §1).
  const mayBeOpen = operationName === 'applicants.getByEmail';
  const obligationWord =
    mayBeOpen && id === 'without-token' ? 'MAY' : isLenient ? 'SHOULD' : 'MUST';
  return makeScenarioCheck({
    id: `${operationName}/${id}`,
    sentence: `${operationName} ${obligationWord} answer 401 ${description}.`,
    ...texts,
    runFor: async (context, person) => {
      if (mayBeOpen && id !== 'without-token') await skipIfProfilesAreOpen(context, person);
      for (const [description, call] of makeInvalidCalls(person)) {
        const response = await context.sendAs(person, operationName, call);
        skipIfNotOffered(response);
        expectRefused(context, response, description, { onlyStatuses: [401] });
      }
    },
  });
}

/** Ends a check of who may read a profile, where everybody may. */
export async function skipIfProfilesAreOpen(
  context: CheckContext,
  { email, number }: Person,
): Promise<void> {
  const anonymousCall = { params: { email }, subjectNumber: number };
  const response = await context.send('applicants.getByEmail', anonymousCall);
  if (response.status < 300)
    throw makeSkip('profiles are readable without a token, which the decisions tolerate');
}

/**
 * Makes invalid tokens from a valid one: a character changed near the beginning, in the middle and near the end of each
 * part, and the end cut off.
 */
function makeInvalidTokens(validToken: string): [what: string, token: string][] {
  const tokenParts = validToken.split('.');
  const [header = '', payload = '', signature] = tokenParts;
  const unsignedHeader = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const isJwt = header.startsWith('ey') && signature !== undefined;
  const changedTokens = tokenParts.flatMap((tokenPart, index) =>
    choosePositionsToChange(tokenPart).map((position): [string, string] => {
      const otherCharacter = tokenPart[position] === 'A' ? 'B' : 'A';
      const changedPart =
        tokenPart.slice(0, position) + otherCharacter + tokenPart.slice(position + 1);
      const token = tokenParts.with(index, changedPart).join('.');
      const partText = tokenParts.length > 1 ? ` of its part ${index + 1}` : '';
      return [`a valid token with the character ${position + 1}${partText} changed`, token];
    }),
  );
  return [
    ['an invented token', tokenNeverMailed],
    ...changedTokens,
    ['the first half of a valid token', validToken.slice(0, Math.ceil(validToken.length / 2))],
    ['a valid token without its last two characters', validToken.slice(0, -2)],
    ...(isJwt
      ? ([
          ['a JWT that says it has no signature', `${unsignedHeader}.${payload}.`],
          ['a JWT without its signature', `${header}.${payload}.`],
          [
            'a JWT with a letter of its signature in the other case',
            `${header}.${payload}.${swapCase(signature)}`,
          ],
        ] as [string, string][])
      : []),
  ];
}

/** Swaps the case of the first letter. */
const swapCase = (text: string) =>
  text.replace(/[A-Za-z]/, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );

/**
 * The positions to change. The last character is left out, because in base64 several characters can encode the same
 * bits there.
 */
function choosePositionsToChange(tokenPart: string): number[] {
  const [{ length } = ''] = tokenPart.split('=');
  const positions = [1, Math.floor(length / 2), length - 3];
  return [...new Set(positions)].filter((position) => position >= 0 && position < length - 1);
}

function makeOptionalTokenChecks({ name }: Operation): BackendCheck[] {
  // A backend may keep what is about a person to her, as receipts are.
  const obligationWord = needsNoAccount(name) ? 'MUST' : 'MAY';
  const makeTokenCheck = (
    id: string,
    predicate: string,
    callChange: Call,
    judgeResponse: (response: ApiResponse) => void,
  ) =>
    makeScenarioCheck({
      id: `${name}/${id}`,
      sentence: `${name} ${obligationWord} ${predicate}.`,
      rule: needsNoAccount(name) ? 'access#open-to-everybody' : 'payment#receipts-of-others',
      stage: stageOf(name),
      runFor: async (context, person) =>
        judgeResponse(await context.sendAs(person, name, callChange)),
    });
  const predicate = 'answer an invalid token as it answers none, or with 401';
  const invalidToken = { token: tokenNeverMailed };
  return [
    needsNoAccount(name)
      ? makeTokenCheck('with-token', 'also answer an applicant who is logged in', {}, (response) =>
          expectAccepted(response, 'an applicant who is logged in'),
        )
      : makeTokenCheck('anonymous', 'work without a token', { token: undefined }, (response) =>
          expectAccepted(response, 'somebody who is not logged in'),
        ),
    makeTokenCheck('invalid-token', predicate, invalidToken, (response) => {
      if (response.status !== 401 && response.status >= 300)
        throw makeFailure('a success or 401', response);
    }),
  ];
}

/* The end of a session, if it is soon enough to wait for it (specification/website §4, §6; OWASP API2). */

/** How much two clocks may differ. */
const sessionMarginMs = 1500;

export const sessionEndCheck: BackendCheck = makeScenarioCheck({
  id: 'auth.login/ends',
  sentence: 'A token MUST be refused with 401 once its session has ended.',
  rule: 'access#sessions-end',
  leavesOpen: 'Sessions longer than --patience.',
  movesApplicantOn: true,
  runFor: async (context, person) => {
    const { headers, json } = await context.logInWith(person, person.password);
    const token = String(fieldsOf(json).token ?? '');
    const waitMs = readLifetimeMs(context, token, headers) + sessionMarginMs;
    expectPatience(context, waitMs);
    await sleepUntilInterrupted(waitMs, context.helpers.signal);
    const response = await context.sendAs(person, 'applicants.getByEmail', { token });
    expectRefused(context, response, 'a token whose session has ended', { onlyStatuses: [401] });
  },
});

/** How long a token is valid, according to the settings, or else to the token and the backend's clock. */
function readLifetimeMs({ runContext }: CheckContext, token: string, headers: Headers): number {
  const { sessionMinutes } = runContext.settings;
  if (sessionMinutes !== undefined) return sessionMinutes * 60_000;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const lifetimeMs = readTokenLifetimeMs(token, now);
  if (lifetimeMs !== undefined) return lifetimeMs;
  throw makeSkip('how long a session lasts is not known: give it with --session-minutes');
}

/** @throws {OutcomeError} where `--patience` does not allow a wait of this length */
export function expectPatience({ runContext }: CheckContext, ms: number): void {
  const patienceSeconds = Math.round(runContext.maxWaitForEndMs / 1000);
  if (ms > runContext.maxWaitForEndMs)
    throw makeSkip(
      `needs a wait of ${Math.ceil(ms / 1000)} s, and the run waits ${patienceSeconds} s: see --patience`,
    );
}
