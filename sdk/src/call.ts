/** Turns a typed call into a request: path, dialect, headers, body. A call that cannot be sent is refused here. */

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
import type { CallOptions, ClientOptions, UploadFile, UploadOptions } from './options.ts';
import { isSecretName } from './secrets.ts';
import { toUploadFile } from './upload-file.ts';

export interface ApiResponse {
  /** True for a success. */
  ok: boolean;
  status: number;
  body: unknown;
  headers: Headers;
}

/** The argument of a call. */
export interface CallInput extends UploadOptions {
  params?: Readonly<Record<string, string | number>> | undefined;
  body?: unknown;
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
  onProgress: UploadOptions['onProgress'];
  /** How `fetch` treats cookies and the HTTP cache. */
  fetchSettings: Pick<RequestInit, 'credentials' | 'cache'>;
  /** The values that no error may repeat. */
  secrets: readonly string[];
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

const defaultTimeouts = { timeoutMs: 30_000, uploadTimeoutMs: 300_000 };

/** The longest time a timer supports; a longer one, and Infinity, would fire at once. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * @param token sent as the bearer token
 * @throws {UsageError} when the call cannot be sent
 */
export async function toWireCall(
  route: AppRoute,
  input: CallInput,
  token: string | undefined,
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
  const upload = isUpload
    ? await toUploadFile((input.body as { file?: unknown } | undefined)?.file, operation)
    : undefined;
  const body = hasJsonBody
    ? toJson(await toWire(dialect, operation, input.body, fetchBankAccounts), operation)
    : undefined;
  const requestHeaders: CallInput['headers'] = {
    accept: facts.readsBodyAs === 'bytes' ? '*/*' : 'application/json, text/plain;q=0.9, */*;q=0.5',
    // Set even without a body, because an activation has the JSON content type and no body.
    ...(method === 'GET' || isUpload ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...input.headers,
  };
  const headers = readHeaders(requestHeaders, operation);
  const defaultTimeoutMs = isUpload ? defaultTimeouts.uploadTimeoutMs : defaultTimeouts.timeoutMs;
  const { credentials = options.credentials, cache } = input;
  return {
    facts,
    url,
    params,
    method,
    headers,
    body,
    upload,
    timeoutMs: Math.min(input.timeout ?? options.timeout ?? defaultTimeoutMs, maxTimeoutMs),
    signals: listSignals(input, options),
    onProgress: input.onProgress,
    fetchSettings: { ...(credentials && { credentials }), ...(cache && { cache }) },
    secrets: [...(token ? [token] : []), ...listSecretValues(params, input.body)],
  };
}

/** The signals that end a call: its own, and that of the client. */
export function listSignals(input: CallInput, options: ClientOptions): AbortSignal[] {
  return [input.signal, options.signal].filter((signal) => signal !== undefined);
}

/** The texts under secret names in the parameters and the body of a call, e.g. a password. */
function listSecretValues(params: Record<string, string>, body: unknown): string[] {
  const bodyFields = typeof body === 'object' && body !== null ? body : {};
  return Object.entries({ ...bodyFields, ...params }).flatMap(([name, value]) =>
    isSecretName(name) && typeof value === 'string' ? [value] : [],
  );
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
 * @returns those with a value, by their names in lower case, so that one of a call replaces one of the client
 * @throws {UsageError} naming the header that cannot be sent
 */
export function readHeaders(headers: CallOptions['headers'], operation: string) {
  const readableHeaders: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === undefined) continue;
    if (!validHeaderNamePattern.test(name) || invalidHeaderPattern.test(value))
      throw new UsageError(`the header ${name} holds signs that no header can carry`, {
        operation,
      });
    readableHeaders[name.toLowerCase()] = value;
  }
  return readableHeaders;
}
const validHeaderNamePattern = /^[\w!#$%&'*+.^`|~-]+$/;
const invalidHeaderPattern = /[^\t\x20-\x7e\x80-\xff]/;
