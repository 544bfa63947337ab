import { refuse } from '../server/responses.ts';
import { mailNotice } from '../world/accounts.ts';
import type { ExamAttempt, Person } from '../world/entities.ts';
import {
  drawExam,
  findAttempt,
  gradeResults,
  isOver,
  paymentWindowText,
  toExam,
} from '../world/exam-paper.ts';
import { createPayment } from '../world/payments.ts';
import type { World } from '../world/world.ts';
import type { Handlers } from './handlers.ts';

/** The Digital Literacy Test. */
export const exams: Handlers<'exams'> = {
  create: async (_call, { world, person }) => {
    const runningAttempt = findRunningAttempt(world, person);
    if (runningAttempt && !isOver(world, runningAttempt)) {
      return { status: 201, body: toExam(runningAttempt, world.settings.examMinutes) };
    }
    const { failedExams } = runningAttempt ? await endAttemptAsFailed(world, person) : person;
    if (failedExams > world.settings.retakes) {
      return refuse(
        409,
        'System notice: you have used all your attempts at the Digital Literacy Test. It cannot be taken again.',
      );
    }
    const attempt = await world.exams.create(drawExam(world, person.id));
    await world.changePerson(person, { runningExam: attempt.id });
    return { status: 201, body: toExam(attempt, world.settings.examMinutes) };
  },

  submit: async ({ body }, { world, person }) => {
    const attempt = findAttempt(world, Number(body.id));
    if (!attempt) return refuse(404, 'There is no such exam.');
    if (attempt.personId !== person.id) return refuse(403, 'This exam belongs to somebody else.');
    if (person.runningExam !== attempt.id) return refuse(409, 'This exam was already handed in.');
    const grading = gradeResults(attempt, body.results);
    if (typeof grading === 'string') return refuse(400, grading);
    if (isOver(world, attempt))
      return await failAttempt(world, person, 'Time ran out before the test was handed in.');
    return grading ? await recordPass(world, person) : await failAttempt(world, person, 'Fail');
  },
};

function findRunningAttempt(world: World, person: Person): ExamAttempt | undefined {
  return person.runningExam === null ? undefined : findAttempt(world, person.runningExam);
}

async function endAttemptAsFailed(world: World, person: Person): Promise<Person> {
  return await world.changePerson(person, {
    runningExam: null,
    failedExams: person.failedExams + 1,
  });
}

async function failAttempt(world: World, person: Person, resultText: string) {
  await endAttemptAsFailed(world, person);
  const body = { result: resultText, resultDesc: 'Fail', paymentDto: null, bankAccountList: null };
  return { status: 202, body } as const;
}

async function recordPass(world: World, person: Person) {
  const { code, amount, description } = await createPayment(world, person);
  await world.takeStep(person, 'exams.submit', { runningExam: null });
  await mailNotice(
    world,
    person,
    'payment-code',
    'You passed the Digital Literacy Test',
    `Please pay the ${description}, ${amount} ETB, ${paymentWindowText}.`,
    `Your payment code is ${code}`,
  );
  const body = {
    result: 'pass',
    resultDesc: 'Pass',
    paymentDto: { description, paymentCode: code, paymentAmount: amount, isOffline: true },
    bankAccountList: [...world.bankAccounts.all()],
  };
  return { status: 202, body } as const;
}
