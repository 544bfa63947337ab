/** What went wrong with requests as such, by operation: the checks that report it read it after all others. */
import type { OperationName } from '@one-planet/contract';
import type { Exchange } from '@one-planet/sdk';
import { Blocked, Skipped } from '../outcome.ts';
import { describeReply, type Reply } from './reply.ts';

export interface LoggedFailure {
  /** How often. */
  count: number;
  got: string;
  exchange: Exchange;
}

/** An operation that kept silent so often is not asked again: each time costs the whole time limit. */
const patience = 2;

export class FailureLog {
  /** 5xx answers. */
  readonly errors: Map<OperationName, LoggedFailure> = new Map();
  /** No whole answer: silence, or a broken connection. */
  readonly silences: Map<OperationName, LoggedFailure> = new Map();
  /** What a proxy answers in the backend's place, over all operations. */
  gateway: LoggedFailure | undefined;

  /** @throws {Blocked} for an operation that has kept silent before */
  refuseSilent(operation: OperationName): void {
    const silence = this.silences.get(operation);
    if (silence && silence.count >= patience) {
      throw new Blocked(`${operation}/always-answers`, `${operation} did not answer before`);
    }
  }

  failed(reply: Reply): Blocked {
    const operation = reply.operation as OperationName;
    note(this.errors, operation, describeReply(reply), reply.exchange);
    return new Blocked(`${operation}/never-5xx`, `${operation} answered ${reply.status}`);
  }

  silent(operation: OperationName, exchange: Exchange, timeoutMs: number): Blocked {
    note(this.silences, operation, `no complete answer within ${timeoutMs} ms`, exchange);
    return new Blocked(`${operation}/always-answers`, `${operation} did not answer`);
  }

  broke(operation: OperationName, exchange: Exchange): Blocked {
    note(
      this.silences,
      operation,
      'a connection that broke before the answer was complete',
      exchange,
    );
    return new Blocked(`${operation}/always-answers`, `${operation} broke the connection`);
  }

  /** An answer that was waited out. */
  passing(reply: Reply): void {
    // 429 asks for patience, which is not wrong.
    if (reply.status === 429) return;
    const { count = 0 } = this.gateway ?? {};
    this.gateway = { count: count + 1, got: describeReply(reply), exchange: reply.exchange };
  }

  /** An answer that did not pass. */
  closed(reply: Reply): Blocked | Skipped {
    if (reply.status === 429) {
      return new Skipped(
        'the backend limits requests (429): send fewer per second with --rate',
        'rate',
      );
    }
    this.passing(reply);
    return new Blocked('server/gateway', `a proxy answered ${reply.status} each time`);
  }
}

function note(
  failureLog: Map<OperationName, LoggedFailure>,
  operation: OperationName,
  got: string,
  exchange: Exchange,
): void {
  const known = failureLog.get(operation);
  if (known) known.count += 1;
  else failureLog.set(operation, { count: 1, got, exchange });
}
