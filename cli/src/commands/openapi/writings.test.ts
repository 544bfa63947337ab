import { expect, test } from 'vitest';
import {
  differences,
  type Editable,
  edited,
  requestOf,
  told,
  withField,
} from './testing/documents.ts';

const name = (whole: Editable) => requestOf(whole, 'applicants.register').properties;

test.each([
  [
    'a list of types',
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ],
  ['nullable of 3.0', { type: 'string', nullable: true }, { type: ['null', 'string'] }],
  ['const', { const: 'A' }, { type: 'string', enum: ['A'] }],
  ['oneOf', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, { type: ['integer', 'string'] }],
  [
    'bounds of 3.0',
    { type: 'number', minimum: 0, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 0 },
  ],
  [
    'allOf',
    {
      allOf: [
        { type: 'string', minLength: 1 },
        { minLength: 2, maxLength: 5 },
      ],
    },
    { type: 'string', minLength: 2, maxLength: 5 },
  ],
  ['a reference', { $ref: '#/components/schemas/A' }, { type: 'string' }],
  [
    'a reference with words beside it',
    { $ref: '#/components/schemas/A', description: 'x' },
    { type: 'string' },
  ],
  [
    'alternatives within alternatives',
    { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'boolean' }] },
    { type: ['string', 'null', 'boolean'] },
  ],
  ['true', true, {}],
])('%s is the same however it is written', (_says, one, other) => {
  const schemas = { A: { type: 'string' } };
  expect(told(withField(one, schemas), withField(other, schemas))).toEqual([]);
  expect(told(withField(other, schemas), withField(one, schemas, '3.0.3'))).toEqual([]);
});

test('a limit behind null is still compared', () => {
  const old = withField({ type: ['string', 'null'] });
  const fresh = withField({ anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] });
  expect(told(old, fresh)).toEqual(['request field maxLength none → 9 (clients)']);
});

test.each([
  ['conditions that turn around', { not: { type: 'null' } }, { not: { type: 'string' } }],
  [
    'what must be in a list',
    { type: 'array', contains: { type: 'string' } },
    { type: 'array', contains: { type: 'null' } },
  ],
  [
    'several forms at once',
    {
      oneOf: [
        { type: 'object', required: ['a'] },
        { type: 'object', required: ['b'] },
      ],
    },
    {
      oneOf: [
        { type: 'object', required: ['c'] },
        { type: 'object', required: ['d'] },
      ],
    },
  ],
  ['a reference out of the document', { $ref: 'a.json' }, { $ref: 'b.json' }],
  ['what is no schema at all', 7, 'seven'],
])('%s cannot be judged, and count as breaking', (_says, one, other) => {
  const found = differences(withField(one), withField(other));
  expect(found.map(({ judged, breaks }) => ({ judged, breaks }))).toContainEqual({
    judged: false,
    breaks: ['clients', 'backends'],
  });
});

test('fields may have the names of notes and of what every object has', () => {
  const fresh = edited((whole) => {
    for (const field of ['description', 'title', 'constructor', '__proto__', 'toString'])
      Object.defineProperty(name(whole), field, { value: { type: 'string' }, enumerable: true });
  });
  const found = differences(edited(), fresh).map(({ where }) => where);
  expect(found).toEqual([
    'request description',
    'request title',
    'request constructor',
    'request __proto__',
    'request toString',
  ]);
});
