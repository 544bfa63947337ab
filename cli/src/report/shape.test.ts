import { expect, test } from 'vitest';
import { compareShapes, shapeOf } from './shape.ts';

const differ = (a: string | undefined, b: string | undefined) =>
  compareShapes(shapeOf(a), shapeOf(b));

test('values do not count, names and types do', () => {
  expect(
    differ('{"id":1,"roles":[{"name":"A"}]}', '{"id":2,"roles":[{"name":"B"},{"name":"C"}]}'),
  ).toEqual([]);
  expect(differ('{"id":1}', '{"id":"1","more":null}')).toEqual([
    'id: number | string',
    'more: absent | null',
  ]);
});

test('entries of a list that differ among themselves have one shape together', () => {
  expect(differ('[{"a":1},{"a":null}]', '[{"a":null},{"a":3}]')).toEqual([]);
});

test('text and nothing are shapes too', () => {
  expect(differ('saved', '')).toEqual(['the body: text | empty']);
  expect(differ(undefined, ' ')).toEqual([]);
});
