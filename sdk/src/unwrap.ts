/** From answers to bodies: a refusal becomes an error. */
import { type CallFacts, RefusedError } from './errors.ts';
import type { Refusal } from './generated/operations.ts';

/** The part of an answer that `unwrap` reads. */
interface AnyAnswer {
  ok: boolean;
  status: number;
  body: unknown;
  headers: Headers;
}

/** What is known about the call of an answer, secrets included; nothing in the answer itself shows it. */
const callFactsByAnswer = new WeakMap<AnyAnswer, CallFacts>();

/** @returns the answer, of whose call `unwrap` knows these facts */
export function withCallFacts<A extends AnyAnswer>(answer: A, facts: CallFacts): A {
  callFactsByAnswer.set(answer, facts);
  return answer;
}

/**
 * Returns the body of a success.
 * @param call what a function of the client returns
 * @throws {RefusedError} for a refusal that the contract declares
 */
export async function unwrap<A extends AnyAnswer>(
  call: Promise<A>,
): Promise<Extract<A, { ok: true }>['body']> {
  const answer = await call;
  const { ok, status, body, headers } = answer;
  if (ok) return body as Extract<A, { ok: true }>['body'];
  const callFacts = callFactsByAnswer.get(answer) ?? { operation: 'call' };
  throw new RefusedError(body as Refusal, { ...callFacts, status, headers });
}
