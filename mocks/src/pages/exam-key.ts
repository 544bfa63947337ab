import { questionBank } from '../data/questions/index.ts';
import { json } from '../http/answers.ts';
import { Refusal } from '../http/refusal.ts';
import type { PageCall } from './request.ts';

/** The right answers: by question text for the whole bank, or by ids for one exam (`?exam=ID`). */
export function examKey({ world, query }: PageCall): Response {
  const id = query.get('exam');
  if (id === null) {
    return json(
      200,
      questionBank.map(({ text, right }) => ({ questionText: text, choiceText: right })),
    );
  }
  const attempt = world.exams.find('id', Number(id));
  if (!attempt) throw new Refusal(404, `There is no exam ${id}.`);
  const key = attempt.questions.map(({ id: questionId, choices }) => [
    questionId,
    choices.find(({ right }) => right)?.id,
  ]);
  return json(200, Object.fromEntries(key));
}
