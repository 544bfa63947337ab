/** The Digital Literacy Test: an applicant has one attempt at a time, and as many as she needs to pass. */

import type { Db } from './database.ts';
import { type ApplicantCall, applicantRoute, jsonResponse } from './http.ts';
import { listBankAccounts, openPayment, paymentFacts } from './payment.ts';
import { Problem } from './problem.ts';
import { Form } from './validation.ts';
import { changeStatus, type Person } from './world.ts';

const minRightAnswers = 6;
const examTitle = 'Digital Literacy Test';

interface Attempt {
  id: string;
  startedAt: string;
}

interface Choice {
  questionId: string;
  choiceId: string;
  isRight: boolean;
}

async function createExam({ world, person }: ApplicantCall) {
  if (person.status !== 'ACTIVATED') {
    throw new Problem(409, `The ${examTitle} cannot be taken in your present state.`);
  }
  return world.db.transaction(async (db) => {
    const { id, startedAt } =
      (await findRunningAttempt(db, person)) ?? (await startAttempt(db, person, world.examMinutes));
    const { rows } = await db.sql<{ id: string; text: string; choices: object[] }>`
      select attempt_questions.id, questions.text, json_agg(json_build_object(
        'label', chr(64 + position), 'choiceText', choices.text, 'id', attempt_choices.id
      ) order by position) as choices
      from attempt_questions
      join questions on questions.id = attempt_questions.question_id
      join attempt_choices on attempt_question_id = attempt_questions.id
      join choices on choices.id = choice_id
      where attempt_id = ${id} group by attempt_questions.id, questions.text, attempt_questions.question_id
      order by attempt_questions.question_id`;
    const examQuestionDtoList = rows.map(({ id: questionId, text, choices }) => ({
      questionDto: { questionChoiceDtoList: choices, questionText: text, weight: 1 },
      id: questionId,
    }));
    const examDto = { duration: world.examMinutes, id, title: examTitle, startedAt };
    return jsonResponse({ examQuestionDtoList, examDto }, 201);
  });
}

async function findRunningAttempt(db: Db, { id }: Person): Promise<Attempt | undefined> {
  const { rows } = await db.sql<Attempt>`
    select id, iso(started_at) as "startedAt" from attempts
    where applicant_id = ${id} and state = 'open' and now() < deadline`;
  return rows[0];
}

async function startAttempt(db: Db, person: Person, examMinutes: number): Promise<Attempt> {
  await db.sql`
    update attempts set state = 'expired' where applicant_id = ${person.id} and state = 'open'`;
  await db.sql`
    with attempt as (
      insert into attempts (applicant_id, deadline)
      values (${person.id}, now() + ${examMinutes} * interval '1 minute') returning id
    ), new_questions as (
      insert into attempt_questions (attempt_id, question_id)
      select attempt.id, questions.id from attempt, questions returning id, question_id
    )
    insert into attempt_choices (attempt_question_id, choice_id, position)
    select new_questions.id, choices.id, row_number() over (partition by new_questions.id order by random())
    from new_questions join choices using (question_id)`;
  return (await findRunningAttempt(db, person)) as Attempt;
}

async function findOfferedChoices(db: Db, attemptId: string): Promise<Choice[]> {
  const { rows } = await db.sql<Choice>`
    select attempt_questions.id as "questionId", attempt_choices.id as "choiceId", is_right as "isRight"
    from attempt_questions
    join attempt_choices on attempt_question_id = attempt_questions.id
    join choices on choices.id = choice_id
    where attempt_id = ${attemptId}`;
  return rows;
}

async function submitExam({ world, person, parsedBody: body }: ApplicantCall) {
  if (person.status !== 'ACTIVATED') {
    throw new Problem(409, `The ${examTitle} cannot be submitted in your present state.`);
  }
  const form = new Form(body);
  const id = form.demandText('id', 'Exam id');
  const results = form.readValue('results');
  form.demandValid(typeof results === 'string', 'Results must be a text');
  form.throwIfInvalid();
  return world.db.transaction(async (db) => {
    const { rows } = await db.sql<{ state: string; isLate: boolean }>`
      select state, now() > deadline + interval '3 seconds' as "isLate" from attempts
      where id::text = ${id} and applicant_id = ${person.id} and state <> 'expired'`;
    if (!rows[0]) throw new Problem(404, 'No such test');
    if (rows[0].state === 'submitted') throw new Problem(409, 'This test was already submitted.');
    if (rows[0].isLate) {
      throw new Problem(409, 'The time for this test is over. Please start a new one.');
    }
    const rightAnswerCount = countRightAnswers(await findOfferedChoices(db, id), String(results));
    await db.sql`update attempts set state = 'submitted' where id = ${id}`;
    if (rightAnswerCount < minRightAnswers) {
      const failResult = {
        resultDesc: 'Fail',
        result: 'Fail',
        bankAccountList: [],
        paymentDto: null,
      };
      return jsonResponse(failResult, 202);
    }
    await changeStatus(db, person, 'ACTIVATED', 'TOOK_EXAM');
    const { paymentDescription, ...otherFacts } = paymentFacts(await openPayment(db, person));
    const paymentDto = { ...otherFacts, description: paymentDescription };
    const bankAccountList = await listBankAccounts(db);
    return jsonResponse({ resultDesc: 'Pass', result: 'pass', bankAccountList, paymentDto }, 202);
  });
}

/** @returns the number of questions with the right answer; the last answer to a question counts */
function countRightAnswers(offeredChoices: readonly Choice[], results: string): number {
  const choicesByQuestionId = new Map<string, Choice>();
  for (const answerPair of results.trim() === '' ? [] : results.split(',')) {
    const [questionId = '', choiceId = '', ...rest] = answerPair.trim().split(':');
    const choice = offeredChoices.find(
      (candidate) => candidate.questionId === questionId && candidate.choiceId === choiceId,
    );
    if (!choice || rest.length > 0) {
      throw new Problem(400, 'Results must be questionId:choiceId pairs of this test');
    }
    choicesByQuestionId.set(questionId, choice);
  }
  return [...choicesByQuestionId.values()].filter(({ isRight }) => isRight).length;
}

export const examRoutes = [
  applicantRoute('POST /api/exams/private/create', createExam),
  applicantRoute('POST /api/exams/private/submit_exam', submitExam),
];
