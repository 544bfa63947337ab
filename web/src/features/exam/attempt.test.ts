import type { Exam } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { ownerHashOf } from '../../site/owner.ts';
import { type Attempt, encodeResults, findUnanswered, readExam, startAttempt } from './attempt.ts';

describe('attempt', () => {
  const makeQuestion = (id: number): Exam['examQuestionDtoList'][number] => ({
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
    examQuestionDtoList: [makeQuestion(1), makeQuestion(2), makeQuestion(3)],
  };
  const ownerHash = ownerHashOf('hana@example.com');
  const attempt: Attempt = { ...startAttempt(ownerHash, exam, 1_000_000, null) };

  test('the deadline is the moment of the request plus the duration', () => {
    expect(attempt.deadline).toBe(1_000_000 + 20 * 60_000);
  });

  test('a test that the server sends again keeps its answers and its earlier deadline', () => {
    const storedAttempt = { ...attempt, answers: { 1: 10 }, at: 2 };
    expect(startAttempt(ownerHash, exam, 1_600_000, storedAttempt)).toEqual(storedAttempt);
  });

  test('another test, or that of another applicant, begins without answers', () => {
    const storedAttempt = { ...attempt, answers: { 1: 10 } };
    const otherExam = { ...exam, examDto: { id: 8, duration: 20 } };
    expect(startAttempt(ownerHash, otherExam, 1_600_000, storedAttempt).answers).toEqual({});
    expect(
      startAttempt(ownerHashOf('b@example.com'), exam, 1_600_000, storedAttempt).answers,
    ).toEqual({});
  });

  test('the answers are sent in the order of the questions, without the unanswered ones', () => {
    const answeredAttempt = { ...attempt, answers: { 3: 31, 1: 10 } };
    expect(encodeResults(answeredAttempt)).toBe('1:10,3:31');
    expect(findUnanswered(answeredAttempt)).toEqual([2]);
    expect(encodeResults(attempt)).toBe('');
  });
});

describe('readExam', () => {
  const choices = [
    { id: 10, label: 'A', choiceText: 'Yes' },
    { id: 11, label: 'B', choiceText: 'No' },
  ];
  const question = {
    id: 1,
    questionDto: { questionText: 'Is it?', questionChoiceDtoList: choices },
  };
  const exam = { examDto: { id: 7, duration: 20 }, examQuestionDtoList: [question] };

  test('a valid test is returned unchanged, but for a duration that becomes a number', () => {
    expect(readExam(exam)).toEqual(exam);
    expect(readExam({ ...exam, examDto: { id: '7', duration: '20' } })?.examDto).toEqual({
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
  ])('of the record %j and a valid question, only the valid one is asked', (invalidQuestion) => {
    expect(readExam({ ...exam, examQuestionDtoList: [invalidQuestion, question] })).toEqual(exam);
  });

  test('a choice that cannot be shown is skipped, and a text that cannot be shown is empty', () => {
    const oddQuestion = {
      id: 1,
      questionDto: {
        questionText: { en: 'Is it?' },
        questionChoiceDtoList: [null, { id: 9, label: {}, choiceText: [] }, ...choices],
      },
    };
    expect(readExam({ ...exam, examQuestionDtoList: [oddQuestion] })?.examQuestionDtoList).toEqual([
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
    expect(readExam(body)).toBeUndefined();
  });
});
