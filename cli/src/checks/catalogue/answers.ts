/** Every operation, done right in the right situation: status, content type and body of the contract. */
import { type Operation, type OperationName, operations } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../context.ts';
import { expectAnswer, successStatuses } from '../expect.ts';
import { Failed, Skipped } from '../outcome.ts';
import { stageFor } from '../people/stage-for.ts';
import { perform } from '../people/walk.ts';
import { describeReply, type Reply } from '../wire/reply.ts';

/** After these the old password may be gone: the applicant is not used again. */
const breaksLogin: readonly OperationName[] = ['auth.forgotPassword'];

export const answers: readonly Check[] = operations.map(answersCheck);

function answersCheck({ name, meta }: Operation): Check {
  const statuses = successStatuses(name).join(' or ');
  const form = {
    json: ' and the JSON body of the contract',
    text: ' and the stored name as text',
    bytes: ' and the bytes',
    nothing: '',
  }[meta.reads];
  return {
    id: `${name}/answers`,
    level: meta.mayBeMissing ? 'info' : 'must',
    operation: name,
    sentence: `${name} MUST answer ${statuses}${form} to a valid call in the right situation.`,
    rule: meta.rule,
    proves: 'A valid call, sent the way the site sends it, gets an answer the site can read.',
    leavesOpen: 'Whether the answer is true; other checks compare it with what was sent before.',
    ...stageFor(name),
    ...(stageAfter(name) ? { consumes: true, isUsual: true } : {}),
    ...(breaksLogin.includes(name) ? { consumes: true } : {}),
    run: (context) => run(context, name),
  };
}

async function run(context: CheckContext, name: OperationName): Promise<void> {
  const reply = await doRight(context, name);
  if (name === 'auth.updateUser') return readOptional(context, reply);
  expectAnswer(context, reply);
}

/** Does an operation right. @returns its answer, not judged yet */
async function doRight(context: CheckContext, name: OperationName): Promise<Reply> {
  const person = await context.applicantFor(name);
  const reply = await perform(name, person, context.helpers);
  if (name === 'applicants.register' && reply.status < 300) context.adopt(person);
  if (breaksLogin.includes(name)) context.retire(person);
  // A newer link may have replaced the one that is known.
  if (name === 'applicants.resendEmail') delete person.activationToken;
  return reply;
}

function readOptional(context: CheckContext, reply: Reply): void {
  if ([404, 405, 501].includes(reply.status)) {
    throw new Skipped('the backend leaves this operation out, as it may');
  }
  if (reply.status >= 400) context.tell(`its payload is not specified: ${describeReply(reply)}`);
  if (reply.status >= 300 && reply.status < 400) {
    throw new Failed('a success or a refusal', describeReply(reply), reply);
  }
}
