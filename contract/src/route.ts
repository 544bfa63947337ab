import { initContract } from '@ts-rest/core';
import { type LifecycleOperation, type LifecycleRow, lifecycle } from './lifecycle.ts';
import type { RuleName } from './rules.ts';

/** The ts-rest contract maker every resource file uses. */
export const c: ReturnType<typeof initContract> = initContract();

/** What is known about an operation beyond its wire. */
export interface OperationMeta {
  /** `bearer`: 401 without a valid token; `optional`: sent when there is one, works without. */
  auth: 'none' | 'optional' | 'bearer';
  /** What it does, and where that can be read. */
  rule: RuleName;
  /**
   * How the successful answer's body is read: `nothing` means that nobody reads it, so any body will do.
   */
  reads: 'json' | 'text' | 'bytes' | 'nothing';
  /** Safe to send again after a failure that leaves open whether it took effect. */
  safeToRepeat: boolean;
  /** The preferred success status; the other declared 2xx are tolerated. */
  success: number;
  /** Refusals the specification names, beside 401 and 403 of every `bearer` operation. */
  refuses: readonly number[];
  /** A backend may leave the whole operation out. */
  mayBeMissing?: boolean;
}

/** Keeps the literal types while checking the shape. */
export function meta<const M extends OperationMeta>(value: M): M {
  return value;
}

type SuccessOf<N extends LifecycleOperation> = (typeof lifecycle)[N]['success'][number];

/** The success answers the lifecycle declares for an operation, each with the same body. */
export function successes<N extends LifecycleOperation, B>(
  operation: N,
  body: B,
): Record<SuccessOf<N>, B> {
  const statuses: readonly number[] = lifecycle[operation].success;
  return Object.fromEntries(statuses.map((status) => [status, body])) as Record<SuccessOf<N>, B>;
}

/** The part of an operation's metadata that comes from the lifecycle. */
export function lifecycleMeta(
  operation: LifecycleOperation,
): Pick<OperationMeta, 'success' | 'safeToRepeat'> {
  const { success, repeatable }: LifecycleRow = lifecycle[operation];
  return { success: success?.[0] as number, safeToRepeat: repeatable };
}
