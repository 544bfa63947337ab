/** Expectations about responses. Each throws `Failed` with what was expected and what came. */
import { randomUUID } from 'node:crypto';
import {
  type Dialect,
  findOperation,
  isHtmlDocument,
  type OperationName,
  pathParameters,
  preferredOperations,
  wireTemplate,
} from '@one-planet/contract';
import { z } from 'zod';
import { fieldsOf } from '../core/json.ts';
import { randomText } from '../core/text.ts';
import type { Level } from '../report/report.ts';
import { readProfile } from './applicant-walk.ts';
import type { Person } from './applicants.ts';
import { blockUnusable, type Sources, sendValidCall } from './call-needs.ts';
import type { CheckContext, RunFor } from './check.ts';
import { type ApiResponse, describeResponse, readStoredName } from './http-messages.ts';
import { bodyIssues } from './observations.ts';
import { block, failure, skip } from './outcome.ts';

/** @throws {OutcomeError} where the operation is optional and the backend does not offer it */
export function skipIfNotOffered({ operation, status }: ApiResponse): void {
  const { mayBeMissing = false } = findOperation(operation ?? '')?.meta ?? {};
  if (mayBeMissing && [404, 405, 501].includes(status))
    throw skip('the backend leaves this operation out, as it may');
}

/** Expects that each field exists and is neither null nor empty. */
export function expectFields(response: ApiResponse, fields: readonly string[]): void {
  const body = fieldsOf(response.json);
  const missingFields = fields.filter((field) => (body[field] ?? '') === '');
  if (missingFields.length === 0) return;
  throw failure(`the fields ${fields.join(', ')}`, `no ${missingFields.join(', no ')}`, response);
}

/** @returns the first value that occurs twice; `undefined` where all values differ */
export function findDuplicate(values: readonly string[]): string | undefined {
  const seenValues = new Set<string>();
  return values.find((value) => seenValues.size === seenValues.add(value).size);
}

export interface RefusalRules {
  /** The only statuses that are right, because the site acts on them. */
  only?: readonly number[];
  /** The best statuses; others are reported as tolerated. Default: those that the contract names for the operation. */
  prefer?: readonly number[];
}

/** Expects any 4xx status, unless the site acts on the status. */
export function expectRefused(
  context: CheckContext,
  response: ApiResponse,
  call: string,
  rules: RefusalRules = {},
): void {
  const { status, operation } = response;
  const { only } = rules;
  if (only ? !only.includes(status) : status < 400) {
    const expected = only ? `status ${only.join(' or ')}` : 'a refusal (4xx)';
    throw failure(`${expected} for ${call}`, response);
  }
  const preferredStatuses = rules.prefer ?? findOperation(operation ?? '')?.meta.refuses ?? [];
  if (!only && preferredStatuses.length > 0 && !preferredStatuses.includes(status)) {
    context.addNote(
      `${call}: answered ${status}; the contract prefers ${preferredStatuses.join(' or ')}`,
    );
  }
}

/** An address with a capital letter, as phones write it at the beginning of a line. */
export const capitalized = (email: string): string =>
  email.replace(/^./, (letter) => letter.toUpperCase());

/** Whether the request for a first password sends the token; in some dialects it sends only the address. */
export function sendsToken(dialect: Dialect): boolean {
  const template = wireTemplate(dialect, 'applicants.createPassword', '/:token');
  return pathParameters(template).length > 0;
}

/** The statuses of a refused login; the site has a text for each of them. */
export const loginRefusals: RefusalRules = { only: [401, 404, 417] };

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
  expectRefused(context, await context.logIn(person, password), description, loginRefusals);
}

/**
 * Makes a check's function that sends a valid call of the check's own operation and expects a refusal.
 * @param call describes the call in the finding
 */
export function expectsRefusal(call: string, rules: RefusalRules): RunFor {
  return async (context, person) => {
    const operation = context.id.split('/')[0] as OperationName;
    expectRefused(context, await context.sendAs(person, operation), call, rules);
  };
}

/** Expects a success as the contract describes it: status, content type, body. */
export function expectContractSuccess(context: CheckContext, response: ApiResponse): void {
  const name = response.operation as OperationName;
  const operation = findOperation(name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  const { meta } = operation;
  const statuses = successStatuses(name);
  if (!statuses.includes(response.status)) {
    throw failure(`status ${statuses.join(' or ')}`, response);
  }
  if (response.status !== meta.success) {
    context.addNote(`answered ${response.status}; the contract prefers ${meta.success}`);
  }
  if (meta.reads === 'json') expectJson(context, response);
  if (meta.reads === 'text' && readStoredName(response) === undefined) {
    throw failure('the stored name as text', response);
  }
  if (meta.reads === 'bytes' && response.bytes.length === 0) {
    throw failure('the bytes of the file', 'an empty body', response);
  }
}

/** The statuses that mean success; the preferred one comes first. */
export function successStatuses(name: OperationName): number[] {
  const [resource = '', key = ''] = name.split('.');
  const routes = preferredOperations as unknown as Record<
    string,
    Record<string, { responses: object }>
  >;
  const statuses = Object.keys(routes[resource]?.[key]?.responses ?? {}).map(Number);
  return statuses.filter((status) => status < 300);
}

function expectJson(context: CheckContext, response: ApiResponse): void {
  const { headers, text, json } = response;
  const type = headers.get('content-type') ?? '';
  if (isHtmlDocument(text)) throw failure('JSON', 'an HTML page', response);
  if (json === undefined && text.trim() !== 'null') {
    throw failure('JSON', text.trim() ? 'text that is not JSON' : 'an empty body', response);
  }
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw failure('the content type application/json', type || 'none', response);
  }
  const issues = bodyIssues(response, context.helpers.dialect);
  if (issues.length > 0) throw failure('the body of the contract', issues.join('; '), response);
}

/* The fields of an operation's request body, and what the specification says about each. */

export interface RequestField {
  name: string;
  isRequired: boolean;
  /** Whether text is a valid type for the field. */
  takesText: boolean;
  /** The level of the checks that send a request without this field, or with another type of it. */
  level: Level;
}

/** @returns the fields; empty for an operation without a JSON body, or whose payload is not specified */
export function requestFields(name: OperationName): RequestField[] {
  const { route, meta } = findOperation(name) ?? {};
  const body = route && 'body' in route ? objectOf(route.body) : undefined;
  if (!body) return [];
  return Object.entries(body.shape as Record<string, z.ZodTypeAny>).map(([field, schema]) => {
    const isRequired = !schema.isOptional();
    const isOpen = meta?.dispensable?.includes(field) || !isRequired;
    const takesText = schema.safeParse('text').success;
    return { name: field, isRequired, takesText, level: isOpen ? 'should' : 'must' };
  });
}

function objectOf(schema: unknown): z.AnyZodObject | undefined {
  if (schema instanceof z.ZodEffects) return objectOf(schema.innerType());
  if (schema instanceof z.ZodObject && !(schema instanceof z.ZodRecord)) {
    return 'file' in schema.shape ? undefined : schema;
  }
  return undefined;
}

/** An unused id of the same kind as an existing one. */
export function unknownIdLike(id: unknown): string | number {
  if (typeof id === 'number') return 987_654_321;
  const text = String(id ?? '');
  if (/^\d+$/.test(text)) return '987654321';
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return randomUUID();
  return randomText('abcdefghijkmnpqrstuvwxyz', Math.max(12, text.length));
}

/* A snapshot of an applicant's profile, to compare it later. */

/** The fields of a profile that the contract names. Other fields may change without a request. */
const profileFields = [
  'status',
  'firstName',
  'middleName',
  'lastName',
  'phone',
  'email',
  'profilePicture',
  'countryOfResidence',
  'nationality',
] as const;

type Snapshot = Readonly<Record<(typeof profileFields)[number], unknown>> & {
  /** The responses of other operations, by operation name. */
  readonly responsesBesideProfile: Readonly<Record<string, unknown>>;
};

/** Other operations whose responses may show a change. */
const readsShowingEffect: Partial<Record<OperationName, readonly OperationName[]>> = {
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
export async function snapshot(
  person: Person,
  sources: Sources,
  operation?: OperationName,
): Promise<Snapshot> {
  const response = await readProfile(person, sources);
  const profile = fieldsOf(response.json);
  if (response.status >= 300) {
    const [check, reason] = [`applicants.getByEmail/in/${person.stage}`, 'her profile was refused'];
    throw block(check, `${reason}: ${describeResponse(response)}`, response);
  }
  await sources.steps.take('applicants.getByEmail', person, async () => {
    if (profile.status !== undefined) return;
    throw blockUnusable(response, 'answers no profile that can be read');
  });
  const responsesBesideProfile: Record<string, unknown> = {};
  for (const name of (operation && readsShowingEffect[operation]) ?? []) {
    const { status, json } = await sendValidCall(person, name, sources);
    // Only the fields of `contractValues` are compared, because other fields may change and lists may come in another order.
    responsesBesideProfile[name] = status < 300 ? contractValues(json) : status;
  }
  const profileValues = Object.fromEntries(
    profileFields.map((name) => [name, profile[name] ?? null]),
  );
  return { ...profileValues, responsesBesideProfile } as Snapshot;
}

function contractValues(json: unknown): string {
  const { paymentDto, ...rest } = fieldsOf(json);
  const { paymentCode, paymentAmount } = fieldsOf(paymentDto);
  const { transactionReference, accountNumber } = rest;
  const profileValues = profileFields.map((name) => rest[name]);
  return JSON.stringify([
    profileValues,
    paymentCode,
    paymentAmount,
    transactionReference,
    accountNumber,
  ]);
}

/** @param event describes what happened before the state was read */
export async function expectState(
  context: CheckContext,
  person: Person,
  state: string,
  event?: string,
): Promise<void> {
  const { status } = await snapshot(person, context.helpers);
  if (status === state) return;
  throw failure(`the state ${state}${event ? ` after ${event}` : ''}`, `${status}`);
}

interface RememberedRecord {
  before: Snapshot;
  /**
   * Compares her record with the earlier one.
   * @param cause describes what may have changed it
   * @param response the response whose request repeats the finding
   * @throws {OutcomeError} naming each difference
   */
  expectUnchanged: (cause: string, response?: ApiResponse) => Promise<void>;
}

/** Takes a snapshot of her record, to compare it later; the parameters are those of `snapshot`. */
export async function rememberRecord(
  person: Person,
  sources: Sources,
  operation?: OperationName,
): Promise<RememberedRecord> {
  const before = await snapshot(person, sources, operation);
  const expectUnchanged = async (cause: string, causeResponse?: ApiResponse) => {
    const after = await snapshot(person, sources, operation);
    const changedResponses = Object.keys(before.responsesBesideProfile).filter(
      (name) => after.responsesBesideProfile[name] !== before.responsesBesideProfile[name],
    );
    const changedNames = [
      ...profileFields.filter((name) => after[name] !== before[name]),
      ...changedResponses.map((name) => `answer of ${name}`),
    ];
    if (changedNames.length === 0) return;
    const valuesText =
      changedNames[0] === 'status' ? ` (${before.status} became ${after.status})` : '';
    throw failure(
      `nothing changed by ${cause}`,
      `another ${changedNames.join(', ')}${valuesText}`,
      causeResponse,
    );
  };
  return { before, expectUnchanged };
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
  const isReadable = person.token !== undefined;
  const record = isReadable ? await rememberRecord(person, context.helpers, operation) : undefined;
  await sendRefused();
  await record?.expectUnchanged(`the refused ${operation}`, context.lastResponse);
}

/** A text in the form in which two texts are compared without regard to letter case. */
export const toLowerText = (value: unknown): string => String(value).trim().toLowerCase();

/**
 * Expects that two texts are the same, whatever their Unicode composition and letter case, because backends store names
 * in different forms.
 */
export function expectSameText(
  response: ApiResponse,
  field: string,
  got: unknown,
  expectedText: string,
): void {
  const normalize = (text: string) => text.normalize('NFC').toUpperCase().trim();
  if (typeof got === 'string' && normalize(got) === normalize(expectedText)) return;
  const gotText = typeof got === 'string' ? `"${got}"` : describeResponse(response);
  throw failure(`${field} as it was written, "${expectedText}"`, gotText, response);
}
