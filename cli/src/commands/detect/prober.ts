/** Sends single requests, also ones that no operation has, and reads what comes back. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../../backend/target.ts';
import { isPassing, waitMs } from '../../checks/wire/sender.ts';
import { CliError, exitCodes } from '../../process/exit.ts';

export interface Answer {
  status: number;
  text: string;
  /** The methods of its Allow header. */
  allow: readonly string[];
}

export interface Probe {
  /** Default: POST. */
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** In place of `body`: the body as it stands. */
  rawBody?: string;
  /** Default: JSON. */
  contentType?: string;
  token?: string | undefined;
}

export interface Prober {
  /** @param path the part after `/api` */
  ask: (path: string, probe?: Probe) => Promise<Answer>;
  /** How many requests were sent. */
  readonly count: number;
}

const attempts = 4;

/** @throws {CliError} (from `ask`) when the backend is not reached, or the run is interrupted */
export function createProber(
  { origin, request, headers, signal }: Pick<Target, 'origin' | 'request' | 'headers' | 'signal'>,
  timeoutMs = 10_000,
  onRequest: (count: number) => void = () => {},
): Prober {
  const base = `${origin}/api`;
  let count = 0;
  const once = async (path: string, { method = 'POST', ...probe }: Probe) => {
    count += 1;
    onRequest(count);
    const late = AbortSignal.timeout(timeoutMs);
    try {
      return await request(base + path, {
        method,
        headers: { ...headers(), ...headersOf(probe) },
        body: method === 'GET' ? undefined : (probe.rawBody ?? JSON.stringify(probe.body ?? {})),
        signal: AbortSignal.any([signal, late]),
      });
    } catch (cause) {
      if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
      const why = late.aborted ? `no complete answer within ${timeoutMs} ms` : 'no connection';
      const what = `the backend at ${base} was not reached: ${why}`;
      throw new CliError(what, exitCodes.notReached, { cause });
    }
  };
  return {
    get count() {
      return count;
    },
    async ask(path, probe = {}) {
      for (let attempt = 1; ; attempt++) {
        const answer = await once(path, probe);
        if (!isPassing(answer.status)) return read(answer);
        if (attempt === attempts) {
          const what = `the backend at ${base} was not reached: status ${answer.status}`;
          throw new CliError(what, exitCodes.notReached);
        }
        await sleep(waitMs(answer, attempt), undefined, { signal }).catch(() => {
          throw new CliError('interrupted', exitCodes.interrupted);
        });
      }
    },
  };
}

function headersOf({ contentType = 'application/json', token }: Probe): Record<string, string> {
  return {
    'content-type': contentType,
    accept: 'application/json, text/plain;q=0.9, */*;q=0.5',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

function read({ status, headers, bytes }: Awaited<ReturnType<Target['request']>>): Answer {
  const allow = (headers.get('allow') ?? '').toUpperCase().split(/[\s,]+/);
  return { status, text: new TextDecoder().decode(bytes), allow: allow.filter(Boolean) };
}
