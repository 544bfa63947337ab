/** Exams of other lengths. */
import type { ExamAttempt } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import { around } from '../faults/answers.ts';
import type { Fault } from '../faults/fault.ts';
import { asExam } from '../rules/exam-paper.ts';

/** Shortens an attempt, or repeats its questions, and gives them from 2 to 6 choices in turn. */
function reshape(world: World, { questions }: ExamAttempt, count: number): void {
  const first = questions.splice(0);
  for (let at = 0; at < count; at += 1) {
    const { text, choices } = first[at % first.length] as (typeof first)[number];
    const size = 2 + (at % 5);
    const wrong = choices.filter(({ right }) => !right).map((choice) => choice.text);
    while (wrong.length < size - 1) wrong.push(`None of these (${wrong.length})`);
    const texts = wrong.slice(0, size - 1).map((one) => ({ text: one, right: false }));
    const right = choices.filter((choice) => choice.right);
    texts.splice(at % size, 0, ...right.map((choice) => ({ text: choice.text, right: true })));
    questions.push({
      id: world.newId(),
      text,
      choices: texts.map((choice) => ({ id: world.newId(), ...choice })),
    });
  }
}

function withQuestions(count: number): Fault {
  const known = new WeakSet<ExamAttempt>();
  return {
    name: `exam-of-${count}`,
    sentence: `An exam has ${count} questions, with 2 to 6 choices.`,
    ...around('exams.create', async ({ world, person }, next) => {
      const answer = await next();
      const attempt = world.exams.find('id', person?.runningExam ?? 0);
      if (answer.status !== 201 || !attempt) return answer;
      if (!known.has(attempt)) reshape(world, attempt, count);
      known.add(attempt);
      return { ...answer, body: asExam(attempt, world.settings.examMinutes) };
    }),
  };
}

export const exams: readonly Fault[] = [withQuestions(3), withQuestions(100)];
