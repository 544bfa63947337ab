import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CheckResult } from '../checks/outcome.ts';
import { makeFolderWith } from '../testing/support.ts';
import { catalogue } from './catalogue.ts';
import { findBaselineProblems, findKnownFinding, readBaseline, updateBaseline } from './report.ts';
import { findCheck } from './selection.ts';

const checkId = 'auth.login/answers';
const makeBaseline = (expires: string) => ({
  findings: [{ id: checkId, comment: 'ticket 7', expires }],
});
const makeResult = (outcome: CheckResult['outcome']): CheckResult => ({
  check: findCheck(catalogue, checkId),
  outcome,
  ms: 1,
  notes: [],
});

test('a known finding is excused until its day', () => {
  expect(findKnownFinding(makeBaseline('2999-01-01'), makeResult('failed'))?.comment).toBe(
    'ticket 7',
  );
  expect(findKnownFinding(makeBaseline('2001-01-01'), makeResult('failed'))).toBeUndefined();
});

test('an entry that no longer happens, or has expired, is a problem; one that was not checked is none', () => {
  expect(findBaselineProblems(makeBaseline('2999-01-01'), [makeResult('passed')])).toEqual([
    `${checkId} no longer happens: remove it from the baseline`,
  ]);
  expect(findBaselineProblems(makeBaseline('2001-01-01'), [makeResult('failed')])).toEqual([
    `${checkId} should have been fixed by 2001-01-01`,
  ]);
  expect(findBaselineProblems(makeBaseline('2999-01-01'), [makeResult('failed')])).toEqual([]);
  expect(findBaselineProblems(makeBaseline('2999-01-01'), [])).toEqual([]);
});

test('an update keeps what was said, adds what is new and drops what is gone', async () => {
  const folder = await makeFolderWith({ 'known.json': makeBaseline('2999-01-01') });
  const path = join(folder, 'known.json');
  const otherResult = {
    ...makeResult('failed'),
    check: findCheck(catalogue, 'exams.create/answers'),
  };
  await updateBaseline(
    path,
    await readBaseline(path, 'fails'),
    [makeResult('failed'), otherResult],
    [makeResult('failed'), otherResult],
  );
  const { findings } = await readBaseline(path, 'fails');
  expect(findings.map((finding) => finding.id)).toEqual([checkId, 'exams.create/answers']);
  expect(findings[0]).toMatchObject({ comment: 'ticket 7', expires: '2999-01-01' });
  expect(findings[1]?.comment).toContain('TODO');
  await updateBaseline(path, { findings }, [], [makeResult('passed'), otherResult]);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ findings: [] });
});

test('what is wrong with the file is reported', async () => {
  const folder = await makeFolderWith({
    'known.json': { findings: [{ id: checkId, comment: ' ', expires: 'soon' }] },
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
