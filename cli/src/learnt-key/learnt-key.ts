/** A key that nobody wrote: the results of earlier exams narrow it down. */
import { readFileSync } from 'node:fs';
import type { Exam, ExamResult } from '@one-planet/contract';
import { z } from 'zod';
import { type AnswerKey, normalize } from '../config/answer-key.ts';
import { CliError } from '../process/exit.ts';
import { writeWhole } from '../process/write-whole.ts';
import { afterResult, type Choices, choose, evidenceOf, withLikelihood } from './beliefs.ts';

const schema = z
  .object({
    version: z.literal(1),
    exams: z.number().int().nonnegative(),
    passed: z.number().int().nonnegative(),
    questions: z.record(z.record(z.number().min(0).max(1))),
  })
  .strict();

/** Holds a file's knowledge; each change is written at once. */
export class LearntKey {
  readonly #path: string;
  #known: z.infer<typeof schema>;

  /** @throws {CliError} (exit 2) when the file is there and is no learnt key */
  constructor(path: string) {
    this.#path = path;
    this.#known = read(path);
  }

  /** For the person who watches: how much is known. */
  get summary(): string {
    const all = Object.values(this.#known.questions);
    const sure = all.filter((choices) => Math.max(...Object.values(choices)) > 0.9).length;
    return `${sure} of ${all.length} questions known after ${this.#known.exams} exams, ${this.#known.passed} passed`;
  }

  /** A likely choice for each question of an exam; new questions are noted. */
  guess(exam: Exam): AnswerKey {
    const { questions } = this.#known;
    const pairs = exam.examQuestionDtoList.map(({ questionDto }) => {
      const question = normalize(questionDto.questionText);
      const names = questionDto.questionChoiceDtoList.map(({ choiceText }) =>
        normalize(choiceText),
      );
      const choices = offered(questions[question], names);
      questions[question] = choices;
      return [question, choose(choices)] as const;
    });
    this.#write();
    return new Map(pairs);
  }

  /** @param given the answers handed in, from question to choice */
  learn(given: Readonly<Record<string, string>>, result: ExamResult, passed: boolean): void {
    const { questions, exams } = this.#known;
    const answers = Object.entries(given).filter(([question]) => questions[question]);
    const likely = answers.map(([question, choice]) => questions[question]?.[choice] ?? 0);
    const after = afterResult(likely, evidenceOf(result, answers.length));
    for (const [at, [question, choice]] of answers.entries()) {
      questions[question] = withLikelihood(questions[question] ?? {}, choice, after[at] ?? 0);
    }
    this.#known = { ...this.#known, exams: exams + 1, passed: this.#known.passed + Number(passed) };
    this.#write();
  }

  #write(): void {
    try {
      writeWhole(this.#path, `${JSON.stringify(this.#known, null, 2)}\n`, 0o644);
    } catch (error) {
      throw new CliError(
        `--learn-key: ${this.#path} can't be written: ${(error as Error).message}`,
      );
    }
  }
}

/** Choices that are not known yet are as likely as the average one. */
function offered(known: Choices | undefined, names: readonly string[]): Choices {
  const weights = names.map((name) => [name, known?.[name] ?? 1 / names.length] as const);
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return Object.fromEntries(weights.map(([name, weight]) => [name, weight / sum]));
}

function read(path: string): z.infer<typeof schema> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new CliError(`--learn-key: ${path} can't be read: ${(error as Error).message}`);
    }
    return { version: 1, exams: 0, passed: 0, questions: {} };
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new CliError(
      `--learn-key: ${path} is no learnt key; name a new file, or give right answers with --exam-key`,
    );
  }
}
