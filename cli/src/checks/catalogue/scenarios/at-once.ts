/** Two equal requests at the same moment, as two taps send them: one takes effect (2 §4; decisions §2). */
import type { OperationName } from '@one-planet/contract';
import type { Check } from '../../check.ts';
import { Failed } from '../../outcome.ts';
import { needsNobody, stageFor } from '../../people/stage-for.ts';
import { prepare, settle } from '../../people/walk.ts';
import { describeReply } from '../../wire/reply.ts';
import { scenario } from './scenario.ts';

const operations: readonly OperationName[] = [
  'applicants.register',
  'applicants.activate',
  'applicants.createPassword',
  'exams.submit',
  'payments.makeOffline',
  'applicants.applyForProgram',
];

export const atOnce: readonly Check[] = operations.map((name) =>
  scenario({
    id: `${name}/at-once`,
    sentence: `Of two identical calls of ${name} at the same moment, one MUST succeed and the other MUST be refused.`,
    rule: 'states#once-even-at-once',
    proves: 'A double tap registers, activates, passes, pays or applies once.',
    leavesOpen: 'Calls that arrive further apart, or at two servers.',
    ...stageFor(name),
    consumes: true,
    run: async (context) => {
      const person = await context.applicantFor(name);
      await prepare(name, person, context.helpers);
      const call = await context.call(name, person);
      const replies = await Promise.all([context.send(name, call), context.send(name, call)]);
      const done = replies.filter(({ status }) => status < 300);
      const [first] = done;
      if (!first || done.length === 2) {
        const said = replies.map(describeReply).join(', and ');
        throw new Failed('one success and one refusal', said, replies[1]);
      }
      await settle(person, first, context.helpers);
      if (needsNobody(name)) context.adopt(person);
    },
  }),
);
