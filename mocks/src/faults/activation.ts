import type { Person } from '../data/entities.ts';
import type { Answer } from '../http/answers.ts';

/** The body of a successful activation. */
export function activationAnswer(person: Person, token: string): Answer {
  const { firstName, lastName, email, state } = person;
  return { status: 200, body: { firstName, lastName, email, status: `${state}`, token } };
}
