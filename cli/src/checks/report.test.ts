import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../testing/support.ts';
import { catalogue } from './catalogue.ts';
import { findCheck } from './check-selection.ts';
import type { CheckResult } from './outcome.ts';
import { baselineProblems, knownFinding, readBaseline, updateBaseline } from './report.ts';

const id = 'auth.login/answers';
const entry = (expires: string) => ({ findings: [{ id, comment: 'ticket 7', expires }] });
const result = (outcome: CheckResult['outcome']): CheckResult => ({
  check: findCheck(catalogue, id),
  outcome,
  ms: 1,
  notes: [],
});

test('a known finding is excused until its day', () => {
  expect(knownFinding(entry('2999-01-01'), result('failed'))?.comment).toBe('ticket 7');
  expect(knownFinding(entry('2001-01-01'), result('failed'))).toBeUndefined();
});

test('an entry that no longer happens, or has expired, is a problem; one that was not checked is none', () => {
  expect(baselineProblems(entry('2999-01-01'), [result('passed')])).toEqual([
    `${id} no longer happens: remove it from the baseline`,
  ]);
  expect(baselineProblems(entry('2001-01-01'), [result('failed')])).toEqual([
    `${id} should have been fixed by 2001-01-01`,
  ]);
  expect(baselineProblems(entry('2999-01-01'), [result('failed')])).toEqual([]);
  expect(baselineProblems(entry('2999-01-01'), [])).toEqual([]);
});

test('an update keeps what was said, adds what is new and drops what is gone', async () => {
  const folder = await folderWith({ 'known.json': entry('2999-01-01') });
  const path = join(folder, 'known.json');
  const otherResult = { ...result('failed'), check: findCheck(catalogue, 'exams.create/answers') };
  await updateBaseline(
    path,
    await readBaseline(path, 'fails'),
    [result('failed'), otherResult],
    [result('failed'), otherResult],
  );
  const { findings } = await readBaseline(path, 'fails');
  expect(findings.map((finding) => finding.id)).toEqual([id, 'exams.create/answers']);
  expect(findings[0]).toMatchObject({ comment: 'ticket 7', expires: '2999-01-01' });
  expect(findings[1]?.comment).toContain('TODO');
  await updateBaseline(path, { findings }, [], [result('passed'), otherResult]);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ findings: [] });
});

test('what is wrong with the file is reported', async () => {
  const folder = await folderWith({
    'known.json': { findings: [{ id, comment: ' ', expires: 'soon' }] },
  });
  const path = join(folder, 'known.json');
  await expect(readBaseline(path, 'fails')).rejects.toThrow(
    /findings\.0\.comment: must say why[\s\S]*expires: must be a day/,
  );
  await writeFile(path, 'known');
  await expect(readBaseline(path, 'fails')).rejects.toThrow('line 1, column 1: expected a value');
  await expect(readBaseline(`${path}.no`, 'fails')).rejects.toThrow('--update-baseline');
  expect(await readBaseline(`${path}.no`, 'is empty')).toEqual({ findings: [] });
});
