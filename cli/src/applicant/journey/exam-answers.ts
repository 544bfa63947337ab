/** The ways to answer the exam. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Exam, type ExamAnswer, toExamResults } from '@one-planet/contract';
import type { MockPages } from '../../backend/mock-pages.ts';
import { type AnswerKey, toAnswerKey } from '../../config/answer-key.ts';
import { ask } from '../../process/ask.ts';
import { CliError, exitCodes } from '../../process/exit.ts';
import { rightAnswers } from '../exam-answers.ts';
import type { JourneyContext } from './context.ts';

/**
 * Answers an exam as the settings say.
 * @returns the answers as they are handed in
 * @throws {CliError} where the right answers are wanted and not known
 */
export async function answerAs(exam: Exam, context: JourneyContext): Promise<string> {
  const how = context.settings.exam;
  if (how === 'fail') return toExamResults([]);
  if (how === 'ask') return toExamResults(await answersOfPerson(exam, context.signal));
  const all = rightAnswers(exam, context.settings.answerKey ?? (await mockKey(context)));
  // Half of it is too little to pass anywhere, and enough to be graded.
  return toExamResults(how === 'pass' ? all : all.slice(0, Math.floor(all.length / 2)));
}

/** Of each mock: all applicants of a command get their exams from one set of questions. */
const mockKeys = new WeakMap<MockPages, AnswerKey>();

async function mockKey({ mockPages, signal }: JourneyContext): Promise<AnswerKey> {
  const known = mockKeys.get(mockPages);
  if (known) return known;
  const key = toAnswerKey(await mockPages('/_mock/exam-key.json', { setting: 'examKey', signal }));
  if (key) {
    mockKeys.set(mockPages, key);
    return key;
  }
  throw new CliError('the mock answered no answer key', exitCodes.brokenContract);
}

/** Asks the person at the terminal, question by question; an empty answer leaves one out. */
async function answersOfPerson(exam: Exam, signal: AbortSignal): Promise<ExamAnswer[]> {
  const answers: ExamAnswer[] = [];
  for (const [at, { id, questionDto }] of exam.examQuestionDtoList.entries()) {
    const choices = questionDto.questionChoiceDtoList;
    const lines = choices.map(({ choiceText }, number) => `  ${number + 1}  ${choiceText}`);
    const heading = `\n${at + 1} of ${exam.examQuestionDtoList.length}: ${questionDto.questionText}`;
    const question = `${[heading, ...lines].join('\n')}\nNumber, or nothing to leave it out:`;
    const choice = await ask(question, (answer) => choiceOf(answer, choices), signal);
    if (choice) answers.push([id, choice.id]);
  }
  return answers;
}

function choiceOf<T>(answer: string, choices: readonly T[]): T | undefined {
  if (answer === '') return undefined;
  const choice = choices[Number(answer) - 1];
  if (choice) return choice;
  throw new Error(`Type a number from 1 to ${choices.length}, or nothing.`);
}

/** Lets the time run out, as somebody does who does not finish; the site hands in at zero. */
export async function untilTimeIsUp(
  endsAt: number,
  { signal, tell }: Pick<JourneyContext, 'signal' | 'tell'>,
): Promise<void> {
  for (let left = endsAt - Date.now(); left > 0; left = endsAt - Date.now()) {
    tell(`the exam's time is over in ${Math.ceil(left / 1000)} s`);
    await sleep(Math.min(left, 1000), undefined, { signal }).catch(() => {
      throw new CliError('interrupted', exitCodes.interrupted);
    });
  }
}
