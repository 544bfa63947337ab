import type { Exam } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { ownerOf } from '../../site/stored-session.ts';
import { type Attempt, examOf, resultsOf, startAttempt, unanswered } from './attempt.ts';

describe('attempt', () => {
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

  test('the same exam answered again keeps its answers and its earlier deadline', () => {
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
});

describe('exam of', () => {
  const choices = [
    { id: 10, label: 'A', choiceText: 'Yes' },
    { id: 11, label: 'B', choiceText: 'No' },
  ];
  const question = {
    id: 1,
    questionDto: { questionText: 'Is it?', questionChoiceDtoList: choices },
  };
  const exam = { examDto: { id: 7, duration: 20 }, examQuestionDtoList: [question] };

  test('a test is read as it is', () => {
    expect(examOf(exam)).toEqual(exam);
    expect(examOf({ ...exam, examDto: { id: '7', duration: '20' } })?.examDto).toEqual({
      id: '7',
      duration: 20,
    });
  });

  test.each([
    null,
    7,
    { id: 2 },
    { id: 2, questionDto: { questionText: 'x', questionChoiceDtoList: [null] } },
    { id: null, questionDto: question.questionDto },
  ])('of %j and a question that is well, the one that is well is asked', (odd) => {
    expect(examOf({ ...exam, examQuestionDtoList: [odd, question] })).toEqual(exam);
  });

  test('a choice or a text that cannot be shown is left out', () => {
    const odd = {
      id: 1,
      questionDto: {
        questionText: { en: 'Is it?' },
        questionChoiceDtoList: [null, { id: 9, label: {}, choiceText: [] }, ...choices],
      },
    };
    expect(examOf({ ...exam, examQuestionDtoList: [odd] })?.examQuestionDtoList).toEqual([
      { id: 1, questionDto: { questionText: '', questionChoiceDtoList: choices } },
    ]);
  });

  test.each([
    [null],
    ['an exam'],
    [{}],
    [{ ...exam, examQuestionDtoList: [] }],
    [{ ...exam, examQuestionDtoList: [{ id: 1 }] }],
    [{ ...exam, examDto: { id: 1, duration: 0 } }],
    [{ ...exam, examDto: { id: null, duration: 20 } }],
  ])('%j cannot be shown as a test', (body) => {
    expect(examOf(body)).toBeUndefined();
  });
});
