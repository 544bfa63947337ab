import type { Person } from '../data/entities.ts';
import type { Answer } from '../http/answers.ts';

/** What activation says of somebody when it succeeds. */
export function activationAnswer(person: Person, token: string): Answer {
  const { firstName, lastName, email, state } = person;
  return { status: 200, body: { firstName, lastName, email, status: `${state}`, token } };
}
