import { applicantStates } from '@one-planet/contract/lifecycle';
import { expect, test } from 'vitest';
import { stepsInFull } from '../features/pages/pages-words.ts';
import { steps } from './step-words.ts';

test('every state but the last is a step, and every step has its sentence', () => {
  expect(steps).toHaveLength(applicantStates.length - 1);
  expect(stepsInFull).toHaveLength(steps.length);
});
