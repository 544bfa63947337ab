/** Turns a typed call into a request: path, dialect, headers, body. A call that cannot be sent is refused here. */

import type { Uploadable } from '@one-planet/contract';
import {
  activatesWithPassword,
  canonical,
  type Dialect,
  type FetchBankAccounts,
  pathParameters,
  toWire,
  wireTemplate,
} from '@one-planet/contract/wire';
import type { AppRoute } from '@ts-rest/core';
import { UsageError } from './errors.ts';
import type { GeneratedMeta } from './generated/routes.ts';
import type { CallOptions, ClientOptions, UploadFile } from './options.ts';

export interface ApiResponse {
  status: number;
  body: unknown;
  headers: Headers;
}

/** The arguments of a typed call, besides its route. */
export interface CallInput extends CallOptions {
  params?: Readonly<Record<string, string | number>>;
  body?: unknown;
  headers?: Readonly<Record<string, string | undefined>>;
  fetchOptions?: { signal?: AbortSignal | null };
}

/** A request, which is the same for every attempt. */
export interface WireCall {
  facts: RouteFacts;
  url: string;
  params: Record<string, string>;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  upload: UploadFile | undefined;
  timeoutMs: number;
  /** The call ends when any of them is aborted. */
  signals: readonly AbortSignal[];
  onProgress: CallOptions['onProgress'];
}

/** @returns the bytes and the name of anything that can be uploaded; bytes without a name are called `file` */
function toUploadFile(file: Uploadable): UploadFile {
  if (file instanceof Blob) return { name: (file as Partial<File>).name || 'file', data: file };
  if (file instanceof Uint8Array) return { name: 'file', data: toBlob(file) };
  return { name: file.name, data: file.data instanceof Blob ? file.data : toBlob(file.data) };
}

function toBlob(bytes: Uint8Array): Blob {
  // The types exclude a view on shared memory, but it is copied at run time.
  return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}

/** What the SDK needs to know about an operation. */
export interface RouteFacts extends GeneratedMeta {
  /** The statuses that the operation declares. */
  statuses: readonly number[];
}

const factsByRoute = new WeakMap<AppRoute, RouteFacts>();

/** Reads the facts of a route of the generated table. */
export function readRouteFacts(route: AppRoute): RouteFacts {
  let facts = factsByRoute.get(route);
  if (!facts) {
    facts = {
      ...(route.metadata as GeneratedMeta),
      statuses: Object.keys(route.responses).map(Number),
    };
    factsByRoute.set(route, facts);
  }
  return facts;
}

/**
 * The path of a call in the dialect, with its parameters encoded once.
 * @param template the contract's path, e.g. `/auth/private/:userId`
 * @throws {UsageError} when a parameter is missing, empty, or not valid in a URL
 */
function makeCallPath(
  template: string,
  params: Readonly<Record<string, string>>,
  dialect: Dialect,
  operation: string,
): string {
  const wirePath = wireTemplate(dialect, operation, template);
  if (!wirePath.includes(':')) return wirePath;
  const encodedParams: Record<string, string> = {};
  for (const name of readParameterNames(template)) {
    encodedParams[name] = encodePathParameter(name, params[name] ?? '', operation);
  }
  return wirePath.replace(/:(\w+)/g, (_match, name: string) => encodedParams[name] ?? '');
}

const parameterNamesByPath = new Map<string, string[]>();

function readParameterNames(template: string): string[] {
  const names = parameterNamesByPath.get(template) ?? pathParameters(template);
  parameterNamesByPath.set(template, names);
  return names;
}

/**
 * Encodes a value for a path.
 * @throws {UsageError} when it is missing, empty, or not valid in a URL
 */
export function encodePathParameter(name: string, value: string, operation: string): string {
  const problem = findParameterProblem(value);
  if (problem) throw new UsageError(`the path parameter ${name} ${problem}`, { operation });
  return encodeURIComponent(value);
}

function findParameterProblem(value: string): string | undefined {
  if (value === '') return 'is missing or empty';
  if (/^\.\.?$/.test(value)) return `must not be "${value}"`;
  // encodeURIComponent throws for half of a surrogate pair.
  return /\p{Surrogate}/u.test(value) ? 'is no valid text' : undefined;
}

/**
 * Reads the parameter from a path into which ts-rest's hooks have inserted it unencoded. The contract's paths have at
 * most one, at the end.
 */
export function readParams(path: string, template: string): Record<string, string> {
  const [name] = pathParameters(template);
  const templateStart = template.slice(0, template.indexOf(':'));
  return name && path.startsWith(templateStart) ? { [name]: path.slice(templateStart.length) } : {};
}

const defaultTimeouts = { timeoutMs: 30_000, uploadTimeoutMs: 300_000 };

/** The longest time a timer supports; a longer one, and Infinity, would fire at once. */
const maxTimeoutMs = 2 ** 31 - 1;

/** @throws {UsageError} when the call cannot be sent */
export async function toWireCall(
  route: AppRoute,
  input: CallInput,
  base: string,
  options: ClientOptions,
  fetchBankAccounts: FetchBankAccounts,
): Promise<WireCall> {
  const { method } = route;
  const facts = readRouteFacts(route);
  const { operation } = facts;
  const dialect = options.dialect ?? canonical;
  if (operation === 'applicants.createPassword' && activatesWithPassword(dialect)) {
    throw new UsageError('the dialect sets the password with the activation', { operation });
  }
  const params: Record<string, string> = {};
  for (const name of Object.keys(input.params ?? {}))
    params[name] = String(input.params?.[name] ?? '');
  const isUpload = 'contentType' in route && route.contentType === 'multipart/form-data';
  const hasJsonBody = !isUpload && method !== 'GET' && input.body !== undefined;
  const url = base + makeCallPath(route.path, params, dialect, operation);
  const upload = isUpload ? readUpload(input.body, operation) : undefined;
  const body = hasJsonBody
    ? toJson(await toWire(dialect, operation, input.body, fetchBankAccounts), operation)
    : undefined;
  const token =
    facts.auth === 'none' ? undefined : input.token === undefined ? readToken() : input.token;
  const headers = {
    accept: facts.readsBodyAs === 'bytes' ? '*/*' : 'application/json, text/plain;q=0.9, */*;q=0.5',
    // Set even without a body, because an activation has the JSON content type and no body.
    ...(method === 'GET' || isUpload ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...withLowerCaseNames(input.headers),
  };
  checkHeaders(headers, operation);
  const defaultTimeoutMs = isUpload ? defaultTimeouts.uploadTimeoutMs : defaultTimeouts.timeoutMs;
  const signals = [input.fetchOptions?.signal, options.signal].filter((signal) => signal != null);
  return {
    facts,
    url,
    params,
    method,
    headers,
    body,
    upload,
    timeoutMs: Math.min(input.timeout ?? options.timeout ?? defaultTimeoutMs, maxTimeoutMs),
    signals,
    onProgress: input.onProgress,
  };

  function readToken(): string | undefined {
    try {
      return options.session?.token();
    } catch (cause) {
      throw new UsageError("the session's token could not be read", { operation, cause });
    }
  }
}

function readUpload(body: unknown, operation: string) {
  const file = (body as { file?: Uploadable } | undefined)?.file;
  if (!file) throw new UsageError('there is no file to send', { operation });
  return toUploadFile(file);
}

function toJson(body: unknown, operation: string): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new UsageError("the body can't be written as JSON", { operation, cause });
  }
}

/**
 * Checks headers before they are sent, because the platform's own error would contain the value, which may be a token.
 */
function checkHeaders(headers: Record<string, string>, operation: string): void {
  for (const name of Object.keys(headers)) {
    if (validHeaderNamePattern.test(name) && !invalidHeaderPattern.test(headers[name] ?? ''))
      continue;
    throw new UsageError(`the header ${name} holds signs that no header can carry`, { operation });
  }
}
const validHeaderNamePattern = /^[\w!#$%&'*+.^`|~-]+$/;
const invalidHeaderPattern = /[^\t\x20-\x7e\x80-\xff]/;

function withLowerCaseNames(headers: CallInput['headers'] = {}): Record<string, string> {
  const headersWithValue = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return Object.fromEntries(headersWithValue.map(([name, value]) => [name.toLowerCase(), value]));
}
