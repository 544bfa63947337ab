import { expect, test } from 'vitest';
import { parseJson } from './json.ts';

test('JSON is read, also with a byte order mark', () => {
  expect(parseJson('\uFEFF{"a": [1, null, "b"]}')).toEqual({ a: [1, null, 'b'] });
});

test.each([
  ['{\n  "a": 1,\n}', 'line 3, column 1: expected a name in double quotes, not "}"'],
  ["{'a': 1}", 'line 1, column 2: expected a value, or a name in double quotes, not "\'"'],
  ['{"a": 1', 'line 1, column 8: expected "," or "}"; the text ends there'],
  ['{} // x', 'line 1, column 4: expected no comment, not "/"'],
  ['["a\nb"]', 'line 1, column 2: expected a string on one line'],
])('%j is reported with its place', (text, message) => {
  expect(() => parseJson(text)).toThrow(message);
});
