import { type Exam, fromExamResults, limits } from '@one-planet/contract';
import type { ExamAttempt } from './entities.ts';
import { questionBank } from './questions.ts';
import type { Random, World } from './world.ts';

const minQuestionsPerExam = 10;
/** The share of right answers that is a pass. */
export const passShare = 0.6;
/** Answers that are sent in the last second arrive after the deadline, so they are accepted this much later. */
const graceMs = 10_000;

/**
 * Draws the questions of an exam and the order of their choices.
 * @returns the exam, which is not stored yet
 */
export function drawExam(world: World, personId: number): ExamAttempt {
  const { exams: random } = world.random;
  const questionCount = minQuestionsPerExam + random.drawBelow(3);
  return {
    id: world.newId(),
    personId,
    deadline: world.now + world.settings.examMinutes * 60_000,
    questions: random
      .shuffle(questionBank, questionCount)
      .map(({ text, rightChoice, wrongChoices }) => ({
        id: world.newId(),
        text,
        choices: drawChoices(world, random, rightChoice, wrongChoices),
      })),
  };
}

/** @returns the exam with this id */
export function findAttempt(world: World, id: number): ExamAttempt | undefined {
  return world.exams.findFirst((q) => q.where({ id }));
}

/** An exam as the applicant sees it, without anything that reveals the right choices. */
export function toExam(attempt: ExamAttempt, examMinutes: number): Exam {
  return {
    examDto: { id: attempt.id, duration: examMinutes },
    examQuestionDtoList: attempt.questions.map(({ id, text, choices }) => ({
      id,
      questionDto: {
        questionText: text,
        questionChoiceDtoList: choices.map((choice, index) => ({
          id: choice.id,
          label: 'ABCDE'[index],
          choiceText: choice.text,
        })),
      },
    })),
  };
}

/**
 * Grades pairs `questionId:choiceId`; a question without an answer counts as wrong.
 * @returns whether the exam is passed, or a message about an invalid pair
 */
export function gradeResults(attempt: ExamAttempt, results: string): boolean | string {
  const answerPairs = fromExamResults(results);
  if (!answerPairs) return 'results must be questionId:choiceId pairs, separated by commas.';
  const answeredQuestionIds = new Set<string>();
  let rightCount = 0;
  for (const [questionId, choiceId] of answerPairs) {
    const question = attempt.questions.find(({ id }) => String(id) === questionId);
    if (!question) return `Question ${questionId} does not belong to this exam.`;
    const choice = question.choices.find(({ id }) => String(id) === choiceId);
    if (!choice) return `Choice ${choiceId} does not belong to question ${questionId}.`;
    if (answeredQuestionIds.has(questionId)) return `Question ${questionId} is answered twice.`;
    answeredQuestionIds.add(questionId);
    if (choice.right) rightCount += 1;
  }
  return rightCount >= attempt.questions.length * passShare;
}

/** @returns whether it is too late to submit an exam */
export function isOver(world: World, attempt: ExamAttempt): boolean {
  return world.now > attempt.deadline + graceMs;
}

/** The time in which the fee has to be paid, as a text. */
export const paymentWindowText = `within the next ${limits.payment.windowDays} days`;

function drawChoices(
  world: World,
  random: Random,
  rightText: string,
  wrongTexts: readonly string[],
) {
  return random
    .shuffle([rightText, ...wrongTexts])
    .map((text) => ({ id: world.newId(), text, right: text === rightText }));
}
