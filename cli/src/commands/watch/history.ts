/** What was seen of each operation so far. */
import { ConnectionError, TimeoutError } from '@one-planet/sdk';
import { type ExitCode, exitCodeOf, exitCodes } from '../../process/exit.ts';

export interface Answer {
  /** `success`, a refusal the contract declares, or what went wrong. */
  kind: 'success' | 'refusal' | 'failure';
  /** Short: `200`, `refused`, `dns`, `off contract`. */
  text: string;
  /** In milliseconds. */
  ms: number;
  exitCode: ExitCode;
  /** Of a failure, without secrets. */
  why?: string;
}

/** How many response times are kept of each operation. */
const kept = 500;

export class History {
  last: Answer | undefined;
  /** When it failed last, in milliseconds since 1970. */
  failedAt: number | undefined;
  asked = 0;
  failed = 0;
  readonly #times: number[] = [];

  add(answer: Answer, now: number): void {
    this.last = answer;
    this.asked += 1;
    if (answer.kind === 'failure') {
      this.failed += 1;
      this.failedAt = now;
      return;
    }
    // A time of a failure is no answer time.
    this.#times.push(answer.ms);
    if (this.#times.length > kept) this.#times.shift();
  }

  /** @param share e.g. 0.5 for the median @returns milliseconds; `undefined` before the first answer */
  percentile(share: number): number | undefined {
    const sorted = [...this.#times].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  }
}

/** Makes one call and says what came of it. @throws what is a bug of ours */
export async function ask(call: () => Promise<{ status: number }>): Promise<Answer> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  try {
    const { status } = await call();
    const kind = status < 300 ? 'success' : 'refusal';
    return { kind, text: String(status), ms: ms(), exitCode: exitCodes.done };
  } catch (error) {
    const exitCode = exitCodeOf(error);
    if (exitCode === undefined) throw error;
    const why = (error as Error).message;
    return { kind: 'failure', text: shortly(error), ms: ms(), exitCode, why };
  }
}

function shortly(error: unknown): string {
  if (error instanceof ConnectionError) return error.reason;
  if (error instanceof TimeoutError) return 'timeout';
  const { status } = error as { status?: number };
  return status === undefined ? 'failed' : `${status} broken`;
}
