/** Other people's data: not read, not changed, and not revealed in the refusal either (decisions §1). */
import type { OperationName, RuleName } from '@one-planet/contract';
import type { Stage } from '../../applicant/stages.ts';
import type { Check, Level } from '../check.ts';
import type { CheckContext } from '../context.ts';
import { expectRefused } from '../expect.ts';
import { Failed, Skipped } from '../outcome.ts';
import { isNamed } from '../passive/leaks.ts';
import { storedFile } from '../people/calls.ts';
import type { Person } from '../people/person.ts';
import { expectUnchanged, snapshot } from '../people/snapshot.ts';
import { beginExam, learnPayment } from '../people/walk.ts';
import type { Reply } from '../wire/reply.ts';
import type { Call } from '../wire/request.ts';

interface Foreign {
  operation: OperationName;
  what: string;
  /** Follows "MUST refuse". */
  words: string;
  stage?: Stage;
  /** The other's, where it is another one. */
  victim?: Stage;
  level?: Level;
  rule?: RuleName;
  /** The call one applicant makes about the other. */
  call: (context: CheckContext, actor: Person, victim: Person) => Promise<Call> | Call;
  /** More than the refusal. */
  after?: (context: CheckContext, actor: Person, victim: Person) => Promise<void>;
}

const theirs = (call: Call, fields: object): Call => ({
  body: { ...(call.body as object), ...fields },
});

const list: readonly Foreign[] = [
  {
    operation: 'applicants.getByEmail',
    what: 'profile',
    words: "to return another applicant's profile",
    call: async (context, _actor, { email, number }) => {
      const params = { email };
      const open = await context.send('applicants.getByEmail', { params, about: number });
      if (open.status >= 300) return { params };
      throw new Skipped('profiles are readable without a token, which the decisions tolerate');
    },
  },
  {
    operation: 'auth.getUser',
    what: 'account',
    words: "to return another applicant's account",
    call: (context, _actor, victim) => context.call('auth.getUser', victim),
  },
  {
    operation: 'applicants.editProfile',
    what: 'profile',
    words: "to change another applicant's profile",
    call: async (context, actor, victim) => {
      const { body } = await context.call('applicants.editProfile', actor);
      const { params } = await context.call('applicants.editProfile', victim);
      return { params, body: { ...(body as object), email: victim.email } };
    },
  },
  {
    operation: 'auth.changePassword',
    what: 'password',
    words: "to change another applicant's password",
    call: (_kit, actor, { email }) => ({ body: { email, password: `${actor.password}9` } }),
    after: async (context, actor, victim) => {
      const body = { email: victim.email, password: `${actor.password}9` };
      const reply = await context.send('auth.login', { body, by: victim.number });
      if (reply.status < 300) {
        throw new Failed('the other password unchanged', 'a login with the new one', reply);
      }
    },
  },
  {
    operation: 'applicants.createPassword',
    what: 'password',
    words: "to create another applicant's password",
    level: 'should',
    stage: 'NOT_ACTIVATED',
    victim: 'ACTIVATED',
    call: async (context, actor, { email }) => {
      if (actor.stage !== 'NOT_ACTIVATED')
        throw new Skipped('the dialect sets the password with the activation');
      const call = await context.call('applicants.createPassword', actor);
      return { params: call.params, body: { ...(call.body as object), name: email, email } };
    },
    after: async (context, actor, victim) => {
      const body = { email: victim.email, password: actor.password };
      const reply = await context.send('auth.login', { body, by: victim.number });
      if (reply.status < 300) {
        throw new Failed('the other password unchanged', 'a login with the new one', reply);
      }
    },
  },
  {
    operation: 'files.get',
    what: 'file',
    words: "to return another applicant's file",
    call: async ({ helpers }, _actor, victim) => ({
      params: { fileName: await storedFile(victim, 'profilePicture', helpers) },
    }),
  },
  {
    operation: 'exams.submit',
    what: 'exam',
    words: "another applicant's exam",
    call: async (context, _actor, victim) => {
      await beginExam(victim, context.helpers);
      const { body } = await context.call('exams.submit', victim);
      return { body };
    },
  },
  {
    operation: 'payments.makeOffline',
    what: 'code',
    words: "a payment under another applicant's code",
    stage: 'TOOK_EXAM',
    call: async (context, actor, victim) => {
      await learnPayment(victim, context.helpers);
      const call = await context.call('payments.makeOffline', actor);
      return theirs(call, { paymentCode: victim.payment?.code });
    },
  },
  {
    operation: 'payments.makeOffline',
    what: 'receipt',
    words: "a payment with another applicant's receipt",
    rule: 'payment#the-attached-receipt',
    stage: 'TOOK_EXAM',
    level: 'should',
    call: async (context, actor, victim) => {
      await learnPayment(actor, context.helpers);
      const call = await context.call('payments.makeOffline', actor);
      return theirs(call, { attachmentUrl: await storedFile(victim, 'receipt', context.helpers) });
    },
  },
  {
    operation: 'payments.getReceipt',
    what: 'receipt',
    words: "to return another applicant's receipt to somebody who is logged in",
    rule: 'payment#receipts-of-others',
    stage: 'BIOGRAPHIC_APPLICANT',
    level: 'should',
    call: (context, _actor, victim) => context.call('payments.getReceipt', victim),
  },
  {
    operation: 'applicants.saveBioData',
    what: 'picture',
    words: "a biography with another applicant's picture",
    rule: 'application#attached-files',
    stage: 'BIOGRAPHIC_APPLICANT',
    level: 'should',
    call: async (context, actor, victim) => {
      const call = await context.call('applicants.saveBioData', actor);
      return theirs(call, {
        profilePicture: await storedFile(victim, 'profilePicture', context.helpers),
      });
    },
  },
];

export const ownership: readonly Check[] = list.map(toCheck);

function toCheck({
  operation,
  what,
  words,
  stage = 'ACTIVATED',
  level = 'must',
  ...own
}: Foreign): Check {
  return {
    id: `${operation}/others/${what}`,
    level,
    operation,
    sentence: `${operation} ${level === 'must' ? 'MUST' : 'SHOULD'} refuse ${words}.`,
    rule: own.rule ?? 'access#only-her-own',
    proves:
      'With her own valid token she is refused, the refusal reveals nothing about the other applicant, and the other’s profile is unchanged.',
    leavesOpen: 'Users with other roles, whom no run can create.',
    stage,
    run: async (context) => {
      const actor = await context.person(stage);
      const victim = await context.person(own.victim ?? stage);
      const call = await own.call(context, actor, victim);
      const before = await snapshot(victim, context.helpers, operation);
      const { token, number: by } = actor;
      const reply = await context.send(operation, { ...call, token, by, about: victim.number });
      expectRefused(context, reply, words.replace(/^to /, 'an attempt to '), {
        prefer: [403, 404, ...(call.body ? [400, 409] : [])],
      });
      expectNothingTold(reply, victim);
      const what = 'somebody else';
      await expectUnchanged(victim, before, context.helpers, { what, operation, reply });
      await own.after?.(context, actor, victim);
      if (stage === 'NOT_ACTIVATED') context.retire(actor);
    },
  };
}

function expectNothingTold(reply: Reply, victim: Person): void {
  if (!isNamed(victim, reply.text, reply)) return;
  throw new Failed('a refusal that reveals nothing', "a refusal with the other's data", reply);
}
