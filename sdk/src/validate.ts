import { activatesWithPassword, type Dialect, findOperation } from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import { OffContractError } from './errors.ts';
import type { RawResponse } from './read.ts';

/**
 * Validates a body with the contract's schema. Loaded only by clients that validate.
 * @throws {OffContractError} `schema`, naming every difference
 */
export function validateResponse(
  operation: string,
  raw: RawResponse,
  body: unknown,
  dialect: Dialect,
): void {
  const schema = findOperation(operation)?.route.responses[raw.status] as ZodTypeAny | undefined;
  const result = schema?.safeParse?.(body);
  if (!result || result.success) return;
  const issues = result.error.issues
    .map(({ path: pathSegments, message }) => ({
      path: pathSegments.join('.') || '(whole body)',
      message,
    }))
    .filter(({ path }) => !(path === 'token' && isTokenUnused(operation, dialect)));
  if (issues.length === 0) return;
  const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new OffContractError('schema', detail, {
    operation,
    status: raw.status,
    text: raw.text,
    issues,
  });
}

/**
 * True for an activation that sets the password too: the token in its response cannot authorise anything, so it may be
 * missing.
 */
function isTokenUnused(operation: string, dialect: Dialect): boolean {
  return operation === 'applicants.activate' && activatesWithPassword(dialect);
}
