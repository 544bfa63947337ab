/** Access: refused without a valid token, and open where no token is needed. */
import {
  type Operation,
  type OperationName,
  operations,
  type RuleName,
} from '@one-planet/contract';
import { stageOf } from '../../applicant/stages.ts';
import { unknownToken } from '../../applicant/valid-calls.ts';
import { sleepUntilInterrupted } from '../../core/interruption.ts';
import { fieldsOf, tryParseJson } from '../../core/json.ts';
import { needsNoAccount } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import { expectRefused, skipIfNotOffered } from '../expect.ts';
import type { ApiResponse, Call } from '../http-messages.ts';
import { expectAccepted, failure, skip } from '../outcome.ts';

/** The decisions tolerate a backend where this operation, the status, works without a token. */
const readableByAnybody = 'applicants.getByEmail';

interface TokenRefusal {
  id: string;
  description: string;
  /** Whether accepting the token is tolerated, because nothing breaks at once. */
  isLenient?: boolean;
  rule: RuleName;
  leavesOpen: string;
  /** The calls to try with her token, each with its name in messages. */
  tries: (token: string) => readonly (readonly [what: string, call: Call])[];
}

const tokenRefusals: readonly TokenRefusal[] = [
  {
    id: 'without-token',
    description: 'without a token',
    rule: 'access#a-token-is-required',
    leavesOpen: 'Whether something changed despite the refusal.',
    tries: () => [['a call without a token', { token: undefined }]],
  },
  {
    id: 'false-token',
    description: 'to an invalid token',
    rule: 'access#a-token-is-required',
    leavesOpen: 'Tokens that have expired: no run waits that long.',
    tries: (valid) =>
      invalidTokensFrom(valid).map(([description, token]) => [description, { token }]),
  },
  {
    id: 'without-scheme',
    description: 'to a valid token that is not a bearer token',
    isLenient: true,
    rule: 'access#bearer-tokens-only',
    leavesOpen: 'Tokens in cookies and in the address.',
    tries: (token) =>
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
    return tokenRefusals.map((refusal) => tokenRefusalCheck(operation.name, refusal));
  }
  if (operation.meta.auth === 'optional') return optionalTokenChecks(operation);
  return [];
});

/**
 * Makes the check that an operation refuses calls with these tokens. Where the decisions tolerate otherwise, it only
 * reports.
 */
function tokenRefusalCheck(
  name: OperationName,
  { id, description, isLenient, tries, ...texts }: TokenRefusal,
) {
  const verb = name === readableByAnybody ? 'MAY' : isLenient ? 'SHOULD' : 'MUST';
  return scenario({
    id: `${name}/${id}`,
    sentence: `${name} ${verb} answer 401 ${description}.`,
    ...texts,
    runFor: async (context, person) => {
      for (const [description, call] of tries(person.token ?? '')) {
        const response = await context.sendAs(person, name, call);
        skipIfNotOffered(response);
        expectRefused(context, response, description, { only: [401] });
      }
    },
  });
}

/**
 * Makes invalid tokens from a valid one: a character changed near the beginning, in the middle and near the end of each
 * part, and the end cut off.
 */
function invalidTokensFrom(valid: string): [what: string, token: string][] {
  const parts = valid.split('.');
  const [header = '', payload = '', signature] = parts;
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const isJwt = header.startsWith('ey') && signature !== undefined;
  const changedTokens = parts.flatMap((part, index) =>
    positionsToChange(part).map((place): [string, string] => {
      const otherSign = part[place] === 'A' ? 'B' : 'A';
      const changedPart = part.slice(0, place) + otherSign + part.slice(place + 1);
      const token = parts.with(index, changedPart).join('.');
      const placeText = parts.length > 1 ? ` of its part ${index + 1}` : '';
      return [`a valid token with the character ${place + 1}${placeText} changed`, token];
    }),
  );
  return [
    ['an invented token', unknownToken],
    ...changedTokens,
    ['the first half of a valid token', valid.slice(0, Math.ceil(valid.length / 2))],
    ['a valid token without its last two characters', valid.slice(0, -2)],
    ...(isJwt
      ? ([
          ['a JWT that says it has no signature', `${none}.${payload}.`],
          ['a JWT without its signature', `${header}.${payload}.`],
        ] as [string, string][])
      : []),
  ];
}

/**
 * The positions to change. The last character is left out, because in base64 several characters can encode the same
 * bits there.
 */
function positionsToChange(part: string): number[] {
  const { length } = part.replace(/=+$/, '');
  const places = [1, Math.floor(length / 2), length - 3];
  return [...new Set(places)].filter((place) => place >= 0 && place < length - 1);
}

function optionalTokenChecks({ name }: Operation): BackendCheck[] {
  const check = (
    id: string,
    predicate: string,
    change: Call,
    judge: (response: ApiResponse) => void,
  ) =>
    scenario({
      id: `${name}/${id}`,
      sentence: `${name} MUST ${predicate}.`,
      rule: 'access#open-to-everybody',
      stage: stageOf(name),
      runFor: async (context, person) => judge(await context.sendAs(person, name, change)),
    });
  const sentence = 'answer an invalid token as it answers none, or with 401';
  const invalid = check('invalid-token', sentence, { token: unknownToken }, (response) => {
    if (response.status !== 401 && response.status >= 300)
      throw failure('a success or 401', response);
  });
  const validTokenCheck = needsNoAccount(name)
    ? check('with-token', 'also answer an applicant who is logged in', {}, (response) =>
        expectAccepted(response, 'an applicant who is logged in'),
      )
    : check('anonymous', 'work without a token', { token: undefined }, (response) =>
        expectAccepted(response, 'somebody who is not logged in'),
      );
  return [validTokenCheck, invalid];
}

/* The end of a session, if it is soon enough to wait for it (1 §4, §6; OWASP API2). */

/** How much two clocks may differ. */
const marginMs = 1500;

export const sessionEndCheck: BackendCheck = scenario({
  id: 'auth.login/ends',
  sentence: 'A token MUST be refused with 401 once its session has ended.',
  rule: 'access#sessions-end',
  leavesOpen: 'Sessions longer than --patience.',
  movesApplicantOn: true,
  runFor: async (context, person) => {
    const { headers, json } = await context.logIn(person, person.password);
    const token = String(fieldsOf(json).token ?? '');
    await waitFor(context, lifetimeMs(context, token, headers) + marginMs);
    const response = await context.sendAs(person, 'applicants.getByEmail', { token });
    expectRefused(context, response, 'a token whose session has ended', { only: [401] });
  },
});

/** How long a token is valid, according to the settings, or else to the token and the backend's clock. */
function lifetimeMs({ run }: CheckContext, token: string, headers: Headers): number {
  const { sessionMinutes } = run.settings;
  if (sessionMinutes !== undefined) return sessionMinutes * 60_000;
  const claims = tryParseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { exp, iat } = fieldsOf(claims);
  if (typeof exp !== 'number') {
    throw skip('how long a session lasts is not known: give it with --session-minutes');
  }
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return typeof iat === 'number' ? (exp - iat) * 1000 : exp * 1000 - now;
}

/**
 * Waits, for an exam or a session to end.
 * @throws {OutcomeError} where `--patience` does not allow a wait of this length
 */
export async function waitFor({ run, helpers }: CheckContext, ms: number): Promise<void> {
  const { maxWaitForEndMs } = run;
  if (ms > maxWaitForEndMs) {
    const [neededSeconds, patienceSeconds] = [
      Math.ceil(ms / 1000),
      Math.round(maxWaitForEndMs / 1000),
    ];
    throw skip(
      `needs a wait of ${neededSeconds} s, and the run waits ${patienceSeconds} s: see --patience`,
    );
  }
  await sleepUntilInterrupted(ms, helpers.signal);
}
