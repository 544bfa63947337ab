/** Schemas worth a name of their own: clients' generators make their types from these names. */
import type { ZodTypeAny, z } from 'zod';

/** What a field means; its rule is in the contract and follows in the document. */
type FieldTexts<T> = { readonly [K in keyof T & string]-?: string };

export interface Named {
  schema: ZodTypeAny;
  /** What a value of it stands for. */
  means: string;
  fields: Readonly<Record<string, string>>;
}

/** Names a value without fields: a text, a list of choices, an id. */
export function named(schema: ZodTypeAny, means: string): Named {
  return { schema, means, fields: {} };
}

/** Names an object; the compiler asks what each of its fields means. */
export function namedObject<S extends ZodTypeAny>(
  schema: S,
  means: string,
  fields: FieldTexts<z.input<S>>,
): Named {
  return { schema, means, fields };
}
