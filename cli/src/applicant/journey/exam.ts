/** The Digital Literacy Test (journey specification, sections 2 and 4). */
import { type ExamResult, fromExamResults, isPass } from '@one-planet/contract';
import { CliError, exitCodes } from '../../process/exit.ts';
import type { JourneyContext, StartedExam } from './context.ts';
import { answerAs, untilTimeIsUp } from './exam-answers.ts';
import { BrokenContract, demand } from './failure.ts';
import { bodyOf, send } from './send.ts';

/** What each way of taking it has to end with; left out where any result is right. */
const wanted: Readonly<Record<string, boolean>> = { pass: true, fail: false };
/** How a backend refuses an exam that was handed in before. */
const gone: readonly number[] = [400, 404, 409];

/** Begins an exam, or goes on with the one an earlier run began, and hands in the answers. */
export async function takeExam(context: JourneyContext): Promise<string> {
  const left = context.memory.exam;
  const exam = left ?? (await begin(context));
  const { id, results, questions } = exam;
  if (context.settings.exam === 'timeout') await untilTimeIsUp(exam.endsAt, context);
  const answer = await send(context, 'exams.submit', { answers: { id, results } });
  if (left && gone.includes(answer.status)) {
    // Handed in before, and its result was lost: had it been passed, the state would show it.
    context.remember({ exam: undefined });
    return takeExam(context);
  }
  const result = bodyOf('exams.submit', answer);
  const passed = isPass(result);
  context.remember({ exam: undefined, examPassed: passed });
  const { exam: how, answerKey } = context.settings;
  const right = answerKey ? 'the answers of the key file' : 'the right answers';
  const expected = wanted[how];
  demand(
    'exams.submit',
    expected === undefined || passed === expected,
    expected ? `a pass for ${right}` : 'Fail for no answers',
    result.resultDesc,
  );
  if (passed) rememberPayment(context, result);
  const answered = fromExamResults(results)?.length ?? 0;
  return `${result.resultDesc}: ${answered} of ${questions} questions answered`;
}

async function begin(context: JourneyContext): Promise<StartedExam> {
  const answer = await send(context, 'exams.create');
  if (context.again && answer.status === 409) {
    throw new CliError(
      'the backend does not hand out again the exam that the earlier run began: resume when its time is over',
      exitCodes.waiting,
    );
  }
  const exam = bodyOf('exams.create', answer);
  const { id, duration } = exam.examDto;
  const endsAt = Date.now() + Number(duration) * 60_000;
  const questions = exam.examQuestionDtoList.length;
  const started = { id, endsAt, questions, results: await answerAs(exam, context) };
  context.remember({ exam: started });
  return started;
}

function rememberPayment(
  { remember }: JourneyContext,
  { paymentDto, bankAccountList }: ExamResult,
): void {
  if (!paymentDto) throw new BrokenContract('exams.submit', 'paymentDto after a pass', 'none');
  const { paymentCode: code, paymentAmount: amount, description } = paymentDto;
  const banks = bankAccountList ?? [];
  remember({ payment: { code, amount: Number(amount), description: description ?? '', banks } });
}
