import { findOperation } from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import { OffContractError } from './errors.ts';
import type { RawAnswer } from './read.ts';

/**
 * Holds a read body against the contract's schema. Loaded only when a client validates.
 * @throws {OffContractError} `schema`, naming every difference
 */
export function validateAnswer(operation: string, raw: RawAnswer, body: unknown): void {
  const schema = findOperation(operation)?.route.responses[raw.status] as ZodTypeAny | undefined;
  const result = schema?.safeParse?.(body);
  if (!result || result.success) return;
  const issues = result.error.issues.map((issue) => ({
    path: issue.path.join('.') || '(whole body)',
    message: issue.message,
  }));
  const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new OffContractError('schema', detail, {
    operation,
    status: raw.status,
    text: raw.text,
    issues,
  });
}
