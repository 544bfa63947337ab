import type { OperationName } from '@one-planet/contract';
import { findOperation } from '@one-planet/contract';
import { AdmissionsError, type Exchange, UsageError } from '@one-planet/sdk';
import type { ZodTypeAny } from 'zod';
import { NotConfigured } from '../../backend/mock-pages.ts';
import { CliError, type ExitCode, exitCodeOf, exitCodes } from '../../process/exit.ts';
import { tryParseJson } from '../../process/json.ts';

/** The backend did not do what the contract says: which operation, what was expected, what came. */
export class BrokenContract extends CliError {
  override name = 'BrokenContract';
  readonly operation: OperationName;
  readonly expected: string;
  readonly got: string;
  /** Whether the backend refused, in a form of the contract. */
  readonly isRefusal: boolean;

  constructor(operation: OperationName, expected: string, got: string, { isRefusal = false } = {}) {
    super(`${operation}: expected ${expected}, got ${got}`, exitCodes.brokenContract);
    this.operation = operation;
    this.expected = expected;
    this.got = got;
    this.isRefusal = isRefusal;
  }
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

/** How a step failed, for reports. */
export interface Failure {
  exitCode: ExitCode;
  message: string;
  operation?: string;
  expected?: string;
  got?: string;
  /** Whether the settings name nothing that the step needs: it is nobody's fault. */
  notConfigured?: boolean;
  /** The attempt that failed, secrets included: reports hide them. */
  exchange?: Exchange;
}

/** @returns what is told of an error that ended a step. @throws it again when it is a bug of ours */
export function describeFailure(error: unknown, exchanges: readonly Exchange[]): Failure {
  // Nobody typed what a journey sends: what no call can carry came from the backend, a token or a file's name.
  const exitCode = error instanceof UsageError ? exitCodes.brokenContract : exitCodeOf(error);
  if (exitCode === undefined) {
    const broken = brokenAnswer(exchanges);
    if (!broken) throw error;
    return describeFailure(broken, exchanges);
  }
  const message = (error as Error).message;
  const operation = (error as { operation?: string }).operation;
  const exchange = exchanges.findLast(
    (one) => operation === undefined || one.operation === operation,
  );
  return {
    exitCode,
    message,
    ...(operation ? { operation } : {}),
    ...expectation(error),
    ...(error instanceof NotConfigured ? { notConfigured: true } : {}),
    ...(exchange && operation ? { exchange } : {}),
  };
}

/** Where answers are checked by sample, one that is off the contract shows as a mistake in whatever read it. */
function brokenAnswer(exchanges: readonly Exchange[]): BrokenContract | undefined {
  for (const { operation: name, status = 0, answerText = '', error } of exchanges) {
    const operation = findOperation(name);
    if (operation?.meta.reads !== 'json' || error !== undefined) continue;
    const schema = operation.route.responses[status] as ZodTypeAny | undefined;
    const [issue] = schema?.safeParse?.(tryParseJson(answerText)).error?.issues ?? [];
    if (!issue) continue;
    const expected = `status ${status} with a body of the contract`;
    const where = issue.path.join('.') || '(whole body)';
    return new BrokenContract(operation.name, expected, `${where}: ${issue.message}`);
  }
  return undefined;
}

/** What was expected and what came, for whatever speaks of an answer. */
function expectation(error: unknown): Pick<Failure, 'expected' | 'got'> {
  if (error instanceof BrokenContract) return { expected: error.expected, got: error.got };
  if (!(error instanceof AdmissionsError)) return {};
  const success = findOperation(error.operation)?.meta.success;
  return {
    expected: `status ${success} with a body of the contract`,
    got: error.message.slice(error.operation.length + 2),
  };
}
