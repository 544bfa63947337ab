import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Instrumented, instrument } from './instrument.ts';
import { reasonedMutants } from './reasons.ts';
import { repositoryPath, type TargetName, targets } from './targets.ts';

const copies = new Map<TargetName, Instrumented>();
for (const target of Object.keys(targets) as TargetName[])
  copies.set(target, await instrument(target));
afterAll(async () => {
  for (const { folder } of copies.values()) await rm(folder, { recursive: true });
});
const mutants = [...copies.values()].flatMap((copy) => copy.mutants);

test('every mutant has a name of its own', () => {
  expect(mutants.length).toBeGreaterThan(1000);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test('a mutant says what it changes, and where', async () => {
  const one = mutants.find(
    ({ original, mutator }) =>
      original === 'session.expiresAt <= world.now' && mutator === 'EqualityOperator',
  );
  expect(one).toMatchObject({
    file: 'mocks/src/rules/sessions.ts',
    replacement: 'session.expiresAt < world.now',
  });
  const lines = (await readFile(join(repositoryPath, one?.file ?? ''), 'utf8')).split('\n');
  expect(lines[(one?.line ?? 0) - 1]).toContain(one?.original);
});

test('a backend is mutated in its rules, not in its ways in or its texts', () => {
  const files = new Set(mutants.map(({ file }) => file));
  expect(files).toContain('mocks/src/resources/exams.ts');
  expect(files).toContain('tests/second-backend/payment.ts');
  expect([...files].filter((file) => /pages|seed|faults|main|questions/.test(file))).toEqual([]);
});

test('every reason is for a mutant that exists', () => {
  const keys = new Set(
    mutants.map((one) => JSON.stringify([one.file, one.original, one.replacement])),
  );
  const stale = reasonedMutants.filter(
    ({ file, original, replacement }) => !keys.has(JSON.stringify([file, original, replacement])),
  );
  expect(stale).toEqual([]);
});
