/** What nobody has: unknown addresses, ids, tokens, codes and file names. */
import {
  type OperationName,
  pathParameters,
  type RuleName,
  wireTemplate,
} from '@one-planet/contract';
import { unknownToken } from '../../applicant/calls.ts';
import type { Stage } from '../../applicant/stages.ts';
import type { Check, Level } from '../check.ts';
import type { CheckContext } from '../context.ts';
import { expectRefused, type RefusalRules } from '../expect.ts';
import { Failed, Skipped } from '../outcome.ts';
import { type Person, randomText } from '../people/person.ts';
import { prepare } from '../people/walk.ts';
import { unknownIdLike } from '../unknown-id.ts';
import { describeReply } from '../wire/reply.ts';
import type { Call } from '../wire/request.ts';

interface Unknown {
  operation: OperationName;
  /** What is unknown, as it stands in the id. */
  what: string;
  /** In words. */
  words: string;
  stage?: Stage;
  level?: Level;
  rules?: RefusalRules;
  rule?: RuleName;
  /** What is different about a valid call. */
  change: (context: CheckContext, call: Call, person: Person) => Promise<Call> | Call;
}

const newAddress = (person: Person) => person.email.replace('@', '.nobody@');
const change = (call: Call, fields: object): Call => ({
  body: { ...(call.body as object), ...fields },
});

const list: readonly Unknown[] = [
  {
    operation: 'applicants.activate',
    what: 'token',
    words: 'a token that was never mailed',
    rule: 'accounts#a-link-works-once',
    rules: { prefer: [404] },
    change: () => ({ params: { token: unknownToken } }),
  },
  {
    operation: 'applicants.createPassword',
    what: 'token',
    words: 'a token that was never given out',
    rule: 'accounts#first-password',
    stage: 'NOT_ACTIVATED',
    rules: { prefer: [400, 404] },
    change: ({ helpers }) => {
      const template = wireTemplate(helpers.dialect, 'applicants.createPassword', '/:token');
      if (pathParameters(template).length > 0) return { params: { token: unknownToken } };
      throw new Skipped('the dialect sends no token here');
    },
  },
  {
    operation: 'applicants.resendEmail',
    what: 'email',
    words: 'an e-mail address nobody registered',
    rule: 'accounts#a-new-link',
    rules: { prefer: [404] },
    change: (_kit, _call, person) => {
      const email = newAddress(person);
      return { params: { email }, body: { email } };
    },
  },
  {
    operation: 'auth.login',
    what: 'email',
    words: 'an e-mail address nobody registered',
    rule: 'accounts#failed-logins',
    rules: { only: [401, 404, 417] },
    change: (_kit, call, person) => change(call, { email: newAddress(person) }),
  },
  {
    operation: 'auth.forgotPassword',
    what: 'email',
    words: 'an e-mail address nobody registered',
    rule: 'accounts#forgotten-password',
    rules: { only: [400] },
    change: (_kit, call, person) => change(call, { email: newAddress(person) }),
  },
  {
    operation: 'applicants.getByEmail',
    what: 'email',
    words: 'an e-mail address nobody registered',
    stage: 'ACTIVATED',
    rules: { prefer: [403, 404] },
    change: (_kit, _call, person) => ({ params: { email: newAddress(person) } }),
  },
  {
    operation: 'applicants.editProfile',
    what: 'id',
    words: 'an id nobody has',
    stage: 'ACTIVATED',
    rules: { prefer: [403, 404] },
    change: (_kit, _call, { id }) => ({ params: { applicantId: unknownIdLike(id) } }),
  },
  {
    operation: 'auth.getUser',
    what: 'id',
    words: 'an id nobody has',
    stage: 'ACTIVATED',
    rules: { prefer: [403, 404] },
    change: (_kit, _call, { id }) => ({ params: { userId: unknownIdLike(id) } }),
  },
  {
    operation: 'payments.getReceipt',
    what: 'code',
    words: 'a payment code that was never given out',
    rule: 'payment#no-receipt-before-payment',
    stage: 'BIOGRAPHIC_APPLICANT',
    rules: { prefer: [404] },
    change: (_kit, _call, { payment }) => ({
      params: { paymentCode: unknownIdLike(payment?.code) },
    }),
  },
  {
    operation: 'files.get',
    what: 'name',
    words: 'a file name that was never given out',
    rule: 'files#read-a-file',
    stage: 'ACTIVATED',
    rules: { prefer: [404] },
    change: () => ({ params: { fileName: `${randomText('abcdef0123456789', 24)}.png` } }),
  },
  {
    operation: 'exams.submit',
    what: 'exam',
    words: 'the id of an exam that does not exist',
    rule: 'exam#false-answers',
    stage: 'ACTIVATED',
    rules: { prefer: [400, 404, 409] },
    change: (_kit, call, { exam }) => change(call, { id: unknownIdLike(exam?.examDto.id) }),
  },
  {
    operation: 'payments.makeOffline',
    what: 'code',
    words: 'a payment code that was never given out',
    rule: 'payment#a-code-of-her-own',
    stage: 'TOOK_EXAM',
    change: (_kit, call, { payment }) =>
      change(call, { paymentCode: unknownIdLike(payment?.code) }),
  },
  {
    operation: 'payments.makeOffline',
    what: 'bank',
    words: 'a bank account that is not on the list',
    rule: 'payment#an-account-in-use',
    stage: 'TOOK_EXAM',
    level: 'should',
    change: async ({ reference }, call) =>
      change(call, { bankAccount: String(unknownIdLike((await reference.bank()).id)) }),
  },
  {
    operation: 'payments.makeOffline',
    what: 'attachment',
    words: 'a receipt that was never uploaded',
    rule: 'payment#the-attached-receipt',
    stage: 'TOOK_EXAM',
    level: 'should',
    change: (_kit, call) =>
      change(call, { attachmentUrl: `${randomText('abcdef0123456789', 24)}.png` }),
  },
  {
    operation: 'applicants.applyForProgram',
    what: 'programme',
    words: 'a program that is not offered',
    rule: 'application#apply',
    stage: 'READY_TO_APPLY',
    change: (_kit, call) => change(call, { selectedBatchProgramId: 987_654_321 }),
  },
];

export const unknown: readonly Check[] = [...list.map(toCheck), unknownProgram()];

function toCheck({
  operation,
  what,
  words,
  stage,
  level = 'must',
  rules = {},
  ...own
}: Unknown): Check {
  return {
    id: `${operation}/unknown/${what}`,
    level,
    operation,
    sentence: `${operation} ${level === 'must' ? 'MUST' : 'SHOULD'} refuse ${words}${rules.only ? ` with ${rules.only.join(' or ')}` : ''}.`,
    rule: own.rule ?? 'refusals#nothing-unknown',
    proves: 'What does not exist is not answered as if it did.',
    leavesOpen: rules.only ? 'Nothing.' : 'Which 4xx it is.',
    ...(stage ? { stage } : {}),
    run: async (context) => {
      const person = stage ? await context.person(stage) : context.draft();
      if (stage) await prepare(operation, person, context.helpers);
      const call = await context.call(operation, person);
      const reply = await context.send(operation, {
        ...call,
        ...(await own.change(context, call, person)),
      });
      expectRefused(context, reply, words, rules);
    },
  };
}

function unknownProgram(): Check {
  return {
    id: 'programs.courses/unknown/programme',
    level: 'must',
    operation: 'programs.courses',
    sentence: 'programs.courses MUST answer a refusal or an empty list for an unknown program.',
    rule: 'catalogue#courses',
    proves: 'The id decides which courses are listed.',
    leavesOpen: 'Whether the courses of a known program are its own.',
    run: async (context) => {
      const [program] = await context.reference.programs();
      const params = { programId: unknownIdLike(program?.id) };
      const reply = await context.send('programs.courses', { params });
      const isEmpty = Array.isArray(reply.json) && reply.json.length === 0;
      if (reply.status < 400 && !isEmpty) {
        throw new Failed('a refusal or an empty list', describeReply(reply), reply);
      }
    },
  };
}
