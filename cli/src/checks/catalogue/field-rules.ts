/** The field rules of both specifications (sections 5), each checked on both sides of its limit. */
import type { OperationName, RuleName } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import type { Level } from '../../report/report.ts';
import { prepare, recordSuccess } from '../applicant-walk.ts';
import { needsNoAccount, type Person, stageFor } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import { expectNothingChanged, expectRefused } from '../expect.ts';
import { expectAccepted, skip } from '../outcome.ts';

/** @returns the check for one side of a limit */
export function fieldRuleCheck(fieldRule: Rule): BackendCheck {
  const { operation, field, accepts, description, rule, level = 'must' } = fieldRule;
  const verb = level === 'must' ? 'MUST' : 'SHOULD';
  return scenario({
    id: `${operation}/${accepts ? 'accepts' : 'refuses'}/${field}/${fieldRule.name}`,
    sentence: `${operation} ${verb} ${accepts ? 'accept' : 'refuse'} ${description}.`,
    rule,
    leavesOpen: accepts ? 'Other values on this side of the limit.' : 'The wording of the refusal.',
    ...stageFor(operation),
    movesApplicantOn:
      accepts && (Boolean(stageAfter(operation)) || operation === 'auth.changePassword'),
    run: (context) => holdRule(context, fieldRule),
  });
}

async function holdRule(
  context: CheckContext,
  { operation, field, value, description, accepts }: Rule,
): Promise<void> {
  if (context.helpers.dialect.operations[operation]?.body?.[field] === null) {
    throw skip(`the dialect leaves ${field} out`);
  }
  const isNew = needsNoAccount(operation);
  const person = await context.applicantFor(operation);
  await prepare(operation, person, context.helpers);
  const call = await context.call(operation, person);
  const fields = typeof value === 'function' ? await value(context, person) : { [field]: value };
  const body = { ...(call.body as object), ...fields };
  if (!accepts) {
    return expectNothingChanged(context, person, operation, async () => {
      const response = await context.send(operation, { ...call, body });
      expectRefused(context, response, description, { prefer: [400] });
    });
  }
  const response = await context.send(operation, { ...call, body });
  expectAccepted(response, description);
  const { transactionReference } = body as { transactionReference?: string };
  if (transactionReference) person.transactionReference = transactionReference;
  if (operation === 'applicants.saveBioData') person.saved = body as Person['saved'];
  // The values are set before the call, because she may log in with them afterwards.
  const { password = person.password, email = person.email } = body as Partial<Person>;
  Object.assign(person, { password, email });
  await recordSuccess(person, response, context.helpers);
  if (isNew) {
    Object.assign(person.input.register, body);
    context.adopt(person);
  }
}

export interface Rule {
  operation: OperationName;
  field: string;
  /** The last part of the check's id. */
  name: string;
  accepts: boolean;
  /** The end of the check's sentence, after "MUST accept" or "MUST refuse". */
  description: string;
  rule: RuleName;
  level?: Level;
  /** The field's value, or a function that makes the fields in which the call differs from a valid one. */
  value: unknown | ((context: CheckContext, person: Person) => object | Promise<object>);
}

/**
 * Makes the rules that refuse an empty text and a text of spaces.
 * @param fields each field with its name in sentences
 */
export function refusesEmpty(
  operation: OperationName,
  rule: RuleName,
  fields: Readonly<Record<string, string>>,
): Rule[] {
  return Object.entries(fields).flatMap(([field, description]) => {
    const { refuses } = rulesOf(operation, field, rule);
    return [
      refuses('empty', description, ''),
      refuses('blank', description.replace(/^an empty/, 'a blank'), '   ', 'should'),
    ];
  });
}

/** @returns functions that make the rules of one field */
export function rulesOf(operation: OperationName, field: string, rule: RuleName) {
  const sided =
    (accepts: boolean) =>
    (name: string, description: string, value: Rule['value'], level: Level = 'must'): Rule => ({
      operation,
      field,
      name,
      accepts,
      description,
      rule,
      level,
      value,
    });
  return { accepts: sided(true), refuses: sided(false) };
}
