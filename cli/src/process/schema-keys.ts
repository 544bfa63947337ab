import { z } from 'zod';

/** A schema, and the value that was held against it. */
interface Held {
  schema: z.ZodTypeAny;
  value: unknown;
}

/**
 * The keys an object may have somewhere in a schema: what an unknown one is compared with.
 * @param value the whole value: what it says of itself tells which of several schemas was meant
 * @param path from the schema's root; names of records stand as they are
 */
export function keysAt(
  schema: z.ZodTypeAny,
  value: unknown,
  path: readonly (string | number)[],
): string[] {
  const held = path.reduce(step, [{ schema, value }]);
  return [...new Set(held.flatMap(open).flatMap(ownKeys))];
}

/** From some schemas to those one key further in. */
function step(all: Held[], key: string | number): Held[] {
  return all.flatMap(open).flatMap(({ schema, value }): Held[] => {
    const inner = (value as Record<string | number, unknown> | null | undefined)?.[key];
    const further = (next: z.ZodTypeAny | undefined) =>
      next ? [{ schema: next, value: inner }] : [];
    if (schema instanceof z.ZodObject) return further(schema.shape[key]);
    if (schema instanceof z.ZodRecord) return further(schema.valueSchema);
    return schema instanceof z.ZodArray ? further(schema.element) : [];
  });
}

/** Looks through what stands around a schema: optional, refined, one of several. */
function open({ schema, value }: Held): Held[] {
  const inside = (next: z.ZodTypeAny) => open({ schema: next, value });
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return inside(schema.unwrap());
  }
  if (schema instanceof z.ZodEffects) return inside(schema.innerType());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(inside);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const says = (value as Record<string, unknown> | null | undefined)?.[schema.discriminator];
    const meant = schema.optionsMap.get(says as string);
    return (meant ? [meant] : schema.options).flatMap(inside);
  }
  return [{ schema, value }];
}

function ownKeys({ schema }: Held): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
