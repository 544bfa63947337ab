import type { Exam } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { ownerOf } from '../../site/owner.ts';
import { type Attempt, resultsOf, startAttempt, unanswered } from './attempt.ts';

const question = (id: number): Exam['examQuestionDtoList'][number] => ({
  id,
  questionDto: {
    questionText: `Question ${id}?`,
    questionChoiceDtoList: [
      { id: id * 10, label: 'A', choiceText: 'Yes' },
      { id: id * 10 + 1, label: 'B', choiceText: 'No' },
    ],
  },
});
const exam: Exam = {
  examDto: { id: 7, duration: 20 },
  examQuestionDtoList: [question(1), question(2), question(3)],
};
const owner = ownerOf('hana@example.com');
const running: Attempt = { ...startAttempt(owner, exam, 1_000_000, null) };

test('the deadline is absolute: the duration from the moment the server was asked', () => {
  expect(running.deadline).toBe(1_000_000 + 20 * 60_000);
});

test('the same exam told again keeps its answers and its earlier deadline', () => {
  const known = { ...running, answers: { 1: 10 }, at: 2 };
  expect(startAttempt(owner, exam, 1_600_000, known)).toEqual(known);
});

test('another exam, or that of somebody else, begins anew', () => {
  const known = { ...running, answers: { 1: 10 } };
  const other = { ...exam, examDto: { id: 8, duration: 20 } };
  expect(startAttempt(owner, other, 1_600_000, known).answers).toEqual({});
  expect(startAttempt(ownerOf('b@example.com'), exam, 1_600_000, known).answers).toEqual({});
});

test('what is sent are the given answers in the order of the questions, without the unanswered', () => {
  const attempt = { ...running, answers: { 3: 31, 1: 10 } };
  expect(resultsOf(attempt)).toBe('1:10,3:31');
  expect(unanswered(attempt)).toEqual([2]);
  expect(resultsOf(running)).toBe('');
});
