/** Answers to an exam, from the key of its right ones. */
import type { Exam, ExamAnswer } from '@one-planet/contract';
import { type AnswerKey, normalize } from '../config/answer-key.ts';
import { CliError } from '../process/exit.ts';

/** Chooses the right choice of each question. @throws {CliError} naming the first question the key does not know */
export function rightAnswers(exam: Exam, key: AnswerKey): ExamAnswer[] {
  return exam.examQuestionDtoList.map(({ id, questionDto }) => {
    const right = key.get(normalize(questionDto.questionText));
    const choice = questionDto.questionChoiceDtoList.find(
      ({ choiceText }) => normalize(choiceText) === right,
    );
    if (choice) return [id, choice.id] as const;
    throw new CliError(
      `the answer key ${right ? 'names a choice that is not offered for' : 'does not know'} "${questionDto.questionText}"`,
    );
  });
}

/**
 * Answers some questions right and the others wrong.
 * @param right how many: the first ones, or the last ones with `last`
 * @returns `undefined` where a question has one choice only, so that nothing is wrong
 */
export function partlyRight(
  exam: Exam,
  key: AnswerKey,
  right: number,
  last = false,
): ExamAnswer[] | undefined {
  const answers: ExamAnswer[] = [];
  const rights = rightAnswers(exam, key);
  for (const [at, [questionId, rightId]] of rights.entries()) {
    const choices = exam.examQuestionDtoList[at]?.questionDto.questionChoiceDtoList ?? [];
    const wrong = choices.find(({ id }) => id !== rightId);
    if (!wrong) return undefined;
    const isRight = last ? at >= rights.length - right : at < right;
    answers.push([questionId, isRight ? rightId : wrong.id]);
  }
  return answers;
}
