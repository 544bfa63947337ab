/** Whether a rule refuses anything that the others let through. */
import { z } from 'zod';

/** One of them breaks each rule of the contract alone, unless another rule says the same. */
const candidates: readonly unknown[] = [
  ...[undefined, null, true, 5, 0, -1, 1.5, 2 ** 60, -(2 ** 60), {}, []],
  ...['', ' ', 'x', 'Ab 1!', '12', '1234567', 'a'.repeat(500), '1'.repeat(50), 'abcdefgh'],
  ...['2999-01-01', '1990-02-31', `${new Date().getFullYear()}-01-01`],
];

/** True when some value is refused by this rule alone. */
export function isNeeded(strict: z.ZodTypeAny, relaxed: z.ZodTypeAny, field: string): boolean {
  const [before, after] = [fieldOf(strict, field), fieldOf(relaxed, field)];
  if (!before || !after) return true;
  return candidates.some((one) => !before.safeParse(one).success && after.safeParse(one).success);
}

function fieldOf(schema: z.ZodTypeAny, field: string): z.ZodTypeAny | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as z.ZodRawShape)[field];
  if (schema instanceof z.ZodOptional) return fieldOf(schema.unwrap(), field);
  return schema instanceof z.ZodEffects ? fieldOf(schema.innerType(), field) : undefined;
}
