import { fieldsOf } from '../../site/unchecked.ts';

/** A program that can be applied to, as a form offers it. */
export interface Offer {
  /** What an application carries, as text. */
  value: string;
  program: string;
  batch: string;
}

/** @returns what can be chosen in the answer of the backend: the rest has no number or no name */
export function offersOf(answer: readonly unknown[]): Offer[] {
  return answer.flatMap((entry) => {
    const { id, program, batch } = fieldsOf(entry);
    const [value, name] = [String(id), fieldsOf(program).name];
    if (!/^\d+$/.test(value) || typeof name !== 'string' || !name.trim()) return [];
    const intake = fieldsOf(batch).name;
    return [{ value, program: name, batch: typeof intake === 'string' ? intake.trim() : '' }];
  });
}
