/** Ways to answer an exam whose right answers are known. */
import { type Exam, type ExamAnswer, toExamResults } from '@one-planet/contract';
import { type AnswerKey, answerExam } from '../../config/answer-key.ts';
import { Skipped } from '../outcome.ts';

/** Answers the first `right` questions rightly and the others wrongly. @param last counts from the end instead */
export function answerSome(exam: Exam, key: AnswerKey, right: number, last = false): string {
  const rights = answerExam(exam, key);
  const wrongs = wrongAnswers(exam, key);
  const all = rights.length;
  const isRight = (at: number) => (last ? at >= all - right : at < right);
  return toExamResults(rights.map((answer, at) => (isRight(at) ? answer : (wrongs[at] ?? answer))));
}

/** One wrong choice of each question. */
function wrongAnswers(exam: Exam, key: AnswerKey): ExamAnswer[] {
  return answerExam(exam, key).map(([questionId, rightId], at) => {
    const choices = exam.examQuestionDtoList[at]?.questionDto.questionChoiceDtoList ?? [];
    const wrong = choices.find(({ id }) => id !== rightId);
    if (wrong) return [questionId, wrong.id] as const;
    throw new Skipped('a question has one choice only, so that nothing is wrong');
  });
}
