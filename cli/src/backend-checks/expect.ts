/** Expectations about responses. Each throws `Failed` with what was expected and what came. */

import { randomBytes, randomUUID } from 'node:crypto';
import {
  type Dialect,
  findOperation,
  isHtmlDocument,
  type OperationName,
  pathParameters,
  preferredRefusals,
  profileFields,
  wireTemplate,
} from '@one-planet/contract';
import { z } from 'zod';
import { describeResponse } from '../checks/evidence.ts';
import { findBlock, makeBlock, makeFailure, makeSkip } from '../checks/outcome.ts';
import { fieldsOf } from '../core/json.ts';
import { makeRandomText } from '../core/text.ts';
import type { Level } from '../report/report.ts';
import { readProfile } from './applicant-walk.ts';
import type { Person } from './applicants.ts';
import { findOwnReporter, findReporterOfRefusedProfile, makeUnusableBlock } from './blame.ts';
import { type Sources, sendValidCall } from './call-needs.ts';
import type { CheckContext, RunFor } from './check.ts';
import { type ApiResponse, readStoredFileName } from './http-messages.ts';
import { findBodyIssues } from './observations.ts';

/** @throws {OutcomeError} where the operation is optional and the backend does not offer it */
export function skipIfNotOffered({ operation, status }: ApiResponse): void {
  const { mayBeMissing = false } = findOperation(operation ?? '')?.meta ?? {};
  if (mayBeMissing && [404, 405, 501].includes(status))
    throw makeSkip('the backend leaves this operation out, as it may');
}

/** A dialect that never sends a field cannot send a wrong value in it. */
export function skipIfFieldUnsent(
  { helpers: { dialect } }: CheckContext,
  operation: OperationName,
  field: string,
): void {
  if (dialect.operations[operation]?.body?.[field] === null)
    throw makeSkip(`the dialect leaves ${field} out`);
}

/** Expects that each field exists and is neither null nor empty. */
export function expectFields(response: ApiResponse, requiredFields: readonly string[]): void {
  const body = fieldsOf(response.json);
  const missingFields = requiredFields.filter((field) => (body[field] ?? '') === '');
  if (missingFields.length === 0) return;
  const expectedText = `the fields ${requiredFields.join(', ')}`;
  throw makeFailure(expectedText, `no ${missingFields.join(', no ')}`, response);
}

/** @returns the first value that occurs twice; `undefined` where all values differ */
export function findDuplicate(textValues: readonly string[]): string | undefined {
  const seenValues = new Set<string>();
  return textValues.find((value) => seenValues.size === seenValues.add(value).size);
}

export interface RefusalRules {
  /** The only statuses that are right, because the site acts on them. */
  onlyStatuses?: readonly number[];
  /** Statuses that are as good as those that the contract names for the operation; others are reported as tolerated. */
  preferredStatuses?: readonly number[];
}

/** Expects any 4xx status, unless the site acts on the status. */
export function expectRefused(
  context: CheckContext,
  response: ApiResponse,
  callText: string,
  rules: RefusalRules = {},
): void {
  const { status, operation } = response;
  const { onlyStatuses } = rules;
  if (onlyStatuses ? !onlyStatuses.includes(status) : status < 400) {
    const expectedText = onlyStatuses ? `status ${onlyStatuses.join(' or ')}` : 'a refusal (4xx)';
    throw makeFailure(`${expectedText} for ${callText}`, response);
  }
  const calledOperation = findOperation(operation ?? '');
  const declaredStatuses = calledOperation ? preferredRefusals(calledOperation) : [];
  const preferredStatuses = new Set([...(rules.preferredStatuses ?? []), 400, ...declaredStatuses]);
  if (onlyStatuses || preferredStatuses.has(status)) return;
  const preferredText = [...preferredStatuses].sort().join(' or ');
  context.addNote(`${callText}: answered ${status}; the contract prefers ${preferredText}`);
}

/** An address with a capital letter, as phones write it at the beginning of a line. */
export const capitalizeEmail = (email: string): string =>
  email.replace(/^./, (letter) => letter.toUpperCase());

/** Whether the request for a first password sends the token; in some dialects it sends only the address. */
export function firstPasswordSendsToken(dialect: Dialect): boolean {
  const pathTemplate = wireTemplate(dialect, 'applicants.createPassword', '/:token');
  return pathParameters(pathTemplate).length > 0;
}

/** The statuses of a refused login; the site has a text for each of them. */
export const loginRefusalRules: RefusalRules = { onlyStatuses: [401, 404, 417] };

/**
 * Expects that the login refuses a password.
 * @param description describes the password in the finding
 */
export async function expectNoLogin(
  context: CheckContext,
  person: Person,
  password: string,
  description: string,
): Promise<void> {
  expectRefused(context, await context.logInWith(person, password), description, loginRefusalRules);
}

/**
 * Makes a check's function that sends a valid call of the check's own operation and expects a refusal.
 * @param callText describes the call in the finding
 */
export function makeRefusalRun(callText: string, rules: RefusalRules = {}): RunFor {
  return async (context, person) => {
    const operation = context.id.split('/')[0] as OperationName;
    expectRefused(context, await context.sendAs(person, operation), callText, rules);
  };
}

/** Expects a success as the contract describes it: status, content type, body. */
export function expectContractSuccess(context: CheckContext, response: ApiResponse): void {
  const operationName = response.operation as OperationName;
  const { successStatus, readsBodyAs } = findOperation(operationName)?.meta ?? {};
  const contractStatuses = listSuccessStatuses(operationName);
  if (!contractStatuses.includes(response.status)) {
    throw makeFailure(`status ${contractStatuses.join(' or ')}`, response);
  }
  if (response.status !== successStatus)
    context.addNote(`answered ${response.status}; the contract prefers ${successStatus}`);
  if (readsBodyAs === 'json') expectJson(context, response);
  if (readsBodyAs === 'text' && readStoredFileName(response) === undefined)
    throw makeFailure('the stored name as text', response);
  if (readsBodyAs === 'bytes' && response.bytes.length === 0)
    throw makeFailure('the bytes of the file', 'an empty body', response);
}

/** The statuses that mean success, in their order. */
export function listSuccessStatuses(operationName: OperationName): number[] {
  const responseStatuses = Object.keys(findOperation(operationName)?.route.responses ?? {});
  return responseStatuses.map(Number).filter((status) => status < 300);
}

function expectJson(context: CheckContext, response: ApiResponse): void {
  const { headers, text, json } = response;
  const contentType = headers.get('content-type') ?? '';
  if (isHtmlDocument(text)) throw makeFailure('JSON', 'an HTML page', response);
  if (json === undefined && text.trim() !== 'null') {
    throw makeFailure('JSON', text.trim() ? 'text that is not JSON' : 'an empty body', response);
  }
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)) {
    throw makeFailure('the content type application/json', contentType || 'none', response);
  }
  const issues = findBodyIssues(response, context.helpers.dialect);
  if (issues.length > 0) throw makeFailure('the body of the contract', issues.join('; '), response);
}

/* The fields of an operation's request body, and what the specification says about each. */

export interface RequestField {
  name: string;
  isRequired: boolean;
  /** Whether text is a valid type for the field. */
  takesText: boolean;
  /** Whether a backend may ignore the field whole. */
  isIgnorable: boolean;
  /** The level of the checks that send a request without this field, or with another type of it. */
  level: Level;
}

/** @returns the fields; empty for an operation without a JSON body, or whose payload is not specified */
export function requestFieldsOf(operationName: OperationName): RequestField[] {
  const { route, meta } = findOperation(operationName) ?? {};
  if (!route || !('body' in route) || 'contentType' in route) return [];
  const body = route.body instanceof z.ZodEffects ? route.body.innerType() : route.body;
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape as Record<string, z.ZodTypeAny>).map(([name, schema]) => {
    const isRequired = !schema.isOptional();
    const isIgnorable = meta?.ignorableFields?.includes(name) ?? false;
    const isDispensable = meta?.dispensableFields?.includes(name) || isIgnorable || !isRequired;
    const takesText = schema.safeParse('text').success;
    return { name, isRequired, takesText, isIgnorable, level: isDispensable ? 'should' : 'must' };
  });
}

/** An unused id of the same kind as an existing one. */
export function makeUnknownId(id: unknown): string | number {
  if (typeof id === 'number') return 987_654_321;
  const text = String(id ?? '');
  if (/^\d+$/.test(text)) return '987654321';
  if (/^[0-9a-f]{24}$/i.test(text)) return randomBytes(12).toString('hex');
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return randomUUID();
  return makeRandomText('abcdefghijkmnpqrstuvwxyz', Math.max(12, text.length));
}

/**
 * Values that do not exist, made from one that does: an unused one of its kind, and itself with letters behind it, which
 * some languages read as the number before them. Other spellings of a number (`01`, `+1`, `1.0`, a blank before it) are
 * left out, because right parsers read them as that number.
 */
export function makeUnknownValues(value: unknown): (string | number)[] {
  const unusedValue = makeUnknownId(value);
  return value === undefined ? [unusedValue] : [unusedValue, `${value}abc`];
}

/* A snapshot of an applicant's profile, to compare it later. */

/** The fields of the profile, and the responses of other operations, e.g. `answer of auth.getUser`. */
type Snapshot = Readonly<Record<string, unknown>>;

/** Other operations whose responses may show a change. */
const readOperationsByChange: Partial<Record<OperationName, readonly OperationName[]>> = {
  'applicants.editProfile': ['auth.getUser'],
  'applicants.saveBioData': ['applicants.getBioData'],
  'payments.makeOffline': ['payments.getPending', 'payments.getReceipt'],
  'payments.payOnline': ['payments.getPending'],
};

/**
 * Takes a snapshot of her profile.
 * @param operation other responses that show this operation's effects are read too
 * @throws {OutcomeError} when her profile cannot be read
 */
export async function takeSnapshot(
  person: Person,
  sources: Sources,
  operation?: OperationName,
): Promise<Snapshot> {
  const response = await readProfile(person, sources);
  const profileBody = fieldsOf(response.json);
  if (response.status >= 300) {
    const reason = `her profile was refused: ${describeResponse(response)}`;
    throw makeBlock(findReporterOfRefusedProfile(person.stage), reason, response);
  }
  await sources.stepHistories.takeStepUnlessFailing('applicants.getByEmail', person, async () => {
    if (profileBody.status !== undefined) return;
    throw makeUnusableBlock(response, 'answers no profile that can be read');
  });
  // Fields that the contract does not name may change without a request.
  const snapshot: Record<string, unknown> = Object.fromEntries(
    profileFields.map((name) => [name, profileBody[name] ?? null]),
  );
  for (const operationName of (operation && readOperationsByChange[operation]) ?? []) {
    const { status, json } = await sendValidCall(person, operationName, sources);
    // Only the fields of `readContractValues` are compared, because other fields may change and lists may come in another order.
    snapshot[`answer of ${operationName}`] = status < 300 ? readContractValues(json) : status;
  }
  return snapshot;
}

function readContractValues(json: unknown): string {
  const fields = fieldsOf(json);
  const { paymentCode, paymentAmount } = fieldsOf(fields.paymentDto);
  const namesToCompare = [...profileFields, 'transactionReference', 'accountNumber'];
  return JSON.stringify([
    ...namesToCompare.map((name) => fields[name]),
    paymentCode,
    paymentAmount,
  ]);
}

/** @param eventText describes what happened before the state was read */
export async function expectState(
  context: CheckContext,
  person: Person,
  expectedState: string,
  eventText?: string,
): Promise<void> {
  const { status } = await takeSnapshot(person, context.helpers);
  const expectedText = `the state ${expectedState}${eventText ? ` after ${eventText}` : ''}`;
  if (status !== expectedState) throw makeFailure(expectedText, `${status}`);
}

interface RememberedRecord {
  snapshotBefore: Snapshot;
  /**
   * Compares her record with the earlier one.
   * @param cause describes what may have changed it
   * @param causeResponse the response whose request repeats the finding
   * @throws {OutcomeError} naming each difference
   */
  expectUnchanged: (cause: string, causeResponse?: ApiResponse) => Promise<void>;
}

/** Takes a snapshot of her record, to compare it later; the parameters are those of `takeSnapshot`. */
export async function rememberRecord(
  person: Person,
  sources: Sources,
  operation?: OperationName,
): Promise<RememberedRecord> {
  const snapshotBefore = await takeSnapshot(person, sources, operation);
  const expectUnchanged = async (cause: string, causeResponse?: ApiResponse) => {
    const snapshotAfter = await takeSnapshot(person, sources, operation).catch((error) => {
      const { reason = '', response } = findBlock(error) ?? {};
      const { status = 0 } = response?.exchange ?? {};
      if (status < 400 || status >= 500) throw error;
      throw makeFailure(`nothing changed by ${cause}`, reason, causeResponse);
    });
    const changedNames = Object.keys(snapshotBefore).filter(
      (name) => snapshotAfter[name] !== snapshotBefore[name],
    );
    if (changedNames.length === 0) return;
    const valuesText = changedNames.includes('status')
      ? ` (${snapshotBefore.status} became ${snapshotAfter.status})`
      : '';
    const observedText = `another ${changedNames.join(', ')}${valuesText}`;
    throw makeFailure(`nothing changed by ${cause}`, observedText, causeResponse);
  };
  return { snapshotBefore, expectUnchanged };
}

/**
 * Runs a check's request that must be refused, and compares her record before and after: a refused request must not
 * change anything. Before she has a token, her record cannot be read.
 * @throws {OutcomeError} naming each difference
 */
export async function expectNothingChanged(
  context: { readonly helpers: Sources; readonly lastResponse: ApiResponse | undefined },
  person: Person,
  operation: OperationName,
  sendRefused: () => Promise<void>,
): Promise<void> {
  const record = person.token
    ? await rememberRecord(person, context.helpers, operation)
    : undefined;
  const expectUnchanged = async () =>
    record?.expectUnchanged(`the refused ${operation}`, context.lastResponse);
  try {
    await sendRefused();
  } catch (error) {
    // Whatever payment is opened, what is due stays: that fault has a check of its own.
    const reporter = findOwnReporter(operation, 'change of what is due');
    if (reporter)
      await expectUnchanged().catch(({ message }: Error) => {
        throw makeBlock(reporter, message, context.lastResponse);
      });
    throw error;
  }
  await expectUnchanged();
}

/** A text in the form in which two texts are compared without regard to letter case. */
export const toLowerText = (value: unknown): string => String(value).trim().toLowerCase();

/**
 * Expects that two texts are the same, whatever their Unicode composition and letter case, because backends store names
 * in different forms.
 */
export function expectSameText(
  response: ApiResponse,
  fieldName: string,
  gotValue: unknown,
  expectedText: string,
): void {
  const normalizeText = (text: string) => text.normalize('NFC').toUpperCase().trim();
  if (typeof gotValue === 'string' && normalizeText(gotValue) === normalizeText(expectedText))
    return;
  const observedText = typeof gotValue === 'string' ? `"${gotValue}"` : describeResponse(response);
  throw makeFailure(`${fieldName} as it was written, "${expectedText}"`, observedText, response);
}

/**
 * Expects the names and the phone she registered, where a record has them.
 * @param mayBeEmpty an empty text counts as a field that the record does not have
 */
export function expectNames(
  response: ApiResponse,
  person: Person,
  { mayBeEmpty = false } = {},
): void {
  const profileBody = fieldsOf(response.json);
  const { firstName, middleName, lastName, phoneNumber: phone } = person.applicantInput.register;
  for (const [field, value] of Object.entries({ firstName, middleName, lastName, phone })) {
    const savedValue = profileBody[field];
    const isMissing = savedValue === null || savedValue === undefined;
    if (!isMissing && !(mayBeEmpty && savedValue === ''))
      expectSameText(response, field, savedValue, value);
  }
}
