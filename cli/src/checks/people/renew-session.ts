/** A run may last longer than a session: an applicant whose token has expired logs in again. */
import { callFor } from '../../applicant/calls.ts';
import { fieldsOf } from '../wire/reply.ts';
import type { Send } from '../wire/sender.ts';
import type { Person } from './person.ts';

/** A token that is refused before this age was never right: that is a finding. In milliseconds. */
export const shortestSessionMs = 20_000;

/**
 * Makes a sender that logs an applicant in again when her own token is refused with 401 and old enough, and then
 * sends the call once more.
 * @param people answers the run's applicants, in the order of their numbers
 * @param shortestMs how old a token must be to have expired
 */
export function renewingSessions(
  send: Send,
  people: () => readonly Person[],
  shortestMs: number,
): Send {
  return async (operation, call = {}) => {
    const person = call.by === undefined ? undefined : people()[call.by - 1];
    // Asked before the answer: another check may log her in meanwhile.
    const isOwn = person !== undefined && call.token !== undefined && call.token === person.token;
    const reply = await send(operation, call);
    if (!isOwn || reply.status !== 401) return reply;
    const age = Date.now() - (person.loggedInAt ?? Date.now());
    if (call.token === person.token && age >= shortestMs) {
      const { body } = callFor('auth.login', person);
      const answer = await send('auth.login', { body, by: person.number, about: person.number });
      const { token } = fieldsOf(answer.json);
      if (answer.status >= 300 || typeof token !== 'string') return reply;
      Object.assign(person, { token, loggedInAt: Date.now() });
    }
    return call.token === person.token ? reply : send(operation, { ...call, token: person.token });
  };
}
