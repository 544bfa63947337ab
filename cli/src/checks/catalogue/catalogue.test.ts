import { readFile } from 'node:fs/promises';
import { operations } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { catalogue } from './index.ts';

test('the ids of the checks never change: this list only grows', async () => {
  const file = new URL('check-ids.txt', import.meta.url);
  const listed = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const ids = catalogue.map(({ id }) => id).sort();
  const gone = listed.filter((id) => !ids.includes(id));
  expect(gone, 'These ids are in baselines: a check keeps its id').toEqual([]);
  expect(listed, 'There are new checks. Run: npm run generate').toEqual(ids);
});

test('every id is there once, and begins with its operation', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  for (const { id, operation } of catalogue) {
    expect(id.startsWith(operation ? `${operation}/` : 'st') || id.startsWith('server/')).toBe(
      true,
    );
  }
});

test('a sentence has the word of its level, and everything is said', () => {
  const words = { must: /MUST/, should: /SHOULD/, info: /MAY|MUST/ };
  for (const { id, level, sentence, proves, leavesOpen } of catalogue) {
    expect(`${id}: ${sentence}`).toMatch(words[level]);
    expect(sentence).toMatch(/\.$/);
    for (const text of [proves, leavesOpen]) expect(text).toMatch(/^[A-Z].*[.]$/);
  }
});

test('every operation is checked', () => {
  for (const { name } of operations) {
    expect(catalogue.filter(({ operation }) => operation === name).length).toBeGreaterThan(3);
  }
});
