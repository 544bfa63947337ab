import { readFile } from 'node:fs/promises';
import { operations } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { readCheckIds } from '../../generate/check-ids.ts';
import { catalogue } from './catalogue.ts';
import { chooseChecks, maxIdLength } from './selection.ts';

test('the ids of the checks never change: this list only grows', async () => {
  const checkIdsFile = new URL('../generated/check-ids.ts', import.meta.url);
  const listedIds = readCheckIds(await readFile(checkIdsFile, 'utf8')).sort();
  const ids = catalogue.map(({ id }) => id).sort();
  const missingIds = listedIds.filter((id) => !ids.includes(id));
  expect(missingIds, 'These ids are in baselines: a check keeps its id').toEqual([]);
  expect(listedIds, 'There are new checks. Run: npm run generate').toEqual(ids);
});

test('every id is there once, is short, and begins with its operation', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  for (const { id, operation } of catalogue) {
    expect(id.length).toBeLessThanOrEqual(maxIdLength);
    expect(id.startsWith(operation ? `${operation}/` : 'staff.') || id.startsWith('server/')).toBe(
      true,
    );
  }
});

test('a sentence has the word of its level, and what it leaves open is a sentence', () => {
  const wordsOfLevels = { must: /MUST/, should: /SHOULD/, info: /MAY|MUST/ };
  for (const { id, level, sentence, leavesOpen } of catalogue) {
    expect(`${id}: ${sentence}`).toMatch(wordsOfLevels[level]);
    expect(sentence).toMatch(/\.$/);
    expect(leavesOpen ?? 'Nothing.').toMatch(/^[A-Z].*[.]$/);
  }
});

test('every operation is checked', () => {
  for (const { name } of operations) {
    expect(catalogue.filter(({ operation }) => operation === name).length).toBeGreaterThan(3);
  }
});

test('ids and operations are chosen by name or glob, and all filters have to fit', () => {
  const ids = chooseChecks(catalogue, {
    only: ['*/missing/*'],
    operation: ['auth.*'],
    level: 'must',
  }).map(({ id }) => id);
  expect(ids).toContain('auth.login/missing/email');
  expect(ids.every((id) => /^auth\..*\/missing\//.test(id))).toBe(true);
});

test.each([
  [{ only: ['exam.*'] }, 'there is no check "exam.*"'],
  [{ operation: ['auth.logn'] }, 'there is no operation "auth.logn" (did you mean "auth.login"?)'],
  [
    { operation: ['auth.login'], only: ['exams.create/answers'] },
    'no check matches all the filters',
  ],
])('a filter that fits nothing is an error: %j', (checkFilters, message) => {
  expect(() => chooseChecks(catalogue, checkFilters)).toThrow(message);
});
