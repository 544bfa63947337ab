import type { Resolve } from './references.ts';
import type { CompareSchemas } from './schema.ts';

/** What the comparisons of one pair of documents share. */
export interface Context {
  resolvers: { old: Resolve; new: Resolve };
  compareSchemas: CompareSchemas;
}
