import { expect, test } from 'vitest';
import { readDocument } from './document.ts';
import { differences, edited } from './testing/documents.ts';

test.each([
  ['a list', [], /is not an object/],
  ['no version', {}, /"openapi" with its version is missing/],
  ['version 2', { swagger: '2.0' }, /has version 2\.0; convert it/],
  ['a version to come', { openapi: '4.0.0' }, /has version 4\.0\.0/],
  ['paths of another type', { openapi: '3.1.0', paths: [] }, /"paths" is not an object/],
])('%s is no document', (_says, value, message) => {
  expect(() => readDocument(value, 'old.json')).toThrow(message);
});

test('a document nested without end is refused, not walked', () => {
  let deep: unknown = {};
  for (let level = 0; level < 5000; level++) deep = { deep };
  expect(() => readDocument({ openapi: '3.1.0', deep }, 'old.json')).toThrow(/nested deeper/);
});

test('what is odd inside of a document ends nothing', () => {
  const odd = {
    openapi: '3.0.0',
    info: null,
    servers: 'here',
    paths: {
      '/a': null,
      '/b': { get: 7, post: { operationId: 3, parameters: {}, responses: [], security: 'x' } },
      '/c': {
        get: {
          parameters: [null, { in: 'query' }],
          requestBody: { content: { a: { schema: { $ref: 7 } } } },
          responses: { 200: 1 },
        },
      },
    },
    components: [],
  };
  expect(differences(odd, odd)).toEqual([]);
  expect(differences(odd, edited()).length).toBeGreaterThan(0);
  expect(differences(edited(), odd).length).toBeGreaterThan(0);
});
