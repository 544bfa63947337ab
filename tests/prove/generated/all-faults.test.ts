import { applicantStates, lifecycleRows, operations } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { generatedFaults, missReasons, reasonFor, sampleOf } from './all-faults.ts';
import { fields } from './response-faults.ts';

const faultNames = generatedFaults.map(({ name }) => name);
const hasNameWith = (prefix: string) => faultNames.some((name) => name.startsWith(prefix));

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** @returns the paths of a JSON schema's properties, found independently of the generator, which reads zod schemas */
function pathsOf(schema: JsonSchema, path = ''): string[] {
  const ownPaths = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const propertyPath = path ? `${path}.${name}` : name;
    return [propertyPath, ...pathsOf(property, propertyPath)];
  });
  const elementPaths = schema.items?.properties ? pathsOf(schema.items, `${path}[]`) : [];
  return [
    ...ownPaths,
    ...elementPaths,
    ...(schema.anyOf ?? []).flatMap((alternative) => pathsOf(alternative, path)),
  ];
}

test('every generated fault has a name of its own', () => {
  expect(faultNames.filter((name, index) => faultNames.indexOf(name) !== index)).toEqual([]);
});

test('every field of every response that a client reads has faults', () => {
  const prefixesWithoutFault = operations.flatMap(({ name, route, meta }) => {
    if (meta.readsBodyAs !== 'json') return [];
    const body = route.responses[meta.successStatus] as z.ZodTypeAny;
    const paths = pathsOf(zodToJsonSchema(body, { $refStrategy: 'none' }) as JsonSchema);
    expect(body instanceof z.ZodType).toBe(true);
    return paths.map((path) => `answers/${name}/${path}/`).filter((prefix) => !hasNameWith(prefix));
  });
  expect(prefixesWithoutFault).toEqual([]);
  expect(fields.length).toBeGreaterThan(operations.length);
});

test('every field of every request body, every state and every operation with a token has faults', () => {
  const rulePrefixes = operations.flatMap(({ name, route }) => {
    const body = 'body' in route ? route.body : undefined;
    if (!(body instanceof z.ZodType) || name === 'files.upload') return [];
    const paths = pathsOf(zodToJsonSchema(body, { $refStrategy: 'none' }) as JsonSchema);
    return paths.map((path) => `rules/${name}/${path}/`);
  });
  const gateNames = lifecycleRows
    .filter(
      ({ movedBy, from }) => from && operations.some((operation) => operation.name === movedBy),
    )
    .filter(({ movedBy }) => movedBy !== 'applicants.createPassword')
    .flatMap(({ movedBy, from }) =>
      applicantStates.filter((state) => state !== from).map((state) => `gates/${movedBy}/${state}`),
    );
  const stateNames = lifecycleRows
    .filter(({ from, to }) => from !== to)
    .map(({ movedBy }) => `states/${movedBy}/missing`);
  const accessNames = operations
    .filter(({ meta }) => meta.auth === 'bearer')
    .flatMap(({ name }) => ['no-token', 'of-others'].map((variant) => `access/${name}/${variant}`));
  const expectedPrefixes = [...rulePrefixes, ...gateNames, ...stateNames, ...accessNames];
  expect(expectedPrefixes.filter((prefix) => !hasNameWith(prefix))).toEqual([]);
});

test('null in a required field is a fault, in an optional one it is tolerated', () => {
  const findFault = (name: string) => generatedFaults.find((fault) => fault.name === name);
  expect(
    findFault('answers/payments.getPending/paymentDto.paymentAmount/null')?.toleratedBecause,
  ).toBeFalsy();
  expect(findFault('answers/payments.getReceipt/email/null')?.toleratedBecause).toBeTruthy();
  expect(findFault('answers/payments.getReceipt/email/truncated')?.toleratedBecause).toBeFalsy();
});

test('a sample depends on its seed alone', () => {
  const sampleNames = (seed: number) => sampleOf(generatedFaults, 50, seed).map(({ name }) => name);
  expect(sampleNames(1)).toEqual(sampleNames(1));
  expect(sampleNames(1)).not.toEqual(sampleNames(2));
  const sampleOfReversedList = sampleOf([...generatedFaults].reverse(), 50, 1).map(
    ({ name }) => name,
  );
  expect(sampleOfReversedList).toEqual(sampleNames(1));
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
])('%s changes %j to %j', (name, body, expected) => {
  const breakBody = generatedFaults.find((fault) => fault.name === name)?.createBreaker?.();
  const brokenBody = breakBody?.(body, 'anyone');
  if (expected) expect(brokenBody).toEqual(expected);
  else expect(brokenBody).toBe(body);
});

test('the faults others and previous repeat values of earlier responses', () => {
  const createBreaker = (breakage: string) =>
    generatedFaults
      .find(({ name }) => name === `answers/applicants.getByEmail/status/${breakage}`)
      ?.createBreaker?.();
  const [breakWithOthers, breakWithPrevious] = [createBreaker('others'), createBreaker('previous')];
  const [first, second] = [{ status: 'ACTIVATED' }, { status: 'APPLIED' }];
  expect(breakWithOthers?.(first, 'her')).toBe(first);
  expect(breakWithOthers?.(second, 'him')).toEqual(first);
  expect(breakWithPrevious?.(first, 'her')).toBe(first);
  expect(breakWithPrevious?.(second, 'her')).toEqual(first);
  expect(breakWithPrevious?.(second, 'her')).toEqual(first);
});

test('every reason applies to existing faults, and only to those it names', () => {
  const usedReasons = new Set(faultNames.map(reasonFor));
  expect(missReasons.filter(({ category }) => !usedReasons.has(category))).toEqual([]);
  expect(reasonFor('answers/auth.login/email/case')).toBe('case does not matter');
  expect(reasonFor('answers/auth.login/email/truncated')).toBeUndefined();
});
