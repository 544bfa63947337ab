/** The Digital Literacy Test: one attempt at a time, repeated as often as it is failed. */
import { randomInt, randomUUID } from 'node:crypto';
import { isoWithOffset } from './clock.ts';
import { bankAccountList, openPayment, paymentFacts } from './payment.ts';
import { Problem } from './problem.ts';
import { passMark, type Question, questions } from './questions.ts';
import { json } from './reply.ts';
import { type ApplicantCall, guarded } from './routing.ts';
import { Form } from './validation.ts';
import type { Attempt, World } from './world.ts';

const graceMs = 3000;

function create({ world, person }: ApplicantCall) {
  if (person.status !== 'ACTIVATED') {
    throw new Problem(409, 'The Digital Literacy Test cannot be taken in your present state.');
  }
  const running = person.attempt && Date.now() < person.attempt.deadline;
  const attempt = running && person.attempt ? person.attempt : newAttempt(world);
  person.attempt = attempt;
  return json(
    {
      examQuestionDtoList: attempt.questions.map(({ id, text, choices }) => ({
        questionDto: { questionChoiceDtoList: choices, questionText: text, weight: 1 },
        id,
      })),
      examDto: {
        duration: world.examMinutes,
        id: attempt.id,
        title: 'Digital Literacy Test',
        startedAt: isoWithOffset(attempt.startedAt),
      },
    },
    201,
  );
}

function newAttempt({ examMinutes }: World): Attempt {
  const startedAt = Date.now();
  return {
    id: randomUUID(),
    startedAt,
    deadline: startedAt + examMinutes * 60_000,
    questions: questions.map(newQuestion),
  };
}

function newQuestion({ text, right, wrong }: Question): Attempt['questions'][number] {
  const texts: string[] = [...wrong];
  texts.splice(randomInt(texts.length + 1), 0, right);
  const choices = texts.map((choiceText, at) => ({
    label: 'ABCD'.charAt(at),
    choiceText,
    id: randomUUID(),
  }));
  const rightChoice = choices.find(({ choiceText }) => choiceText === right)?.id ?? '';
  return { id: randomUUID(), text, rightChoice, choices };
}

function submit({ person, json: body }: ApplicantCall) {
  if (person.status !== 'ACTIVATED') {
    throw new Problem(409, 'The Digital Literacy Test cannot be submitted in your present state.');
  }
  const form = new Form(body);
  const id = form.text('id', 'Exam id');
  const results = form.value('results');
  form.demand(typeof results === 'string', 'Results must be a text');
  form.done();
  if (person.submittedAttempts.has(id)) {
    throw new Problem(409, 'This test was already submitted.');
  }
  const { attempt } = person;
  if (attempt?.id !== id) throw new Problem(404, 'No such test');
  if (Date.now() > attempt.deadline + graceMs) {
    throw new Problem(409, 'The time for this test is over. Please start a new one.');
  }
  const score = countRight(attempt, readAnswers(attempt, String(results)));
  person.submittedAttempts.add(id);
  person.attempt = undefined;
  if (score < passMark) {
    return json({ resultDesc: 'Fail', result: 'Fail', bankAccountList: [], paymentDto: null }, 202);
  }
  person.status = 'TOOK_EXAM';
  const { paymentDescription, ...facts } = paymentFacts(openPayment(person));
  const paymentDto = { ...facts, description: paymentDescription };
  return json({ resultDesc: 'Pass', result: 'pass', bankAccountList, paymentDto }, 202);
}

/** @returns the choice of each question answered; the last counts where there are several */
function readAnswers({ questions: asked }: Attempt, results: string): Map<string, string> {
  const answers = new Map<string, string>();
  if (results.trim() === '') return answers;
  for (const pair of results.split(',')) {
    const [questionId = '', choiceId = '', ...rest] = pair.trim().split(':');
    const question = asked.find(({ id }) => id === questionId);
    const isOffered = question?.choices.some(({ id }) => id === choiceId);
    if (!isOffered || rest.length > 0) {
      throw new Problem(400, 'Results must be questionId:choiceId pairs of this test');
    }
    answers.set(questionId, choiceId);
  }
  return answers;
}

function countRight({ questions: asked }: Attempt, answers: ReadonlyMap<string, string>): number {
  return asked.filter(({ id, rightChoice }) => answers.get(id) === rightChoice).length;
}

export const examRoutes = [
  guarded('POST /api/exams/private/create', create),
  guarded('POST /api/exams/private/submit_exam', submit),
];
