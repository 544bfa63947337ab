import { z } from 'zod';

/** The schema within what may be missing, is refined, or is one of several objects. */
export function unwrap(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodEffects) return unwrap(schema.innerType());
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap());
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodTypeAny[];
    const objects = options.filter((one) => unwrap(one) instanceof z.ZodObject);
    return objects[0] ? unwrap(objects[0]) : schema;
  }
  return schema;
}
