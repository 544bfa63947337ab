/** The one place between a typed call and the wire. */
import type { Uploadable } from '@one-planet/contract';
import { canonical, toWire } from '@one-planet/contract/wire';
import type { AppRoute } from '@ts-rest/core';
import { connectionError } from './connection.ts';
import { AbortedError, AdmissionsError, TimeoutError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { routes } from './generated/routes.ts';
import { apiBase, type CallOptions, type ClientOptions } from './options.ts';
import { type RawAnswer, readBody, readRaw } from './read.ts';
import { pause, retryDelay } from './retry.ts';
import { type RouteFacts, routeFacts } from './routes.ts';
import { sendWithProgress, toFormData, toUploadFile, type UploadFile } from './upload.ts';
import { callPath } from './url.ts';

export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

/** What a typed call gives, beside the route it is about. */
export interface CallInput extends CallOptions {
  params?: Readonly<Record<string, string | number>>;
  body?: unknown;
  headers?: Readonly<Record<string, string | undefined>>;
  fetchOptions?: { signal?: AbortSignal | null };
}

/**
 * Makes one call.
 * @throws an AdmissionsError of the kind that fits; never anything else
 */
export type Caller = (route: AppRoute, input?: CallInput) => Promise<Answer>;

/** A call as it goes over the wire, the same for every attempt. */
interface WireCall {
  facts: RouteFacts;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  upload: UploadFile | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  onProgress: CallOptions['onProgress'];
}

const defaults = {
  timeoutMs: 30_000,
  uploadTimeoutMs: 300_000,
  maxAnswerBytes: 50 * 1024 * 1024,
};

/** Makes what every client and hook calls through: dialect, session, retries, limits, and typed errors. */
export function createCaller(options: ClientOptions): Caller {
  const base = apiBase(options.baseUrl);
  const caller: Caller = async (route, input = {}) => {
    const call = await toWireCall(route, input, base, options, caller);
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(call, attempt, options);
      } catch (error) {
        const wait = call.facts.safeToRepeat
          ? retryDelay(error, attempt, input.retry ?? options.retry)
          : undefined;
        if (wait === undefined) throw error;
        await pause(wait, call.signal);
      }
    }
  };
  return caller;
}

async function toWireCall(
  route: AppRoute,
  input: CallInput,
  base: string,
  options: ClientOptions,
  caller: Caller,
): Promise<WireCall> {
  const { method } = route;
  const facts = routeFacts(route);
  const { operation } = facts;
  const dialect = options.dialect ?? canonical;
  const url = base + callPath(route.path, input.params ?? {}, dialect, operation);
  const isUpload = 'contentType' in route && route.contentType === 'multipart/form-data';
  const upload = isUpload ? toUploadFile((input.body as { file: Uploadable }).file) : undefined;
  const token = input.token === undefined ? options.session?.token() : input.token;
  const hasJson = !isUpload && method !== 'GET' && input.body !== undefined;
  const wire = hasJson
    ? await toWire(dialect, operation, input.body, () => bankAccounts(caller, operation))
    : undefined;
  const standard = isUpload ? defaults.uploadTimeoutMs : (options.timeout ?? defaults.timeoutMs);
  return {
    facts,
    url,
    method,
    headers: {
      accept: facts.reads === 'bytes' ? '*/*' : 'application/json, text/plain;q=0.9, */*;q=0.5',
      // Also without a body: an activation has the JSON content type and none.
      ...(method === 'GET' || isUpload ? {} : { 'content-type': 'application/json' }),
      ...(facts.auth !== 'none' && token ? { authorization: `Bearer ${token}` } : {}),
      ...definedOnly(input.headers),
    },
    body: hasJson ? JSON.stringify(wire) : undefined,
    upload,
    timeoutMs: input.timeout ?? standard,
    signal: eitherSignal(input.fetchOptions?.signal ?? undefined, options.signal),
    onProgress: input.onProgress,
  };
}

/** A dialect that writes a bank account by its id needs the list. */
async function bankAccounts(caller: Caller, operation: string) {
  const { body } = await caller(routes.bankAccounts.list);
  if (Array.isArray(body)) return body;
  throw new AdmissionsError('the bank accounts, whose ids the dialect needs, could not be read', {
    operation,
  });
}

async function send(call: WireCall, attempt: number, options: ClientOptions): Promise<Answer> {
  const { facts, timeoutMs, signal } = call;
  const { operation } = facts;
  if (signal?.aborted) throw new AbortedError({ operation, cause: signal.reason });
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutMs);
  const startedAt = Date.now();
  const started = performance.now();
  let raw: RawAnswer | undefined;
  let failure: unknown;
  try {
    const response = await start(call, controller.signal, options.fetch ?? globalThis.fetch);
    raw = await readRaw(response, facts, options.maxAnswerBytes ?? defaults.maxAnswerBytes);
    const strict = options.validate === 'strict';
    const body = readBody(raw, facts, strict);
    if (strict) await (await import('./validate.ts')).validateAnswer(operation, raw, body);
    return { status: raw.status, body, headers: raw.headers };
  } catch (error) {
    if (timedOut)
      failure = new TimeoutError(timeoutMs, {
        operation,
        status: raw?.status,
        cause: error,
      } as never);
    else if (signal?.aborted) failure = new AbortedError({ operation, cause: error });
    else
      failure =
        error instanceof AdmissionsError ? error : connectionError(error, 'request', { operation });
    throw failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    if (options.onExchange) {
      options.onExchange(
        toExchange(call, {
          attempt,
          startedAt,
          durationMs: performance.now() - started,
          raw,
          failure,
        }),
      );
    }
  }
}

function start(
  call: WireCall,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch,
): Promise<Response> {
  const { url, method, headers } = call;
  const init = { method, headers, signal, redirect: 'manual' } as const;
  if (!call.upload) return fetch(url, { ...init, body: call.body ?? null });
  const body = toFormData(call.upload);
  return call.onProgress
    ? sendWithProgress(fetch, url, { ...init, body }, call.onProgress)
    : fetch(url, { ...init, body });
}

function toExchange(
  call: WireCall,
  result: Pick<Exchange, 'attempt' | 'startedAt' | 'durationMs'> & {
    raw: RawAnswer | undefined;
    failure: unknown;
  },
): Exchange {
  const { raw, failure, ...timing } = result;
  const { facts, url, method, headers, body, upload } = call;
  const seen = failure instanceof AdmissionsError ? failure : undefined;
  const status = raw?.status ?? seen?.status;
  const text = raw ? raw.text || (raw.bytes && `[${raw.bytes.size} bytes]`) : seen?.text;
  return {
    operation: facts.operation,
    ...timing,
    method,
    url,
    requestHeaders: headers,
    ...(body === undefined ? {} : { requestBody: body }),
    ...(upload
      ? { upload: { name: upload.name, size: upload.data.size, type: upload.data.type } }
      : {}),
    ...(status === undefined ? {} : { status }),
    ...(raw ? { answerHeaders: Object.fromEntries(raw.headers) } : {}),
    ...(text === undefined ? {} : { answerText: text }),
    ...(failure === undefined ? {} : { error: failure }),
  };
}

function definedOnly(headers: CallInput['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function eitherSignal(ofCall: AbortSignal | undefined, ofClient: AbortSignal | undefined) {
  return ofCall && ofClient ? AbortSignal.any([ofCall, ofClient]) : (ofCall ?? ofClient);
}
