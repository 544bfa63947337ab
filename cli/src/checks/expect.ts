/** What checks hold answers against. Each throws `Failed` with what was expected and what came. */
import {
  activatesWithPassword,
  findOperation,
  isHtmlDocument,
  type OperationName,
  preferred,
} from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import type { CheckContext } from './context.ts';
import { Failed } from './outcome.ts';
import { describeReply, fieldsOf, type Reply, readStoredName } from './wire/reply.ts';

/** Any 2xx. */
export function expectAccepted(reply: Reply, what: string): void {
  if (reply.status >= 300) throw new Failed(`a success for ${what}`, describeReply(reply), reply);
}

/** Each field is there, and neither null nor empty. */
export function expectFields(reply: Reply, fields: readonly string[]): void {
  const told = fieldsOf(reply.json);
  const missing = fields.filter((field) => (told[field] ?? '') === '');
  if (missing.length === 0) return;
  throw new Failed(`the fields ${fields.join(', ')}`, `no ${missing.join(', no ')}`, reply);
}

/** @returns the first value that came before; `undefined` where all differ */
export function firstTwice(values: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return values.find((value) => seen.size === seen.add(value).size);
}

export interface RefusalRules {
  /** The site acts on these statuses: no other will do. */
  only?: readonly number[];
  /** Others are reported as tolerated. Default: those the contract names for the operation. */
  prefer?: readonly number[];
}

/** Any 4xx, unless the site acts on the status. */
export function expectRefused(
  context: CheckContext,
  reply: Reply,
  what: string,
  rules: RefusalRules = {},
): void {
  const { status, operation } = reply;
  const { only } = rules;
  if (only ? !only.includes(status) : status < 400) {
    const wanted = only ? `status ${only.join(' or ')}` : 'a refusal (4xx)';
    throw new Failed(`${wanted} for ${what}`, describeReply(reply), reply);
  }
  const prefer = rules.prefer ?? findOperation(operation ?? '')?.meta.refuses ?? [];
  if (!only && prefer.length > 0 && !prefer.includes(status)) {
    context.tell(`${what}: answered ${status}; the contract prefers ${prefer.join(' or ')}`);
  }
}

/** A success as the contract has it: status, content type, body. */
export function expectAnswer(context: CheckContext, reply: Reply): void {
  const name = reply.operation as OperationName;
  const operation = findOperation(name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  const { meta } = operation;
  const declared = successStatuses(name);
  if (!declared.includes(reply.status)) {
    throw new Failed(`status ${declared.join(' or ')}`, describeReply(reply), reply);
  }
  if (reply.status !== meta.success) {
    context.tell(`answered ${reply.status}; the contract prefers ${meta.success}`);
  }
  if (meta.reads === 'json') expectJson(context, reply);
  if (meta.reads === 'text' && readStoredName(reply) === undefined) {
    throw new Failed('the stored name as text', describeReply(reply), reply);
  }
  if (meta.reads === 'bytes' && reply.bytes.length === 0) {
    throw new Failed('the bytes of the file', 'an empty body', reply);
  }
}

/** The statuses that mean success, the preferred one first. */
export function successStatuses(name: OperationName): number[] {
  const [resource = '', key = ''] = name.split('.');
  const routes = preferred as unknown as Record<string, Record<string, { responses: object }>>;
  const statuses = Object.keys(routes[resource]?.[key]?.responses ?? {}).map(Number);
  return statuses.filter((status) => status < 300);
}

function expectJson(context: CheckContext, reply: Reply): void {
  const { operation, status, headers, text, json } = reply;
  const type = headers.get('content-type') ?? '';
  if (isHtmlDocument(text)) throw new Failed('JSON', 'an HTML page', reply);
  if (json === undefined && text.trim() !== 'null') {
    throw new Failed('JSON', text.trim() ? 'text that is not JSON' : 'an empty body', reply);
  }
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new Failed('the content type application/json', type || 'none', reply);
  }
  const issues = bodyIssues(context, operation as OperationName, status, json);
  if (issues.length > 0) throw new Failed('the body of the contract', issues.join('; '), reply);
}

/** How a body differs from the contract's schema, in words. */
function bodyIssues(
  context: CheckContext,
  name: OperationName,
  status: number,
  body: unknown,
): string[] {
  const schema = findOperation(name)?.route.responses[status] as ZodTypeAny | undefined;
  const spent = name === 'applicants.activate' && activatesWithPassword(context.helpers.dialect);
  return (schema?.safeParse(body).error?.issues ?? [])
    .filter(({ path }) => !(spent && path[0] === 'token'))
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'the whole body'}: ${message}`);
}
