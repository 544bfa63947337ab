/** Looks at every answer of the run, whatever it was asked for, and keeps the first of each kind of fault. */
import type { OperationName } from '@one-planet/contract';
import type { Reply } from '../wire/reply.ts';

/** Something wrong, or odd, about one answer. */
export interface Finding {
  got: string;
  reply: Reply;
}

/** One way to look. @returns what is wrong with the answer, in words */
export interface Inspector {
  id: string;
  inspect: (reply: Reply) => string | undefined;
}

/** In characters; what is longer is looked at once and not kept. */
const mostKept = 100_000;

export class Observations {
  readonly #inspectors: readonly Inspector[];
  readonly #seen = new Map<string, Finding>();
  /** Not looked at yet: some secrets are known only later than the answers they stand in. */
  readonly #waiting: Reply[] = [];
  /** How often each operation answered with each status. */
  readonly statuses: Map<OperationName, Map<number, number>> = new Map();
  /** How long answers took, in milliseconds. */
  readonly times: Map<OperationName, number[]> = new Map();

  constructor(inspectors: readonly Inspector[]) {
    this.#inspectors = inspectors;
  }

  see(reply: Reply): void {
    const { operation } = reply;
    if (!operation) return;
    this.#count(operation, reply);
    if (reply.text.length > mostKept) this.#look(operation, reply);
    else this.#waiting.push(reply);
  }

  #look(operation: OperationName, reply: Reply): void {
    for (const { id, inspect } of this.#inspectors) {
      const key = `${operation}/${id}`;
      if (this.#seen.has(key)) continue;
      const got = inspect(reply);
      if (got !== undefined) this.#seen.set(key, { got, reply });
    }
  }

  /** What an inspector saw first of an operation. */
  finding(operation: OperationName, inspector: string): Finding | undefined {
    for (const reply of this.#waiting.splice(0)) this.#look(reply.operation ?? operation, reply);
    return this.#seen.get(`${operation}/${inspector}`);
  }

  /** Whether the operation answered at all. */
  wasAsked(operation: OperationName): boolean {
    return this.statuses.has(operation);
  }

  #count(operation: OperationName, { status, exchange }: Reply): void {
    // Preflights and other methods are asked of the server, not of the operation.
    if (['OPTIONS', 'PATCH'].includes(exchange.method)) return;
    const statuses = this.statuses.get(operation) ?? new Map<number, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    this.statuses.set(operation, statuses);
    const times = this.times.get(operation) ?? [];
    times.push(exchange.durationMs);
    this.times.set(operation, times);
  }
}
