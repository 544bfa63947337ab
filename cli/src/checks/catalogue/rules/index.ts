/** The rules of sections 5, each from both sides of its limit. */
import { stageAfter } from '../../../applicant/stages.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../context.ts';
import { expectAccepted, expectRefused } from '../../expect.ts';
import { Skipped } from '../../outcome.ts';
import type { Person } from '../../people/person.ts';
import { leavingAlone } from '../../people/snapshot.ts';
import { needsNobody, stageFor } from '../../people/stage-for.ts';
import { prepare, settle } from '../../people/walk.ts';
import { accountRules } from './accounts.ts';
import { applicationRules } from './application.ts';
import type { Rule } from './rule.ts';

export const rules: readonly Check[] = [...accountRules, ...applicationRules].map(toCheck);

function toCheck(own: Rule): Check {
  const { operation, field, accepts, words, rule, level = 'must' } = own;
  const word = level === 'must' ? 'MUST' : 'SHOULD';
  return {
    id: `${operation}/${accepts ? 'accepts' : 'refuses'}/${field}/${own.name}`,
    level,
    operation,
    sentence: `${operation} ${word} ${accepts ? 'accept' : 'refuse'} ${words}.`,
    rule,
    proves: accepts
      ? 'A call at the limit, and valid otherwise, succeeds.'
      : 'A call that is valid except for this is refused with a 4xx, and her record is what it was.',
    leavesOpen: accepts ? 'Other values on this side of the limit.' : 'The wording of the refusal.',
    ...stageFor(operation),
    ...(accepts && (stageAfter(operation) || operation === 'auth.changePassword')
      ? { consumes: true }
      : {}),
    run: (context) => hold(context, own),
  };
}

async function hold(
  context: CheckContext,
  { operation, field, value, words, accepts }: Rule,
): Promise<void> {
  if (context.helpers.dialect.operations[operation]?.body?.[field] === null) {
    throw new Skipped(`the dialect leaves ${field} out`);
  }
  const isNew = needsNobody(operation);
  const person = await context.applicantFor(operation);
  await prepare(operation, person, context.helpers);
  const call = await context.call(operation, person);
  const fields = typeof value === 'function' ? await value(context, person) : { [field]: value };
  const body = { ...(call.body as object), ...fields };
  if (!accepts) {
    return leavingAlone(context, person, operation, async () => {
      const reply = await context.send(operation, { ...call, body });
      expectRefused(context, reply, words, { prefer: [400] });
    });
  }
  const reply = await context.send(operation, { ...call, body });
  expectAccepted(reply, words);
  const { transactionReference } = body as { transactionReference?: string };
  if (transactionReference) person.transactionReference = transactionReference;
  if (operation === 'applicants.saveBioData') person.saved = body as Person['saved'];
  const { password = person.password } = body as { password?: string };
  // Before: she may log in with it. And after: of a change, `settle` knows the usual one.
  person.password = password;
  await settle(person, reply, context.helpers);
  person.password = password;
  if (isNew) {
    Object.assign(person.input.register, body);
    context.adopt(person);
  }
}
