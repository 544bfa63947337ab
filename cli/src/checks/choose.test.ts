import { expect, test } from 'vitest';
import { catalogue } from './catalogue/index.ts';
import { chooseChecks, findCheck } from './choose.ts';

test('without a filter all checks are chosen', () => {
  expect(chooseChecks(catalogue, {})).toHaveLength(catalogue.length);
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
  [
    { only: ['exams.create/answer'] },
    'there is no check "exams.create/answer" (did you mean "exams.create/answers"?)',
  ],
  [{ only: ['exam.*'] }, 'there is no check "exam.*"'],
  [{ operation: ['auth.logn'] }, 'there is no operation "auth.logn" (did you mean "auth.login"?)'],
  [
    { operation: ['auth.login'], only: ['exams.create/answers'] },
    'no check matches all the filters',
  ],
])('a filter that fits nothing is an error: %j', (choice, message) => {
  expect(() => chooseChecks(catalogue, choice)).toThrow(message);
});

test('a check is found by its id, and a near one is named', () => {
  expect(findCheck(catalogue, 'auth.login/answers').level).toBe('must');
  expect(() => findCheck(catalogue, 'auth.login/answer')).toThrow(
    'did you mean "auth.login/answers"?',
  );
});
