/** Unknown addresses, ids, tokens, codes and file names. */
import type { OperationName, RuleName } from '@one-planet/contract';
import type { Stage } from '../../applicant/stages.ts';
import { unknownToken } from '../../applicant/valid-calls.ts';
import { randomText } from '../../core/text.ts';
import type { Level } from '../../report/report.ts';
import { prepare } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import {
  expectRefused,
  loginRefusals,
  type RefusalRules,
  sendsToken,
  unknownIdLike,
} from '../expect.ts';
import { type Call, callWithBody } from '../http-messages.ts';
import { failure, skip } from '../outcome.ts';

interface UnknownValueCase {
  /** The operation and the unknown value, for the check's id. */
  name: `${OperationName}/${string}`;
  description: string;
  stage?: Stage;
  level?: Level;
  rules?: RefusalRules;
  rule?: RuleName;
  change: (context: CheckContext, call: Call, person: Person) => Promise<Call> | Call;
  /** Fields of a second call, with an unknown value that a database may fail on. */
  also?: object;
}

const newAddress = (person: Person) => person.email.replace('@', '.nobody@');

const unknownValueCases: readonly UnknownValueCase[] = [
  {
    name: 'applicants.activate/token',
    description: 'a token that was never mailed',
    rule: 'accounts#a-link-works-once',
    rules: { prefer: [404] },
    change: () => ({ params: { token: unknownToken } }),
  },
  {
    name: 'applicants.createPassword/token',
    description: 'a token that was never given out',
    rule: 'accounts#first-password',
    stage: 'NOT_ACTIVATED',
    rules: { prefer: [400, 404] },
    change: ({ helpers }) => {
      if (sendsToken(helpers.dialect)) return { params: { token: unknownToken } };
      throw skip('the dialect sends no token here');
    },
  },
  {
    name: 'applicants.resendEmail/email',
    description: 'an email address nobody registered',
    rule: 'accounts#a-new-link',
    rules: { prefer: [404] },
    change: (_context, _call, person) => {
      const email = newAddress(person);
      return { params: { email }, body: { email } };
    },
  },
  {
    name: 'auth.login/email',
    description: 'an email address nobody registered',
    rule: 'accounts#failed-logins',
    rules: loginRefusals,
    change: (_context, call, person) => callWithBody(call, { email: newAddress(person) }),
  },
  {
    name: 'auth.forgotPassword/email',
    description: 'an email address nobody registered',
    rule: 'accounts#forgotten-password',
    rules: { only: [400] },
    change: (_context, call, person) => callWithBody(call, { email: newAddress(person) }),
  },
  {
    name: 'applicants.getByEmail/email',
    description: 'an email address nobody registered',
    stage: 'ACTIVATED',
    rules: { prefer: [403, 404] },
    change: (_context, _call, person) => ({ params: { email: newAddress(person) } }),
  },
  {
    name: 'applicants.editProfile/id',
    description: 'an id nobody has',
    stage: 'ACTIVATED',
    rules: { prefer: [403, 404] },
    change: (_context, _call, { id }) => ({ params: { applicantId: unknownIdLike(id) } }),
  },
  {
    name: 'auth.getUser/id',
    description: 'an id nobody has',
    stage: 'ACTIVATED',
    rules: { prefer: [403, 404] },
    change: (_context, _call, { id }) => ({ params: { userId: unknownIdLike(id) } }),
  },
  {
    name: 'payments.getReceipt/code',
    description: 'a payment code that was never given out',
    rule: 'payment#no-receipt-before-payment',
    stage: 'BIOGRAPHIC_APPLICANT',
    rules: { prefer: [404] },
    change: (_context, _call, { payment }) => ({
      params: { paymentCode: unknownIdLike(payment?.code) },
    }),
  },
  {
    name: 'files.get/name',
    description: 'a file name that was never given out',
    rule: 'files#read-a-file',
    stage: 'ACTIVATED',
    rules: { prefer: [404] },
    change: () => ({ params: { fileName: `${randomText('abcdef0123456789', 24)}.png` } }),
  },
  {
    name: 'exams.submit/exam',
    description: 'the id of an exam that does not exist',
    rule: 'exam#false-answers',
    stage: 'ACTIVATED',
    rules: { prefer: [400, 404, 409] },
    change: (_context, call, { exam }) =>
      callWithBody(call, { id: unknownIdLike(exam?.examDto.id) }),
  },
  {
    name: 'payments.makeOffline/code',
    description: 'a payment code that was never given out',
    rule: 'payment#a-code-of-her-own',
    stage: 'TOOK_EXAM',
    change: (_context, call, { payment }) =>
      callWithBody(call, { paymentCode: unknownIdLike(payment?.code) }),
  },
  {
    name: 'payments.makeOffline/bank',
    description: 'a bank account that is not on the list',
    rule: 'payment#an-account-in-use',
    stage: 'TOOK_EXAM',
    level: 'should',
    change: async ({ reference }, call) =>
      callWithBody(call, {
        bankAccount: String(unknownIdLike((await reference.activeAccount()).id)),
      }),
  },
  {
    name: 'payments.makeOffline/attachment',
    description: 'a receipt that was never uploaded',
    rule: 'payment#the-attached-receipt',
    stage: 'TOOK_EXAM',
    level: 'should',
    change: (_context, call) =>
      callWithBody(call, { attachmentUrl: `${randomText('abcdef0123456789', 24)}.png` }),
  },
  {
    name: 'applicants.applyForProgram/programme',
    description: 'a program that is not offered',
    rule: 'application#apply',
    stage: 'READY_TO_APPLY',
    change: (_context, call) => callWithBody(call, { selectedBatchProgramId: 987_654_321 }),
    also: { selectedBatchProgramId: 98_765_432_109 },
  },
];

/** Operations that look up an applicant by her email address, with the rules for an unknown address. */
const addressLookups: readonly (Pick<UnknownValueCase, 'rule' | 'rules'> & {
  name: OperationName;
})[] = [
  { name: 'applicants.resendEmail', rule: 'accounts#a-new-link' },
  { name: 'applicants.getByEmail' },
  { name: 'auth.login', rule: 'accounts#failed-logins', rules: loginRefusals },
  { name: 'auth.forgotPassword', rule: 'accounts#forgotten-password', rules: { only: [400] } },
];

/**
 * Makes the path parameters that are database patterns.
 * @returns one pattern that matches everything, and one that matches only her own value
 */
function patternsOf(ownParams: Call['params'] = {}, unknownParams: Call['params'] = {}): Call[] {
  const names = Object.keys(unknownParams);
  const patterns = [() => '%', (name: string) => withWildcard(String(ownParams[name]))];
  return names.length === 0
    ? []
    : patterns.map((pattern) => ({
        params: Object.fromEntries(names.map((name) => [name, pattern(name)])),
      }));
}

/** Replaces every character by `_`; a `_` that the token has stays. */
const withWildcard = (text: string) => text.replace(/[^_]/, '_');

/**
 * In a database pattern `%` matches any text and `_` matches any character. In an address and in a token they are
 * ordinary characters.
 */
const wildcardCases: readonly UnknownValueCase[] = addressLookups.flatMap(({ name, ...facts }) =>
  Object.entries({ percent: '%', underscore: '_' }).map(([signName, sign]) => ({
    ...facts,
    name: `${name}/${signName}` as const,
    description: `an address with ${sign} in the place of a letter`,
    stage: 'ACTIVATED' as const,
    change: (_context: CheckContext, { body, ...call }: Call, person: Person) => {
      const email = sign + person.email.slice(1);
      return {
        ...(call.params ? { params: { email } } : {}),
        ...(body ? { body: { ...body, email } } : {}),
      };
    },
  })),
);

const mailedTokenCase: UnknownValueCase = {
  name: 'applicants.activate/underscore',
  description: 'the token of a mailed link with _ in the place of a letter',
  rule: 'accounts#a-link-works-once',
  stage: 'REGISTERED',
  rules: { prefer: [404] },
  change: (_context, { params = {} }) => ({
    params: { token: withWildcard(String(params.token)) },
  }),
};

export const unknownValueChecks: readonly BackendCheck[] = [
  ...[...unknownValueCases, ...wildcardCases, mailedTokenCase].map(unknownValueCheck),
  unknownProgram(),
];

function unknownValueCheck({
  name,
  description,
  stage,
  level = 'must',
  rules = {},
  ...facts
}: UnknownValueCase): BackendCheck {
  const [operation, subject] = name.split('/') as [OperationName, string];
  return scenario({
    id: `${operation}/unknown/${subject}`,
    sentence: `${operation} ${level === 'must' ? 'MUST' : 'SHOULD'} refuse ${description}${rules.only ? ` with ${rules.only.join(' or ')}` : ''}.`,
    rule: facts.rule ?? 'refusals#nothing-unknown',
    leavesOpen: rules.only ? 'Nothing.' : 'Which 4xx it is.',
    stage,
    run: async (context) => {
      const person = stage ? await context.person(stage) : context.draft();
      if (stage) await prepare(operation, person, context.helpers);
      const call = await context.call(operation, person);
      const changedCall = await facts.change(context, call, person);
      expectRefused(
        context,
        await context.send(operation, { ...call, ...changedCall }),
        description,
        rules,
      );
      const oddCalls = facts.also
        ? [callWithBody(call, facts.also)]
        : patternsOf(call.params, changedCall.params);
      for (const oddCall of oddCalls) {
        const response = await context.send(operation, { ...call, ...changedCall, ...oddCall });
        expectRefused(context, response, `${description}, as a pattern or a large number`, rules);
      }
    },
  });
}

function unknownProgram(): BackendCheck {
  return scenario({
    id: 'programs.courses/unknown/programme',
    sentence: 'programs.courses MUST answer a refusal or an empty list for an unknown program.',
    rule: 'catalogue#courses',
    run: async (context) => {
      const [program] = await context.reference.programs();
      const params = { programId: unknownIdLike(program?.id) };
      const response = await context.send('programs.courses', { params });
      const isEmpty = Array.isArray(response.json) && response.json.length === 0;
      if (response.status < 400 && !isEmpty) {
        throw failure('a refusal or an empty list', response);
      }
    },
  });
}
