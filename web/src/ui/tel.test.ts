import { expect, test } from 'vitest';
import { phoneOf, telOf } from './tel.ts';

test.each([
  ['0912345678', '+251 91 234 5678'],
  ['0712345678', '+251 71 234 5678'],
  ['091 234 5678', '+251 91 234 5678'],
  ['09-12-34-56-78', '+251 91 234 5678'],
  ['+251912345678', '+251 91 234 5678'],
  ['+251 912 345 678', '+251 91 234 5678'],
  ['251912345678', '+251 91 234 5678'],
  ['+251 (0)91 234 5678', '+251 91 234 5678'],
  ['+251 11 000 0001', '+251 11 000 0001'],
  ['0110000001', '+251 11 000 0001'],
])('%s is shown as %s, and called so', (typed, shown) => {
  expect(phoneOf(typed)).toBe(shown);
  expect(telOf(typed)).toBe(`tel:${shown.replaceAll(' ', '')}`);
});

test.each(['+44 20 7946 0000', '912345678', '8080', '', ' ', '00251 91'])(
  '%j is no number of Ethiopia and stays as it is',
  (typed) => {
    expect(phoneOf(typed)).toBe(typed);
  },
);
