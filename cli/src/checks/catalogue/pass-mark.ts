/** The pass mark, from both sides: found with one applicant, checked with two others (2 §4). */
import { learn } from '../../applicant/applicant.ts';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import { block, endingOf, failure } from '../ending.ts';
import type { Person } from '../people.ts';
import { isPassed } from '../walk.ts';
import { describeReply, type Reply } from '../wire.ts';
import { answerSome, expectPass, handIn } from './exams.ts';

export const passMark: BackendCheck = scenario({
  id: 'exams.submit/pass-mark',
  sentence:
    'The same number of right answers MUST lead to the same result, whoever gives them and whichever they are.',
  rule: 'exam#the-pass-mark',
  stage: 'ACTIVATED',
  consumes: true,
  run: async (context) => {
    const { pass, fails } = await findMark(context);
    const words = `${pass.right} of ${pass.all} right`;
    const below = await context.person();
    const tooFew = await attempt(context, below, (all) => mostFailing(fails, all));
    context.retire(below);
    if (isPassed(tooFew)) {
      throw failure('a fail for fewer right answers than failed elsewhere', tooFew);
    }
    const above = await context.person();
    const enough = await attempt(context, above, (all) => leastPassing(pass, all));
    expectPass(enough, `as many as ${words}, which passed elsewhere`);
    moveOn(above, enough);
  },
});

/** How many answers were right, of how many questions: attempts may differ in both. */
interface Score {
  right: number;
  all: number;
}

/** As many as have failed, in number and in share. */
function mostFailing(fails: readonly Score[], all: number): number {
  return Math.max(
    0,
    ...fails.map((fail) => Math.min(fail.right, Math.floor((fail.right * all) / fail.all))),
  );
}

/** As many as have passed, in number and in share. */
function leastPassing(pass: Score, all: number): number {
  return Math.min(all, Math.max(pass.right, Math.ceil((pass.right * all) / pass.all)));
}

/**
 * Halves the way between what fails and what passes. The same person tries again where she may, else another one.
 * @throws {CheckEnd} where nobody is left who may try
 */
async function findMark(context: CheckContext): Promise<{ pass: Score; fails: Score[] }> {
  const fails: Score[] = [];
  let person = await context.person();
  let pass: Score | undefined;
  let least = 0;
  let right = 0;
  for (;;) {
    let all = 0;
    const tries = (count: number) => {
      all = count;
      return Math.min(right, count);
    };
    const { by, reply } = await attemptAgain(context, person, tries);
    person = by;
    if (reply.status >= 300) throw block('exams.submit/answers', describeReply(reply), reply);
    if (isPassed(reply)) {
      pass = { right, all };
      moveOn(person, reply);
      if (right > 0) person = await context.person();
    } else {
      if (right >= all) throw failure(`a pass for ${all} of ${all} right`, reply);
      fails.push({ right, all });
      least = Math.max(least, right + 1);
    }
    const most = pass ? pass.right : all;
    if (pass && least >= pass.right) return { pass, fails };
    right = fails.length === 1 && !pass ? all : Math.floor((least + most) / 2);
  }
}

/** Somebody who has failed may not be let in again; then somebody else tries. */
async function attemptAgain(
  context: CheckContext,
  person: Person,
  right: (count: number) => number,
): Promise<{ by: Person; reply: Reply }> {
  try {
    return { by: person, reply: await attempt(context, person, right, false) };
  } catch (error) {
    if (endingOf(error)?.outcome !== 'skipped' || !person.isExamOver) throw error;
    context.retire(person);
    const by = await context.person();
    return { by, reply: await attempt(context, by, right, false) };
  }
}

async function attempt(
  context: CheckContext,
  person: Person,
  right: (count: number) => number,
  last = true,
): Promise<Reply> {
  return handIn(context, person, (exam, key) =>
    answerSome(exam, key, right(exam.examQuestionDtoList.length), last),
  );
}

function moveOn(person: Person, reply: Reply): void {
  Object.assign(person, learn('exams.submit', reply.json));
  person.stage = 'TOOK_EXAM';
}
