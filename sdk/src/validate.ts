import { activatesWithPassword, type Dialect, findOperation } from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import { OffContractError } from './errors.ts';
import type { RawAnswer } from './read.ts';

/**
 * Holds a read body against the contract's schema. Loaded only when a client validates.
 * @throws {OffContractError} `schema`, naming every difference
 */
export function validateAnswer(
  operation: string,
  raw: RawAnswer,
  body: unknown,
  dialect: Dialect,
): void {
  const schema = findOperation(operation)?.route.responses[raw.status] as ZodTypeAny | undefined;
  const result = schema?.safeParse?.(body);
  if (!result || result.success) return;
  const issues = result.error.issues
    .map(({ path, message }) => ({ path: path.join('.') || '(whole body)', message }))
    .filter(({ path }) => !(path === 'token' && isSpent(operation, dialect)));
  if (issues.length === 0) return;
  const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new OffContractError('schema', detail, {
    operation,
    status: raw.status,
    text: raw.text,
    issues,
  });
}

/** An activation that sets the password too leaves nothing that its answer's token could authorise. */
function isSpent(operation: string, dialect: Dialect): boolean {
  return operation === 'applicants.activate' && activatesWithPassword(dialect);
}
