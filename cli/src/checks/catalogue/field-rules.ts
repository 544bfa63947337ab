/** The field rules of both specifications (sections 5), each checked on both sides of its limit. */
import type { OperationName, RuleName } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import type { Level } from '../../report/report.ts';
import { prepareForCall, recordSuccess } from '../applicant-walk.ts';
import { type Person, startStageFor } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeScenarioCheck } from '../check.ts';
import { expectNothingChanged, expectRefused } from '../expect.ts';
import { expectAccepted, makeSkip } from '../outcome.ts';

/** @returns the check for one side of a limit */
export function makeFieldRuleCheck(fieldRule: Rule): BackendCheck {
  const { operation, field, isAccepting, description, ruleName, level = 'must' } = fieldRule;
  const obligationWord = level === 'must' ? 'MUST' : 'SHOULD';
  return makeScenarioCheck({
    id: `${operation}/${isAccepting ? 'accepts' : 'refuses'}/${field}/${fieldRule.idEnding}`,
    sentence: `${operation} ${obligationWord} ${isAccepting ? 'accept' : 'refuse'} ${description}.`,
    rule: ruleName,
    leavesOpen: isAccepting
      ? 'Other values on this side of the limit.'
      : 'The wording of the refusal.',
    ...startStageFor(operation),
    movesApplicantOn:
      isAccepting && (Boolean(stageAfter(operation)) || operation === 'auth.changePassword'),
    run: (context) => testFieldRule(context, fieldRule),
  });
}

async function testFieldRule(
  context: CheckContext,
  { operation, field, valueOrMakeFields, description, isAccepting }: Rule,
): Promise<void> {
  if (context.helpers.dialect.operations[operation]?.body?.[field] === null) {
    throw makeSkip(`the dialect leaves ${field} out`);
  }
  const person = await context.lendApplicantFor(operation);
  await prepareForCall(operation, person, context.helpers);
  const validCall = await context.makeCall(operation, person);
  const changedFields =
    typeof valueOrMakeFields === 'function'
      ? await valueOrMakeFields(context, person)
      : { [field]: valueOrMakeFields };
  const changedBody = { ...(validCall.body as object), ...changedFields };
  if (!isAccepting) {
    return expectNothingChanged(context, person, operation, async () => {
      const response = await context.send(operation, { ...validCall, body: changedBody });
      expectRefused(context, response, description, { preferredStatuses: [400] });
    });
  }
  const response = await context.send(operation, { ...validCall, body: changedBody });
  expectAccepted(response, description);
  const { transactionReference } = changedBody as { transactionReference?: string };
  if (transactionReference) person.paidReference = transactionReference;
  if (operation === 'applicants.saveBioData')
    person.savedBiography = changedBody as Person['savedBiography'];
  // The values are set before the call, because she may log in with them afterwards.
  const { password = person.password, email = person.email } = changedBody as Partial<Person>;
  Object.assign(person, { password, email });
  await recordSuccess(person, response, context.helpers);
  // What is not ordinary stays with this check: others send the applicant's names, address and password.
  if (field === 'password') context.removeFromPool(person);
}

export interface Rule {
  operation: OperationName;
  field: string;
  /** The last part of the check's id. */
  idEnding: string;
  isAccepting: boolean;
  /** The end of the check's sentence, after "MUST accept" or "MUST refuse". */
  description: string;
  ruleName: RuleName;
  level?: Level;
  /** The field's value, or a function that makes the fields in which the call differs from a valid one. */
  valueOrMakeFields:
    | unknown
    | ((context: CheckContext, person: Person) => object | Promise<object>);
}

/**
 * Makes the rules that refuse an empty text and a text of spaces.
 * @param fieldDescriptions each field with its name in sentences
 */
export function refuseEmptyRules(
  operation: OperationName,
  rule: RuleName,
  fieldDescriptions: Readonly<Record<string, string>>,
): Rule[] {
  return Object.entries(fieldDescriptions).flatMap(([field, description]) => {
    const { refuses } = ruleMakersOf(operation, field, rule);
    return [
      refuses('empty', description, ''),
      refuses('blank', description.replace(/^an empty/, 'a blank'), '   ', 'should'),
    ];
  });
}

/** @returns functions that make the rules of one field */
export function ruleMakersOf(operation: OperationName, field: string, ruleName: RuleName) {
  const makeRuleMaker =
    (isAccepting: boolean) =>
    (
      idEnding: string,
      description: string,
      valueOrMakeFields: Rule['valueOrMakeFields'],
      level: Level = 'must',
    ): Rule => ({
      operation,
      field,
      idEnding,
      isAccepting,
      description,
      ruleName,
      level,
      valueOrMakeFields,
    });
  return { accepts: makeRuleMaker(true), refuses: makeRuleMaker(false) };
}
