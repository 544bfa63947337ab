/** The Digital Literacy Test (journey specification, sections 2 and 4). */
import { type ExamResult, isPass } from '@one-planet/contract';
import { LearntKey } from '../../learnt-key/learnt-key.ts';
import { CliError, exitCodes } from '../../process/exit.ts';
import type { JourneyContext, StartedExam } from './context.ts';
import { answerAs, untilTimeIsUp } from './exam-answers.ts';
import { BrokenContract, demand, succeed } from './failure.ts';

/** What each way of taking it has to end with; left out where any result is right. */
const wanted: Readonly<Record<string, boolean>> = { pass: true, fail: false };

export async function takeExam(context: JourneyContext): Promise<string> {
  const { settings } = context;
  const learnt = settings.learnKey === undefined ? undefined : new LearntKey(settings.learnKey);
  const attempts = settings.exam === 'pass' ? (settings.attempts ?? 1) : 1;
  for (let attempt = 1; ; attempt++) {
    const taken = await handIn(context, learnt);
    if (taken.passed || attempt >= attempts) return finish(context, taken, learnt);
  }
}

/** How a backend refuses an exam that was handed in before. */
const gone: readonly number[] = [400, 404, 409];

interface Taken {
  result: ExamResult;
  passed: boolean;
  exam: StartedExam;
}

/** Begins an exam, or goes on with the one an earlier run began, and hands in the answers. */
async function handIn(context: JourneyContext, learnt: LearntKey | undefined): Promise<Taken> {
  const { client, memory, settings } = context;
  const left = memory.exam;
  const exam = left ?? (await begin(context, learnt));
  if (settings.exam === 'timeout') await untilTimeIsUp(exam.endsAt, context);
  const call = client.exams.submit({ body: { id: exam.id, results: exam.results } });
  if (left && gone.includes((await call).status)) {
    // Handed in before, and its result was lost: had it been passed, the state would have told.
    context.remember({ exam: undefined });
    return handIn(context, learnt);
  }
  const result = await succeed('exams.submit', call);
  const passed = isPass(result);
  learnt?.learn(exam.given, result, passed);
  context.remember({ exam: undefined, examPassed: passed });
  return { result, passed, exam };
}

async function begin(context: JourneyContext, learnt: LearntKey | undefined): Promise<StartedExam> {
  const call = context.client.exams.create();
  if (context.again && (await call).status === 409) {
    throw new CliError(
      'the exam that the earlier run began is not handed out again: go on when its time is over',
      exitCodes.waiting,
    );
  }
  const exam = await succeed('exams.create', call);
  const { id, duration } = exam.examDto;
  const endsAt = Date.now() + duration * 60_000;
  const started = { id, endsAt, questions: exam.examQuestionDtoList.length };
  const answers = await answerAs(exam, context, learnt);
  const begun = { ...started, ...answers };
  context.remember({ exam: begun });
  return begun;
}

function finish(
  context: JourneyContext,
  { result, passed, exam }: Taken,
  learnt: LearntKey | undefined,
): string {
  const { exam: how, answerKey } = context.settings;
  if (!passed && how === 'pass' && learnt) {
    throw new CliError(
      `the exam was not passed with what is learnt so far (${learnt.summary}): run again, allow more --attempts, or give --exam-key`,
    );
  }
  const right = answerKey ? 'the answers of the key file' : 'the right answers';
  const expected = wanted[how];
  demand(
    'exams.submit',
    expected === undefined || passed === expected,
    expected ? `a pass for ${right}` : 'Fail for no answers',
    result.resultDesc,
  );
  const given = Object.keys(exam.given).length;
  if (!passed) return `${result.resultDesc}: ${given} of ${exam.questions} answered`;
  rememberPayment(context, result);
  return `${result.resultDesc}: ${given} of ${exam.questions} questions answered`;
}

function rememberPayment(
  { remember }: JourneyContext,
  { paymentDto, bankAccountList }: ExamResult,
): void {
  if (!paymentDto) throw new BrokenContract('exams.submit', 'paymentDto after a pass', 'none');
  const { paymentCode: code, paymentAmount: amount, description } = paymentDto;
  const banks = bankAccountList ?? [];
  remember({ payment: { code, amount, description: description ?? '', banks } });
}
