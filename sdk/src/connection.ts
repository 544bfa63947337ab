import { reasonOf, tlsCodeOf } from '#error-codes';
import { type CallFacts, ConnectionError } from './errors.ts';

/** Turns whatever `fetch` threw into a ConnectionError; browsers give no reason, so theirs is `unknown`. */
export function connectionError(
  cause: unknown,
  phase: 'request' | 'answer',
  facts: CallFacts,
): ConnectionError {
  const reason = reasonOf(cause) ?? (phase === 'answer' ? 'reset' : 'unknown');
  return new ConnectionError(reason, phase, { ...facts, cause }, tlsCodeOf(cause));
}
