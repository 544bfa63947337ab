import { expect, test } from 'vitest';
import { examOf } from './exam-of.ts';

const choices = [
  { id: 10, label: 'A', choiceText: 'Yes' },
  { id: 11, label: 'B', choiceText: 'No' },
];
const question = { id: 1, questionDto: { questionText: 'Is it?', questionChoiceDtoList: choices } };
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
