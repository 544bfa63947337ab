/** The Digital Literacy Test (journey specification, sections 2 and 4). */
import { isPass, toExamResults } from '@one-planet/contract';
import { type AnswerKey, answerExam, toAnswerKey } from '../answer-key.ts';
import { CliError, exitCodes } from '../exit.ts';
import type { JourneyContext } from './context.ts';
import { demand, succeed } from './failure.ts';

export async function takeExam(context: JourneyContext): Promise<string> {
  const { client, settings, memory } = context;
  const wantsPass = settings.exam !== 'fail';
  const key = wantsPass ? (settings.answerKey ?? (await mockKey(context))) : undefined;
  const exam = await succeed('exams.create', client.exams.create());
  const answers = key ? answerExam(exam, key) : [];
  const body = { id: exam.examDto.id, results: toExamResults(answers) };
  const result = await succeed('exams.submit', client.exams.submit({ body }));
  memory.examPassed = isPass(result);
  const right = settings.answerKey ? 'the answers of the key file' : 'the right answers';
  demand(
    'exams.submit',
    memory.examPassed === wantsPass,
    wantsPass ? `a pass for ${right}` : 'Fail for no answers',
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

async function mockKey({ desk, signal }: JourneyContext): Promise<AnswerKey> {
  const key = toAnswerKey(await desk('/_mock/exam-key.json', { setting: 'exam', signal }));
  if (key) return key;
  throw new CliError(
    "what the mock's exam key answered is no answer key",
    exitCodes.brokenContract,
  );
}
