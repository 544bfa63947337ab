import { z } from 'zod';

/**
 * The keys an object may have somewhere in a schema: what an unknown one is compared with.
 * @param path from the schema's root; names of records stand as they are
 */
export function keysAt(schema: z.ZodTypeAny, path: readonly (string | number)[]): string[] {
  return [...new Set(path.reduce(step, [schema]).flatMap(open).flatMap(ownKeys))];
}

/** From some schemas to those one key further in. */
function step(schemas: z.ZodTypeAny[], key: string | number): z.ZodTypeAny[] {
  return schemas.flatMap(open).flatMap((schema): z.ZodTypeAny[] => {
    if (schema instanceof z.ZodObject) return schema.shape[key] ? [schema.shape[key]] : [];
    if (schema instanceof z.ZodRecord) return [schema.valueSchema];
    return schema instanceof z.ZodArray ? [schema.element] : [];
  });
}

/** Looks through what stands around a schema: optional, refined, one of several. */
function open(schema: z.ZodTypeAny): z.ZodTypeAny[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return open(schema.unwrap());
  }
  if (schema instanceof z.ZodEffects) return open(schema.innerType());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(open);
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(open);
  return [schema];
}

function ownKeys(schema: z.ZodTypeAny): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
