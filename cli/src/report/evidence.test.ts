import { expect, test } from 'vitest';
import { compareShapes, readShape } from './evidence.ts';

const compareTexts = (a: string | undefined, b: string | undefined) =>
  compareShapes(readShape(a), readShape(b));

test('values do not count, names and types do', () => {
  expect(
    compareTexts('{"id":1,"roles":[{"name":"A"}]}', '{"id":2,"roles":[{"name":"B"},{"name":"C"}]}'),
  ).toEqual([]);
  expect(compareTexts('{"id":1}', '{"id":"1","more":null}')).toEqual([
    'id: number | string',
    'more: absent | null',
  ]);
});

test('entries of a list that differ among themselves have one shape together', () => {
  expect(compareTexts('[{"a":1},{"a":null}]', '[{"a":null},{"a":3}]')).toEqual([]);
});

test('text and nothing are shapes too', () => {
  expect(compareTexts('saved', '')).toEqual(['the body: text | empty']);
  expect(compareTexts(undefined, ' ')).toEqual([]);
});
