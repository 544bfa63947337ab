import { applicantStates, lifecycleRows, operations } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { generated, reasonFor, reasons, sampleOf } from './all-faults.ts';
import { fields } from './response-faults.ts';

const names = generated.map(({ name }) => name);
const has = (start: string) => names.some((name) => name.startsWith(start));

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** The paths of a JSON schema's properties: another reading of the contract than the generator's own. */
function pathsOf(schema: JsonSchema, path = ''): string[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const at = path ? `${path}.${name}` : name;
    return [at, ...pathsOf(one, at)];
  });
  const elements = schema.items?.properties ? pathsOf(schema.items, `${path}[]`) : [];
  return [...inner, ...elements, ...(schema.anyOf ?? []).flatMap((one) => pathsOf(one, path))];
}

test('every name is used once', () => {
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('every field of every answer that is read has faults', () => {
  const missed = operations.flatMap(({ name, route, meta }) => {
    if (meta.reads !== 'json') return [];
    const body = route.responses[meta.success] as z.ZodTypeAny;
    const paths = pathsOf(zodToJsonSchema(body, { $refStrategy: 'none' }) as JsonSchema);
    expect(body instanceof z.ZodType).toBe(true);
    return paths.map((path) => `answers/${name}/${path}/`).filter((start) => !has(start));
  });
  expect(missed).toEqual([]);
  expect(fields.length).toBeGreaterThan(operations.length);
});

test('every field of every body, every state and every operation with a token has faults', () => {
  const bodies = operations.flatMap(({ name, route }) => {
    const body = 'body' in route ? route.body : undefined;
    if (!(body instanceof z.ZodType) || name === 'files.upload') return [];
    const paths = pathsOf(zodToJsonSchema(body, { $refStrategy: 'none' }) as JsonSchema);
    return paths.map((path) => `rules/${name}/${path}/`);
  });
  const gates = lifecycleRows
    .filter(({ by, from }) => from && operations.some((one) => one.name === by))
    .filter(({ by }) => by !== 'applicants.createPassword')
    .flatMap(({ by, from }) =>
      applicantStates.filter((state) => state !== from).map((state) => `gates/${by}/${state}`),
    );
  const moves = lifecycleRows
    .filter(({ from, to }) => from !== to)
    .map(({ by }) => `states/${by}/missing`);
  const access = operations
    .filter(({ meta }) => meta.auth === 'bearer')
    .flatMap(({ name }) => ['no-token', 'of-others'].map((how) => `access/${name}/${how}`));
  const all = [...bodies, ...gates, ...moves, ...access];
  expect(all.filter((start) => !has(start))).toEqual([]);
});

test('a required field that is null matters, an optional one is tolerated', () => {
  const find = (name: string) => generated.find((one) => one.name === name);
  expect(find('answers/payments.getPending/paymentDto.paymentAmount/null')?.tolerated).toBeFalsy();
  expect(find('answers/payments.getReceipt/email/null')?.tolerated).toBeTruthy();
  expect(find('answers/payments.getReceipt/email/truncated')?.tolerated).toBeFalsy();
});

test('a sample depends on its seed alone', () => {
  const of = (seed: number) => sampleOf(generated, 50, seed).map(({ name }) => name);
  expect(of(1)).toEqual(of(1));
  expect(of(1)).not.toEqual(of(2));
  const backwards = sampleOf([...generated].reverse(), 50, 1).map(({ name }) => name);
  expect(backwards).toEqual(of(1));
});

test.each([
  ['answers/programs.list/[].name/missing', [{ id: 1, name: 'A' }], [{ id: 1 }]],
  ['answers/programs.list/[].name/doubled', [{ id: 1, name: 'A' }], [{ id: 1, name: 'AA' }]],
  ['answers/contents.list/[].content/latin1', [{ content: 'é' }], [{ content: 'Ã©' }]],
  ['answers/contents.list/[].content/latin1', [{ content: 'e' }], undefined],
  ['lists/programs.list/(body)/short', [{ id: 1 }, { id: 2 }], [{ id: 1 }]],
  [
    'answers/payments.getPending/paymentDto.paymentAmount/type',
    { paymentDto: { paymentAmount: 5 } },
    { paymentDto: { paymentAmount: [5] } },
  ],
])('%s makes of %j %j', (name, body, expected) => {
  const breakIt = generated.find((one) => one.name === name)?.breaker?.();
  const broken = breakIt?.(body, 'anyone');
  if (expected) expect(broken).toEqual(expected);
  else expect(broken).toBe(body);
});

test('what was answered about others, and before, is remembered', () => {
  const faultOf = (way: string) =>
    generated
      .find(({ name }) => name === `answers/applicants.getByEmail/status/${way}`)
      ?.breaker?.();
  const [others, previous] = [faultOf('others'), faultOf('previous')];
  const [first, second] = [{ status: 'ACTIVATED' }, { status: 'APPLIED' }];
  expect(others?.(first, 'her')).toBe(first);
  expect(others?.(second, 'him')).toEqual(first);
  expect(previous?.(first, 'her')).toBe(first);
  expect(previous?.(second, 'her')).toEqual(first);
  expect(previous?.(second, 'her')).toEqual(first);
});

test('a reason is for faults that exist, and for those it names alone', () => {
  const explained = new Set(names.map(reasonFor));
  expect(reasons.filter(({ category }) => !explained.has(category))).toEqual([]);
  expect(reasonFor('answers/auth.login/email/case')).toBe('case does not matter');
  expect(reasonFor('answers/auth.login/email/truncated')).toBeUndefined();
});
