import { describe, expect, test } from 'vitest';
import type { ZodTypeAny } from 'zod';

/** The message a form shows at a field: the first issue of its path. */
export function messageAt(form: ZodTypeAny, values: object, path: string): string | undefined {
  const result = form.safeParse(values);
  return result.error?.issues.find((issue) => issue.path.join('.') === path)?.message;
}

export interface Rules {
  form: ZodTypeAny;
  valid: object;
  /** Field, value, message; `undefined` is the value's right side of the rule. */
  rows: [field: string, value: unknown, message: string | undefined][];
}

export const phoneRules = (field: string, label: string): Rules['rows'] => [
  [field, '', `${label} is required`],
  [field, undefined, `${label} is required`],
  [field, '1234567', `${label} must be 8 to 15 digits long and contain only numbers`],
  [field, '12345678', undefined],
  [field, '+123456789012345', undefined],
  [field, '+1234567890123456', `${label} must be 8 to 15 digits long and contain only numbers`],
  [field, '09112x4567', `${label} must only contain numbers`],
  [field, '++251911234567', `${label} must only contain numbers`],
  [field, '+251 911-23 45 67', undefined],
];

/** Tests each row of each form. */
export function testForms(forms: Record<string, Rules>): void {
  for (const [name, { form, valid, rows }] of Object.entries(forms)) {
    describe(`the ${name} form`, () => {
      test('accepts what is right', () => {
        expect(form.safeParse(valid).error?.issues).toBeUndefined();
      });
      for (const [field, value, message] of rows) {
        const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
        test(`${field} = "${shown.slice(0, 50)}" ${message ? `says "${message}"` : 'is accepted'}`, () => {
          expect(messageAt(form, { ...valid, [field]: value }, field)).toBe(message);
        });
      }
    });
  }
}
