import { operations } from '@one-planet/contract';
import { afterAll, expect, test } from 'vitest';
import { makeClosedAddress, serveMock } from '../testing/support.ts';
import { closeJourneys, walkJourney } from './artillery.ts';

afterAll(closeJourneys);

/** Walks one virtual user. @returns sums of counters, values of histograms, and how it ended */
async function walkAndCollect(target: string, until?: string) {
  const counters: Record<string, number> = {};
  const histograms: Record<string, number[]> = {};
  const emit = (kind: string, name: string, value: number) => {
    if (kind === 'counter') counters[name] = (counters[name] ?? 0) + value;
    else histograms[name] = [...(histograms[name] ?? []), value];
  };
  const error = await walkJourney({ vars: { target, until } }, { emit }).catch((error) => error);
  return { counters, histograms, error };
}

test('a whole journey is a histogram for each operation, for all answers and for itself', async () => {
  const { counters, histograms, error } = await walkAndCollect(await serveMock());
  expect(error).toBeUndefined();
  expect(counters).toMatchObject({ 'journeys.finished': 1, 'journeys.failed': 0 });
  expect(counters).toMatchObject({ 'answers.failed': 0, 'exams.create.failed': 0 });
  const { journey, answers = [], ...operations } = histograms;
  expect(journey).toEqual([expect.any(Number)]);
  expect(Object.keys(operations)).toHaveLength(17);
  expect(operations['files.upload']).toHaveLength(3);
  expect(Object.values(operations).flat().sort()).toEqual(answers.sort());
});

test('a journey that fails is an error by where and by what, and in no histogram of times', async () => {
  const { counters, histograms, error } = await walkAndCollect(
    await serveMock({ faults: ['login-500'] }),
  );
  expect(error.message).toBe('auth.login: undeclared status 500');
  expect(counters).toMatchObject({ 'journeys.failed': 1, 'auth.login.failed': 1 });
  expect(counters['answers.failed']).toBe(1);
  expect(histograms.journey).toBeUndefined();
  expect(histograms['auth.login']).toBeUndefined();
});

test('a backend that is not there is named as such', async () => {
  const { error } = await walkAndCollect(await makeClosedAddress());
  expect(error.message).toBe('applicants.register: connection refused');
});

test('the journey ends after the step of the script, and a misspelt one is refused', async () => {
  const target = await serveMock();
  expect((await walkAndCollect(target, 'register')).histograms.answers).toHaveLength(1);
  const { error } = await walkAndCollect(target, 'exams');
  expect(error.message).toBe('there is no step "exams" (did you mean "exam"?)');
});

test('no name is a part of another, which the plugin ensure would replace in its place', () => {
  const counterNames = ['journeys.finished', 'journeys.failed', 'answers.failed'];
  const operationNames = operations.map(({ name }) => name);
  const names = [
    ...[...counterNames, ...operationNames.map((operationName) => `${operationName}.failed`)],
    ...['journey', 'answers', ...operationNames].map((name) => `${name}.p95`),
  ];
  const containedNames = names.filter((name) =>
    names.some((otherName) => otherName !== name && otherName.includes(name)),
  );
  expect(containedNames).toEqual([]);
});
