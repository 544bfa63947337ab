import {
  activatesWithPassword,
  type Dialect,
  findOperation,
  listBodyIssues,
} from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import { type CallFacts, OffContractError } from './errors.ts';
import type { RawResponse } from './read.ts';

/**
 * Validates a body with the contract's schema. Loaded only by clients that validate.
 * @throws {OffContractError} `schema`, naming the first hundred differences
 */
export function validateResponse(
  callFacts: CallFacts,
  rawResponse: RawResponse,
  body: unknown,
  dialect: Dialect,
): void {
  const { operation } = callFacts;
  const schema = findOperation(operation)?.route.responses[rawResponse.status] as
    | ZodTypeAny
    | undefined;
  const issues = listBodyIssues(schema, body)
    .map(({ path, message }) => ({ path: path || '(whole body)', message }))
    .filter(({ path }) => !(path === 'token' && mayAnswerLackToken(operation, dialect)));
  if (issues.length === 0) return;
  const issuesText = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  const { status, headers, text } = rawResponse;
  throw new OffContractError('schema', issuesText, { ...callFacts, status, headers, text, issues });
}

/**
 * True for an activation that sets the password too: the token in its response cannot authorise anything, so it may be
 * missing.
 */
function mayAnswerLackToken(operation: string, dialect: Dialect): boolean {
  return operation === 'applicants.activate' && activatesWithPassword(dialect);
}
