/** From a typed call to the wire: path, dialect, headers, body. Whatever can't be sent is told here. */
import type { Uploadable } from '@one-planet/contract';
import {
  type AskBankAccounts,
  activatesWithPassword,
  canonical,
  toWire,
} from '@one-planet/contract/wire';
import type { AppRoute } from '@ts-rest/core';
import type { CallInput, WireCall } from './call.ts';
import { UsageError } from './errors.ts';
import type { ClientOptions } from './options.ts';
import { routeFacts } from './routes.ts';
import { toUploadFile } from './upload-file.ts';
import { callPath } from './url.ts';

const defaults = { timeoutMs: 30_000, uploadTimeoutMs: 300_000 };

/** The longest a timer takes; longer ones, and Infinity, would fire at once. */
const longestTimeoutMs = 2 ** 31 - 1;

/** @throws {UsageError} when the call can't be made as written */
export async function toWireCall(
  route: AppRoute,
  input: CallInput,
  base: string,
  options: ClientOptions,
  bankAccounts: AskBankAccounts,
): Promise<WireCall> {
  const { method } = route;
  const facts = routeFacts(route);
  const { operation } = facts;
  const dialect = options.dialect ?? canonical;
  if (operation === 'applicants.createPassword' && activatesWithPassword(dialect)) {
    throw new UsageError('the dialect sets the password with the activation', { operation });
  }
  const params: Record<string, string> = {};
  for (const name of Object.keys(input.params ?? {}))
    params[name] = String(input.params?.[name] ?? '');
  const isUpload = 'contentType' in route && route.contentType === 'multipart/form-data';
  const hasJson = !isUpload && method !== 'GET' && input.body !== undefined;
  const url = base + callPath(route.path, params, dialect, operation);
  const upload = isUpload ? uploadOf(input.body, operation) : undefined;
  const body = hasJson
    ? toJson(await toWire(dialect, operation, input.body, bankAccounts), operation)
    : undefined;
  const token =
    facts.auth === 'none' ? undefined : input.token === undefined ? readToken() : input.token;
  const headers = {
    accept: facts.reads === 'bytes' ? '*/*' : 'application/json, text/plain;q=0.9, */*;q=0.5',
    // Also without a body: an activation has the JSON content type and none.
    ...(method === 'GET' || isUpload ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...lowerCased(input.headers),
  };
  checkHeaders(headers, operation);
  const standard = isUpload ? defaults.uploadTimeoutMs : defaults.timeoutMs;
  const signals = [input.fetchOptions?.signal, options.signal].filter((signal) => signal != null);
  return {
    facts,
    url,
    params,
    method,
    headers,
    body,
    upload,
    timeoutMs: Math.min(input.timeout ?? options.timeout ?? standard, longestTimeoutMs),
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

function uploadOf(body: unknown, operation: string) {
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

/** The platform's own error would tell the header's value, which may be a token. */
function checkHeaders(headers: Record<string, string>, operation: string): void {
  for (const name of Object.keys(headers)) {
    if (headerName.test(name) && !notInHeaders.test(headers[name] ?? '')) continue;
    throw new UsageError(`the header ${name} holds signs that no header can carry`, { operation });
  }
}
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const notInHeaders = /[^\t\x20-\x7e\x80-\xff]/;

function lowerCased(headers: CallInput['headers'] = {}): Record<string, string> {
  const named = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]));
}
