import type { OperationName } from '@one-planet/contract';
import type { Check } from '../../check.ts';

type Own = Omit<Check, 'level' | 'operation' | 'leavesOpen' | 'afterAll'> &
  Partial<Pick<Check, 'level' | 'leavesOpen' | 'afterAll'>>;

/** A check that is written by hand: what the derived ones have in common is filled in. */
export function scenario(own: Own): Check {
  const operation = own.id.split('/')[0] as OperationName;
  return { operation, level: 'must', leavesOpen: 'Nothing.', ...own };
}

export function scenarios(all: readonly Own[]): Check[] {
  return all.map(scenario);
}
