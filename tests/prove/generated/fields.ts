/** Every field of every answer, read off the contract's response schemas. */
import { type OperationName, operations } from '@one-planet/contract';
import { z } from 'zod';

export type Kind = 'string' | 'number' | 'boolean' | 'list' | 'object';

export interface Field {
  operation: OperationName;
  /** Names on the way from the body to the field; `[]` for each element of a list. Empty: the body itself. */
  path: readonly string[];
  schema: z.ZodTypeAny;
  /** What its value may be. */
  kinds: ReadonlySet<Kind>;
  /** It may be absent, null or empty (decisions, section 1). */
  isOptional: boolean;
}

/** The fields of all answers that somebody reads, outer ones first. */
export const fields: readonly Field[] = operations.flatMap(({ name, route, meta }) => {
  if (meta.reads !== 'json' && meta.reads !== 'text') return [];
  return within(name, [], route.responses[meta.success] as z.ZodTypeAny);
});

/** As it stands in a fault's name: `(body)`, `[].id`, `paymentDto.paymentCode`. */
export function pathName(path: readonly string[]): string {
  return path.join('.').replaceAll('.[]', '[]') || '(body)';
}

function within(operation: OperationName, path: readonly string[], schema: z.ZodTypeAny): Field[] {
  const kinds = new Set(kindsOf(schema));
  const isOptional = path.length > 0 && (schema.isOptional() || schema.isNullable());
  const field: Field = { operation, path, schema, kinds, isOptional };
  const inner = childrenOf(schema).flatMap(([name, child]) =>
    within(operation, [...path, name], child),
  );
  return [field, ...inner];
}

function childrenOf(schema: z.ZodTypeAny): [string, z.ZodTypeAny][] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodArray) return [['[]', bare.element as z.ZodTypeAny]];
  if (bare instanceof z.ZodObject) return Object.entries(bare.shape as z.ZodRawShape);
  return [];
}

/** What a value may be, any wrapping taken off. */
export function kindsOf(schema: z.ZodTypeAny): Kind[] {
  const bare = peel(schema);
  if (bare instanceof z.ZodUnion) return (bare.options as z.ZodTypeAny[]).flatMap(kindsOf);
  if (bare instanceof z.ZodString || bare instanceof z.ZodEnum) return ['string'];
  if (bare instanceof z.ZodNumber) return ['number'];
  if (bare instanceof z.ZodBoolean) return ['boolean'];
  if (bare instanceof z.ZodArray) return ['list'];
  if (bare instanceof z.ZodObject || bare instanceof z.ZodRecord) return ['object'];
  if (bare instanceof z.ZodLiteral) return [typeof bare.value as Kind];
  return [];
}

/** Of alternatives, the object with the most fields: the others are what stands there when there is nothing. */
function unwrap(schema: z.ZodTypeAny): z.ZodTypeAny {
  const bare = peel(schema);
  if (!(bare instanceof z.ZodUnion)) return bare;
  const objects = (bare.options as z.ZodTypeAny[])
    .map(unwrap)
    .filter((option): option is z.AnyZodObject => option instanceof z.ZodObject);
  const size = ({ shape }: z.AnyZodObject) => Object.keys(shape as object).length;
  return objects.sort((a, b) => size(b) - size(a))[0] ?? bare;
}

function peel(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodEffects) return peel(schema.innerType());
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return peel(schema.unwrap());
  return schema;
}
