import { describe, expect, test } from 'vitest';
import { answers, envelopes, frames, operations, requests } from './testing/cases.ts';
import { differences, type Editable, edited, requestOf } from './testing/documents.ts';

const both = ['clients', 'backends'];
const parties: Record<string, string[]> = {
  both,
  clients: ['clients'],
  backends: ['backends'],
  nobody: [],
};
const partiesOf = (all: readonly { breaks: readonly string[] }[]) =>
  both.filter((party) => all.some(({ breaks }) => breaks.includes(party)));

describe.each([
  ['in requests', requests],
  ['around requests', envelopes],
  ['in answers', answers],
  ['of operations', operations],
  ['around operations', frames],
])('%s', (_where, cases) => {
  test.each(cases)('$expected', ({ edit, expected }) => {
    const [name, breaks = '', back = '', told] = expected.split(' | ');
    const [old, fresh] = [edited(), edited(edit)];
    const found = differences(old, fresh);
    const lines = found.map(({ where, what }) => `${where} ${what}`);
    expect(lines.join('\n')).toContain(told);
    expect(found.map((one) => one.operation)).toContain(name);
    expect(partiesOf(found)).toEqual(parties[breaks]);
    expect(partiesOf(differences(fresh, old))).toEqual(parties[back]);
  });
});

test('the real document against itself has no changes', () => {
  expect(differences(edited(), edited())).toEqual([]);
});

describe('the same change in every operation is found in each', () => {
  const all = (whole: Editable): Editable[] =>
    Object.values<Editable>(whole.paths).flatMap((item) => Object.values<Editable>(item));
  const withJson = (whole: Editable) =>
    all(whole).filter((one) => one.requestBody?.content['application/json']);
  const namesOf = (operations: Editable[]) => operations.map((one) => one.operationId).sort();
  const found = (fresh: Editable, of = all) => {
    const changes = differences(edited(), fresh);
    expect([...new Set(changes.map((one) => one.operation))].sort()).toEqual(namesOf(of(fresh)));
    return partiesOf(changes);
  };

  test('a required field more in each request', () => {
    const fresh = edited((whole) => {
      for (const { operationId } of withJson(whole)) {
        const schema = requestOf(whole, operationId);
        schema.required = [...(schema.required ?? []), 'oneMore'];
      }
    });
    expect(found(fresh, withJson)).toEqual(['clients']);
  });

  test('an answer more of each', () => {
    const fresh = edited((whole) => {
      for (const one of all(whole)) one.responses['299'] = {};
    });
    expect(found(fresh)).toEqual(['clients']);
  });

  test('each operation gone, or come', () => {
    const empty = edited((whole) => {
      whole.paths = {};
    });
    expect(partiesOf(differences(edited(), empty))).toEqual(['clients']);
    const come = differences(empty, edited());
    expect(come.map((one) => one.operation).sort()).toEqual(namesOf(all(edited())));
    const notNeeded = come.filter(({ breaks }) => breaks.length === 0);
    expect(notNeeded.map((one) => one.operation)).toEqual(['auth.updateUser']);
  });
});
