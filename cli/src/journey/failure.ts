import type { OperationName } from '@one-planet/contract';
import { findOperation, readMessage } from '@one-planet/contract';
import { CliError, exitCodes } from '../exit.ts';

/** The backend did not do what the contract says: which operation, what was expected, what came. */
export class BrokenContract extends CliError {
  override name = 'BrokenContract';
  readonly operation: OperationName;
  readonly expected: string;
  readonly got: string;

  constructor(operation: OperationName, expected: string, got: string) {
    super(`${operation}: expected ${expected}, got ${got}`, exitCodes.brokenContract);
    this.operation = operation;
    this.expected = expected;
    this.got = got;
  }
}

type Success = 200 | 201 | 202 | 204;

/**
 * Waits for a success.
 * @returns the answer's body
 * @throws {BrokenContract} for a refusal, with what the server said
 */
export async function succeed<A extends { status: number; body: unknown }>(
  operation: OperationName,
  call: Promise<A>,
): Promise<Extract<A, { status: Success }>['body']> {
  const { status, body } = await call;
  if (status < 400) return body as Extract<A, { status: Success }>['body'];
  const said = readMessage(body);
  throw new BrokenContract(
    operation,
    `status ${findOperation(operation)?.meta.success}`,
    `status ${status}${said ? ` (${said})` : ' without a readable message'}`,
  );
}

/** @throws {BrokenContract} unless the fact holds */
export function demand(
  operation: OperationName,
  holds: boolean,
  expected: string,
  got: string,
): asserts holds {
  if (!holds) throw new BrokenContract(operation, expected, got);
}
