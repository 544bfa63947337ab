/** One attempt of a call: sends, reads, validates, and reports to observers. */
import { canonical } from '@one-planet/contract/wire';
import type { Answer, WireCall } from './call.ts';
import { connectionError } from './connection.ts';
import { AbortedError, AdmissionsError, ConnectionError, TimeoutError } from './errors.ts';
import type { ClientOptions } from './options.ts';
import { readBody, readRaw } from './read.ts';
import type { Seen } from './seen.ts';
import type { Incoming } from './send.ts';
import { onAbort } from './signals.ts';

// Imports are kept: repeating them would cost more than the call.
let validation: Promise<typeof import('./validate.ts')> | undefined;
let telling: Promise<typeof import('./tell.ts')> | undefined;

const validator = () => {
  validation ??= import('./validate.ts');
  return validation;
};

const defaultMaxAnswerBytes = 50 * 1024 * 1024;

/** @throws {AdmissionsError} of the matching type */
export async function attemptCall(
  given: WireCall,
  attempt: number,
  options: ClientOptions,
): Promise<Answer> {
  const call = { ...given, headers: { ...options.headers?.(), ...given.headers } };
  const { signals, timeoutMs } = call;
  const { operation } = call.facts;
  const abortedBy = signals.find((signal) => signal.aborted);
  if (abortedBy) throw new AbortedError({ operation, cause: abortedBy.reason });
  const { onExchange } = options;
  // Loaded on demand: few callers observe, and a phone should not pay for it.
  if (onExchange) telling ??= import('./tell.ts');
  const tell = onExchange && (await telling)?.teller(onExchange);
  // Here, because a part of ours that cannot be loaded is no fault of the connection.
  if (options.validate === 'strict') await validator();
  const seen: Seen = { attempt, startedAt: Date.now(), started: performance.now() };
  const controller = new AbortController();
  let timedOut = false;
  let gaveUp = false;
  let end = (_reason: unknown) => {};
  let giveUp = () => controller.abort();
  const timer = setTimeout(() => {
    timedOut = true;
    giveUp();
  }, timeoutMs);
  const unfollow = onAbort(signals, () => giveUp());
  try {
    return await new Promise<Answer>((resolve, reject) => {
      // A custom `fetch` may ignore the signal. This waits a moment so that one that heeds it can say more.
      giveUp = () => {
        gaveUp = true;
        controller.abort();
        end(controller.signal.reason);
        setTimeout(reject, 0, controller.signal.reason);
      };
      const onGiveUp = (act: typeof end) => {
        end = act;
      };
      const sent =
        options.send?.(call, onGiveUp) ??
        start(call, controller.signal, options.fetch ?? globalThis.fetch);
      exchange(call, seen, sent, options).then(resolve, reject);
    });
  } catch (error) {
    seen.failure = explain(error);
    throw seen.failure;
  } finally {
    clearTimeout(timer);
    unfollow();
    tell?.(call, seen);
  }

  function explain(error: unknown): AdmissionsError {
    const own = error instanceof AdmissionsError ? error : undefined;
    if (own && !(own instanceof ConnectionError)) return own;
    const facts = { operation, status: seen.status, text: own?.text, cause: error };
    if (timedOut) return new TimeoutError(timeoutMs, facts);
    if (gaveUp) return new AbortedError(facts);
    return own ?? connectionError(error, 'request', { operation });
  }
}

async function exchange(
  call: WireCall,
  seen: Seen,
  sent: Promise<Incoming>,
  options: ClientOptions,
): Promise<Answer> {
  const { facts } = call;
  const { dialect = canonical, maxAnswerBytes = defaultMaxAnswerBytes } = options;
  const response = await sent;
  seen.status = response.status;
  const raw = await readRaw(response, facts, maxAnswerBytes);
  seen.raw = raw;
  const strict = options.validate === 'strict';
  const body = readBody(raw, facts, strict);
  if (strict) (await validator()).validateAnswer(facts.operation, raw, body, dialect);
  return { status: raw.status, body, headers: raw.headers };
}

async function start(
  call: WireCall,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch,
): Promise<Response> {
  const { url, method, headers } = call;
  const init = { method, headers, signal, redirect: 'manual' } as const;
  if (!call.upload) return fetch(url, { ...init, body: call.body ?? null });
  // Most visitors never send a file: this code is loaded with the first one.
  const { sendUpload } = await import('./upload.ts');
  return sendUpload(fetch, url, init, call.upload, call.onProgress);
}
