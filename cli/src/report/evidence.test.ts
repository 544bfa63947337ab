import type { Exchange } from '@one-planet/sdk';
import { expect, test } from 'vitest';
import { compareShapes, readShape, toEvidence } from './evidence.ts';

const registration: Exchange = {
  operation: 'applicants.register',
  attempt: 1,
  startedAt: 0,
  durationMs: 1,
  method: 'POST',
  url: 'https://x.example/api/applicants/public/apply',
  params: {},
  requestHeaders: { authorization: 'Bearer a1b2c3' },
  requestBody: '{"firstName":"HANA","email":"run-1@x.example"}',
  upload: undefined,
  status: 200,
};

test('a registration that succeeded is repeated with a fresh address', () => {
  expect(toEvidence(registration).curl).toContain(`"email":"run-1'"$(date +%s%N)"'@x.example"`);
  expect(toEvidence({ ...registration, status: 409 }).curl).toContain('"run-1@x.example"');
  expect(toEvidence(registration, 'run-2@x.example').curl).toContain('"run-1@x.example"');
});

test('beside a call with a token stands how to get one', () => {
  const { tokenHint } = toEvidence(registration, 'run-1@x.example');
  expect(tokenHint).toMatch(/auth\.forgotPassword for run-1@x\.example/);
  expect(toEvidence({ ...registration, requestHeaders: {} }, 'run-1@x.example')).not.toHaveProperty(
    'tokenHint',
  );
});

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
