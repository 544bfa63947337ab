import { registration } from '@one-planet/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { componentSchemas, type Json } from '../generate/schema.ts';

describe('a pattern of the OpenAPI document', () => {
  const patternOf = (field: string) => {
    const { properties } = componentSchemas().RegisterRequest as {
      properties: Record<string, Json>;
    };
    return new RegExp(`${properties[field]?.pattern}`);
  };

  test('of a phone takes what the contract takes, and nothing else', () => {
    const typed = fc.string({ unit: fc.constantFrom('+', '0', '9', '-', ' ', 'a'), maxLength: 18 });
    const likely = fc.stringMatching(/^\+?\d{6,17}$/);
    const pattern = patternOf('phoneNumber');
    const takes = (phone: string) => registration.shape.phoneNumber.safeParse(phone).success;
    fc.assert(
      fc.property(fc.oneof(likely, typed), (phone) => {
        // The contract bears with spaces around it.
        expect(pattern.test(phone)).toBe(takes(phone) && phone === phone.trim());
      }),
    );
  });

  test('of a name refuses no letter of any script, and is read without the flag for Unicode', () => {
    const pattern = patternOf('firstName');
    const takes = (name: string) => registration.shape.firstName.safeParse(name).success;
    const letters = fc.stringMatching(/^[\p{L}\p{M}]{1,8}$/u);
    fc.assert(fc.property(letters, (name) => !takes(name) || pattern.test(name)));
    for (const wrong of ['', 'Hana Tesfaye', 'Hana1', "O'Hara", 'Hana-Maria', 'H@na', 'H.'])
      expect(pattern.test(wrong), wrong).toBe(false);
  });

  test('is one, and of a kind that Python and Java read, too', () => {
    const text = JSON.stringify(componentSchemas());
    expect(text).not.toContain('"allOf"');
    expect(text).not.toContain('\\\\p{');
  });
});
