/** The field rules (specification/website §5; specification/journey §5), each checked on both sides of its limit. */
import type { OperationName, RuleName } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import { expectAccepted } from '../../checks/outcome.ts';
import type { Level } from '../../report/report.ts';
import { recordSuccess } from '../applicant-walk.ts';
import { type Person, startSession, startStageFor } from '../applicants.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  obligationWords,
} from '../check.ts';
import {
  expectNothingChanged,
  expectRefused,
  requestFieldsOf,
  skipIfFieldUnsent,
} from '../expect.ts';
import {
  expectRegistrationKept,
  type Registration,
  readsMailToAnybody,
} from '../kept-registration.ts';

/** @returns the check for one side of a limit */
export function makeFieldRuleCheck(fieldRule: Rule): BackendCheck {
  const { operation, field, isAccepting, description, ruleName, level } = fieldRule;

  return makeScenarioCheck({
    id: `${operation}/${isAccepting ? 'accepts' : 'refuses'}/${field}/${fieldRule.idEnding}`,
    sentence: `${operation} ${obligationWords[level]} ${isAccepting ? 'accept' : 'refuse'} ${description}.`,
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
  skipIfFieldUnsent(context, operation, field);
  const person = await context.lendPreparedFor(operation);
  const validCall = await context.makeCall(operation, person);
  const makeBodyWith = async (value: unknown) => {
    const fields = typeof value === 'function' ? await value(context, person) : { [field]: value };
    return { ...(validCall.body as object), ...fields };
  };
  if (!isAccepting) {
    return expectNothingChanged(context, person, operation, async () => {
      for (const value of [valueOrMakeFields].flat()) {
        const body: Record<string, unknown> = await makeBodyWith(value);
        const valueText = Array.isArray(valueOrMakeFields)
          ? `: ${field} ${JSON.stringify(body[field])}`
          : '';
        const response = await context.send(operation, { ...validCall, body });
        expectRefused(context, response, `${description}${valueText}`);
      }
    });
  }
  const changedBody = await makeBodyWith(valueOrMakeFields);
  const response = await context.send(operation, { ...validCall, body: changedBody });
  expectAccepted(response, description);
  const { transactionReference } = changedBody as { transactionReference?: string };
  if (transactionReference) person.paidReference = transactionReference;
  if (operation === 'applicants.saveBioData')
    person.savedBiography = changedBody as Person['savedBiography'];
  // The values are set before the call, because she may log in with them afterwards.
  const { email: usualEmail } = person;
  const { password = person.password, email = usualEmail } = changedBody as Partial<Person>;
  Object.assign(person, { password, email });
  if (field === 'password') {
    const loginResponse = await context.logInWith(person, password);
    expectAccepted(loginResponse, `a login with ${description}, which was accepted`);
    startSession(person, loginResponse);
    context.removeFromPool(person);
  }
  await recordSuccess(person, response, context.helpers);
  if (operation !== 'applicants.register') return;
  if (field === 'email' && !readsMailToAnybody(context, usualEmail)) return;
  const registration = changedBody as Registration;
  const expectedText = `${description}, which was accepted, to work from her mail to her profile`;
  await expectRegistrationKept(context, person, registration, expectedText, response);
  // What is not ordinary stays with this check: others send the applicant's names, address and password.
  if (/name|email/i.test(field)) return;
  person.applicantInput.register.phoneNumber = registration.phoneNumber;
  context.addToPool(person);
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
  level: Level;
  /**
   * The field's value, or a function that makes the fields in which the call differs from a valid one. A refusing rule
   * can have a list of them: each is refused.
   */
  valueOrMakeFields:
    | unknown
    | ((context: CheckContext, person: Person) => object | Promise<object>);
}

type RuleOfField = Omit<Rule, 'operation' | 'ruleName'>;
type RuleMaker = (
  field: string,
  idEnding: string,
  description: string,
  valueOrMakeFields: Rule['valueOrMakeFields'],
  level?: Level,
) => RuleOfField;

const makeRuleMaker =
  (isAccepting: boolean): RuleMaker =>
  (field, idEnding, description, valueOrMakeFields, level = 'must') => ({
    ...{ field, idEnding, isAccepting, description, level, valueOrMakeFields },
  });

export const accept = makeRuleMaker(true);
export const refuse = makeRuleMaker(false);

/**
 * Adds to the rules of a form that its required texts are not empty, for those whose rules do not have it already.
 * @param ruleName the rule of docs/rules that says which fields are required
 */
export function withRequiredTexts(
  operation: OperationName,
  ruleName: RuleName,
  formRules: readonly Rule[],
): Rule[] {
  const fieldsWithRule = formRules
    .filter(({ idEnding }) => idEnding === 'empty')
    .map(({ field }) => field);
  const fieldNames = requestFieldsOf(operation)
    .filter(({ isRequired, takesText, isIgnorable }) => isRequired && takesText && !isIgnorable)
    .map(({ name }) => name)
    .filter((name) => !fieldsWithRule.includes(name));
  const descriptions = Object.fromEntries(fieldNames.map((name) => [name, `an empty ${name}`]));
  return [...formRules, ...rulesOf(operation, ruleName, refuseEmpty(descriptions))];
}

/** Makes the rules that refuse an empty text and a text of spaces, each field with its name in sentences. */
export function refuseEmpty(fieldDescriptions: Readonly<Record<string, string>>): RuleOfField[] {
  return Object.entries(fieldDescriptions).flatMap(([field, description]) => [
    refuse(field, 'empty', description, ''),
    refuse(field, 'blank', description.replace(/^an empty/, 'a blank'), '   ', 'should'),
  ]);
}

/** Makes the rules of an operation that belong to one rule of docs/rules. */
export function rulesOf(
  operation: OperationName,
  ruleName: RuleName,
  rulesOfFields: readonly RuleOfField[],
): Rule[] {
  return rulesOfFields.map((ruleOfField) => ({ operation, ruleName, ...ruleOfField }));
}
