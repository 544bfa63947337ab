/** Every operation, done right in the right situation: status, content type and body of the contract. */
import { type Operation, type OperationName, operations } from '@one-planet/contract';
import type { Check } from '../check.ts';
import type { Kit } from '../context.ts';
import { expectAnswer, successStatuses } from '../expect.ts';
import { Failed, Skipped } from '../outcome.ts';
import { perform, stageAfter, stageOf } from '../people/perform.ts';
import { describeReply, type Reply } from '../wire/reply.ts';

/** After these an old password may be gone: whoever did it is not used again. */
const breaksLogin: readonly OperationName[] = ['auth.forgotPassword'];

const nobody: readonly OperationName[] = [
  'applicants.register',
  'programs.list',
  'programs.courses',
  'contents.list',
  'bankAccounts.list',
];

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
    spec: meta.spec,
    proves: 'A valid call, made as the site makes it, is answered as the site reads it.',
    leavesOpen: 'Whether the answer is true; other checks hold it against what was sent before.',
    ...(needsNobody(name) ? {} : { stage: stageOf(name) }),
    ...(stageAfter(name) || breaksLogin.includes(name) ? { consumes: true } : {}),
    run: (kit) => run(kit, name),
  };
}

/** True for what anybody can do without an account. */
export function needsNobody(name: OperationName): boolean {
  return nobody.includes(name);
}

async function run(kit: Kit, name: OperationName): Promise<void> {
  const reply = await doRight(kit, name);
  if (name === 'auth.updateUser') return readOptional(kit, reply);
  expectAnswer(kit, reply);
}

/** Does an operation right. @returns its answer, not judged yet */
async function doRight(kit: Kit, name: OperationName): Promise<Reply> {
  if (needsNobody(name)) {
    const person = kit.draft();
    const reply = await perform(name, person, kit.helpers);
    if (name === 'applicants.register' && reply.status < 300) kit.adopt(person);
    return reply;
  }
  const person = await kit.person(stageOf(name));
  if (name === 'auth.updateUser') {
    const { firstName, middleName, lastName } = person.input.register;
    return kit.sendAs(person, name, { body: { firstName, middleName, lastName } });
  }
  const reply = await perform(name, person, kit.helpers);
  if (breaksLogin.includes(name)) kit.retire(person);
  // A newer link may have replaced the one that is known.
  if (name === 'applicants.resendEmail') delete person.activationToken;
  return reply;
}

function readOptional(kit: Kit, reply: Reply): void {
  if ([404, 405, 501].includes(reply.status)) {
    throw new Skipped('the backend leaves this operation out, which it may');
  }
  if (reply.status >= 400) kit.tell(`its payload is not specified: ${describeReply(reply)}`);
  if (reply.status >= 300 && reply.status < 400) {
    throw new Failed('a success or a refusal', describeReply(reply), reply);
  }
}
