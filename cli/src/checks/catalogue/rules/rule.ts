import type { OperationName, RuleName } from '@one-planet/contract';
import type { Level } from '../../check.ts';
import type { CheckContext } from '../../context.ts';
import type { Person } from '../../people/person.ts';

/** One side of one limit of one field. */
export interface Rule {
  operation: OperationName;
  field: string;
  /** As it stands in the check's id. */
  name: string;
  accepts: boolean;
  /** Follows "MUST accept" or "MUST refuse". */
  words: string;
  /** Where it can be read. */
  rule: RuleName;
  level?: Level;
  /** The field's value, or a function that makes the fields that differ from a valid call. */
  value: unknown | ((context: CheckContext, person: Person) => object | Promise<object>);
}

/** @returns what makes the rules of one field */
export function rulesOf(operation: OperationName, field: string, rule: RuleName) {
  const sided =
    (accepts: boolean) =>
    (name: string, words: string, value: Rule['value'], level: Level = 'must'): Rule => ({
      operation,
      field,
      name,
      accepts,
      words,
      rule,
      level,
      value,
    });
  return { accepts: sided(true), refuses: sided(false) };
}
