import { expect, test } from 'vitest';
import { told, withField } from './testing/documents.ts';

test('schemas that contain themselves end, and changes deep in them are found', () => {
  const tree = (leaf: object) => ({
    Tree: { type: 'object', properties: { leaf, more: { $ref: '#/components/schemas/Many' } } },
    Many: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    Loop: { $ref: '#/components/schemas/Loop' },
    Self: { anyOf: [{ $ref: '#/components/schemas/Self' }, { type: 'string' }] },
  });
  const field = { $ref: '#/components/schemas/Tree' };
  const [old, fresh] = [tree({ type: 'string' }), tree({ type: 'string', maxLength: 3 })];
  expect(told(withField(field, old), withField(field, fresh))).toEqual([
    'request field.leaf maxLength none → 3 (clients)',
  ]);
  for (const name of ['Loop', 'Self']) {
    const own = { $ref: `#/components/schemas/${name}` };
    expect(told(withField(own, old), withField(own, fresh))).toEqual([]);
  }
});

test('schemas that grow by doubling are compared in a moment', () => {
  const doubling = (last: object) =>
    Object.fromEntries([
      ...Array.from({ length: 60 }, (_, at) => {
        const next = { $ref: `#/components/schemas/S${at + 1}` };
        return [`S${at}`, { type: 'object', properties: { a: next, b: next } }];
      }),
      ['S60', last],
    ]);
  const field = { $ref: '#/components/schemas/S0' };
  const [old, fresh] = [doubling({ type: 'string' }), doubling({ type: 'string' })];
  expect(told(withField(field, old), withField(field, fresh))).toEqual([]);
  const changed = told(withField(field, old), withField(field, doubling({ type: 'null' })));
  expect(changed.length).toBeLessThan(100);
  expect(changed.at(-1)).toMatch(/and \d+ more/);
});
