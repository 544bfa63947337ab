/** The Digital Literacy Test (journey specification, sections 2 and 4). */
import { readFile } from 'node:fs/promises';
import { type Exam, type ExamAnswer, isPass, toExamResults } from '@one-planet/contract';
import { z } from 'zod';
import { CliError } from '../exit.ts';
import { askDesk } from '../mock-desk.ts';
import type { JourneyContext } from './context.ts';
import { demand, succeed } from './failure.ts';

/** Right answers by question text. */
type AnswerKey = ReadonlyMap<string, string>;

const keySchema = z.union([
  z.record(z.string()),
  z.array(z.object({ questionText: z.string(), choiceText: z.string() })),
]);

export async function takeExam(context: JourneyContext): Promise<string> {
  const { client, settings, memory } = context;
  const wantsPass = settings.exam !== 'fail';
  const key = wantsPass ? await answerKey(context) : undefined;
  const exam = await succeed('exams.create', client.exams.create());
  const answers = key ? answer(exam, key) : [];
  const body = { id: exam.examDto.id, results: toExamResults(answers) };
  const result = await succeed('exams.submit', client.exams.submit({ body }));
  memory.examPassed = isPass(result);
  demand(
    'exams.submit',
    memory.examPassed === wantsPass,
    wantsPass ? 'a pass for the right answers' : 'Fail for no answers',
    result.resultDesc,
  );
  if (!memory.examPassed) return `${result.resultDesc}, as asked (no question answered)`;
  const { paymentDto } = result;
  demand('exams.submit', Boolean(paymentDto), 'paymentDto after a pass', 'none');
  memory.payment = {
    code: paymentDto?.paymentCode ?? '',
    amount: paymentDto?.paymentAmount ?? 0,
    description: paymentDto?.description ?? '',
    banks: result.bankAccountList ?? [],
  };
  return `${result.resultDesc}: ${answers.length} questions, ${exam.examDto.duration} minutes allowed`;
}

async function answerKey({ settings, origin, signal }: JourneyContext): Promise<AnswerKey> {
  const path = settings.exam.startsWith('key:') ? settings.exam.slice('key:'.length) : undefined;
  const source = path ?? "the mock's exam key";
  const raw = path
    ? await readJson(path)
    : await askDesk(origin, '/_mock/exam-key.json', { setting: 'exam', signal });
  const parsed = keySchema.safeParse(raw);
  if (!parsed.success) {
    throw new CliError(
      `${source} is no answer key: write {"question text": "text of the right choice", …}`,
    );
  }
  const pairs = Array.isArray(parsed.data)
    ? parsed.data.map(({ questionText, choiceText }) => [questionText, choiceText] as const)
    : Object.entries(parsed.data);
  return new Map(pairs.map(([question, choice]) => [normalize(question), normalize(choice)]));
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new CliError(
      `the answer key ${path} can't be read: ${(cause as Error).message}`,
      undefined,
      { cause },
    );
  }
}

/** Chooses the right choice of each question. @throws {CliError} naming the first the key does not know */
function answer(exam: Exam, key: AnswerKey): ExamAnswer[] {
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

function normalize(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
