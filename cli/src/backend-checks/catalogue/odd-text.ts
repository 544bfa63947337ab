/**
 * Texts that databases and frameworks cut off, change or fail on. They are sent in every text field of an operation.
 */
import { type OperationName, operations } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import { findBlock, makeFailure } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import { recordSuccess } from '../applicant-walk.ts';
import { needsNoAccount, type Person, startStageFor } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeScenarioCheck } from '../check.ts';
import { expectSameText, requestFieldsOf } from '../expect.ts';
import { type ApiResponse, callWithBody } from '../http-messages.ts';

const oddCharacters: readonly string[] = [
  "O'Neill",
  'A "quoted" name',
  'back\\slash',
  '100%',
  'under_score',
  '<b>bold</b>',
  '{{7*7}}',
  'Hana 😀',
  '𐐷𐐨𐑌𐐲',
  'Zoe\u0308 e\u0302\u0323',
  'هناء\u200f',
  '  blanks  ',
];

/** All characters in one text. Where that is refused, each is sent alone. */
const allOddCharacters = oddCharacters.join(' ');
const oddTexts: readonly string[] = [
  allOddCharacters,
  'a\u0000b',
  ...[256, 1000, 5000].map((length) => 'Abcdefgh'.repeat(length / 8)),
  ...oddCharacters,
];

/** A backend that accepts everything would need a new applicant for each text, so only this many are tried. */
const maxAcceptedTexts = 8;

/** The operations whose responses show what this operation stored. */
const showingOperationsByChange: Partial<Record<OperationName, readonly OperationName[]>> = {
  'applicants.editProfile': ['applicants.getByEmail', 'auth.getUser'],
  'applicants.saveBioData': ['applicants.getByEmail', 'applicants.getBioData'],
  'payments.makeOffline': ['payments.getReceipt'],
};

const fileFieldNames: readonly string[] = ['profilePicture', 'educationDocument'];

/** The fields of the forms. No other check depends on their values. */
const formFieldNames: readonly string[] = [
  ...requestFieldsOf('applicants.saveEducationData'),
  ...requestFieldsOf('applicants.saveContactData'),
  ...requestFieldsOf('applicants.saveBioData'),
]
  .map(({ name }) => name)
  .filter((name) => !fileFieldNames.includes(name))
  .concat('transactionReference');

export const oddTextChecks: readonly BackendCheck[] = operations
  .filter(({ name, meta }) => {
    const takesText = requestFieldsOf(name).some((requestField) => requestField.takesText);
    // The text field of exams.submit is a list of ids, which has checks of its own.
    return takesText && !meta.mayBeMissing && name !== 'exams.submit';
  })
  .map(({ name }) =>
    makeScenarioCheck({
      id: `${name}/odd-text`,
      sentence: `${name} MUST refuse odd text, or keep it as it was written.`,
      rule: 'profile#kept-as-written',
      leavesOpen: 'Texts that no operation shows again.',
      ...startStageFor(name),
      movesApplicantOn: true,
      run: (context) => tryOddTexts(context, name),
    }),
  );

/**
 * Sends each odd text in all text fields at once, and in each alone where that is refused. Fields that take all signs are
 * tried apart from those that refuse some, which would hide what the others make of a long text.
 */
async function tryOddTexts(context: CheckContext, operationName: OperationName): Promise<void> {
  let person = await context.lendPreparedFor(operationName);
  // This many wrong passwords may lock the account.
  if (operationName === 'auth.login') context.removeFromPool(person);
  let acceptedCount = 0;
  const fieldsTakingAll = new Set<string>();
  const tryInFields = async (fieldNames: readonly string[], text: string): Promise<boolean> => {
    const { body } = await context.makeCall(operationName, person);
    const oddFields = Object.fromEntries(
      fieldNames.map((field) => [field, makeOddValue(field, String(fieldsOf(body)[field]), text)]),
    );
    const callText = `odd text in ${fieldNames.join(', ')}`;
    const response = await sendOddFields(context, operationName, person, oddFields, callText);
    if (!response || response.status >= 300) return false;
    acceptedCount += 1;
    if (text === allOddCharacters) for (const field of fieldNames) fieldsTakingAll.add(field);
    await expectKept(context, operationName, person, oddFields, response);
    if (stageAfter(operationName)) person = await context.lendPreparedFor(operationName);
    return true;
  };
  const { body } = await context.makeCall(operationName, person);
  const textFields = Object.keys(fieldsOf(body)).filter(
    (field) => typeof fieldsOf(body)[field] === 'string',
  );
  const tryTogetherOrAlone = async (fieldNames: readonly string[], text: string) => {
    if (fieldNames.length > 1 && (await tryInFields(fieldNames, text))) return;
    for (const field of fieldNames)
      if (acceptedCount < maxAcceptedTexts) await tryInFields([field], text);
  };
  for (const text of oddTexts) {
    const laxFields = textFields.filter((field) => fieldsTakingAll.has(field));
    const strictFields = textFields.filter((field) => !fieldsTakingAll.has(field));
    if (!oddCharacters.includes(text)) await tryTogetherOrAlone(laxFields, text);
    await tryTogetherOrAlone(strictFields, text);
  }
}

export const missingFieldChecks: readonly BackendCheck[] = operations.flatMap(({ name, meta }) => {
  const fields = requestFieldsOf(name).filter(({ level }) => level !== 'must');
  if (fields.length === 0 || meta.mayBeMissing) return [];
  const fieldNames = fields.map((field) => field.name);
  return makeScenarioCheck({
    id: `${name}/optional-missing`,
    sentence: `${name} MUST answer a call without the fields that may be missing (${fieldNames.join(', ')}), or with an object as one of them.`,
    rule: 'refusals#never-5xx',
    leavesOpen: 'Whether it is refused.',
    ...startStageFor(name),
    movesApplicantOn: true,
    run: async (context) => {
      let person = await context.lendPreparedFor(name);
      const noFields = Object.fromEntries(fieldNames.map((field) => [field, undefined]));
      const oddCalls: [callText: string, oddFields: Record<string, unknown>][] = [
        ['a call without any of them', noFields],
        ...fieldNames.flatMap((field): typeof oddCalls => [
          [`a call without ${field}`, { [field]: undefined }],
          [`a call with an object as ${field}`, { [field]: { wrong: 'type' } }],
        ]),
      ];
      for (const [callText, oddFields] of oddCalls) {
        const response = await sendOddFields(context, name, person, oddFields, callText);
        if (!response || response.status >= 300) continue;
        await recordSuccess(person, response, context.helpers);
        if (stageAfter(name) || needsNoAccount(name)) person = await context.lendPreparedFor(name);
      }
    },
  });
});

/**
 * Puts an odd text into a value as far as the rules of the field allow: a value that breaks them would be refused
 * before the text is stored.
 */
function makeOddValue(field: string, usualValue: string, text: string): string {
  if (/password/i.test(field)) return `Aa1bcdef${text}`;
  return /email/i.test(field) ? `${text}${usualValue}` : text;
}

async function sendOddFields(
  context: CheckContext,
  operationName: OperationName,
  person: Person,
  oddFields: Readonly<Record<string, unknown>>,
  callText: string,
): Promise<ApiResponse | undefined> {
  const call = await context.makeCall(operationName, person);
  try {
    return await context.send(operationName, {
      ...call,
      ...callWithBody(call, oddFields),
      countsClosedAsResponse: true,
    });
  } catch (error) {
    const { reason, response } = findBlock(error) ?? {};
    if (reason === undefined) throw error;
    // A closed connection is no response, so there is nothing to judge.
    if (response?.exchange.status === undefined) return undefined;
    throw makeFailure(`a refusal or a success for ${callText}`, reason, response);
  }
}

async function expectKept(
  context: CheckContext,
  operationName: OperationName,
  person: Person,
  oddFields: Readonly<Record<string, string>>,
  response: ApiResponse,
): Promise<void> {
  if (needsNoAccount(operationName)) return;
  // Other checks compare the names and files of an applicant, so one with an odd name is not lent again.
  if (!Object.keys(oddFields).every((field) => formFieldNames.includes(field)))
    context.removeFromPool(person);
  const { transactionReference, password } = oddFields;
  if (transactionReference !== undefined) person.paidReference = transactionReference;
  if (operationName === 'applicants.saveBioData') person.savedBiography = oddFields;
  if (password !== undefined) person.password = password;
  await recordSuccess(person, response, context.helpers);
  if (password !== undefined && person.stage !== 'NOT_ACTIVATED')
    await context.sendAndExpectSuccess(person, 'auth.login', `the password "${password}"`);
  for (const showingOperation of showingOperationsByChange[operationName] ?? []) {
    const showingResponse = await context.sendAs(person, showingOperation);
    if (showingResponse.status >= 300) continue;
    for (const { name, isIgnorable } of requestFieldsOf(operationName)) {
      const shownValue = fieldsOf(showingResponse.json)[name] ?? '';
      const sentText = oddFields[name];
      // A backend may ignore the field.
      if (!isIgnorable && sentText !== undefined && shownValue !== '')
        expectSameText(showingResponse, name, shownValue, sentText);
    }
  }
}
