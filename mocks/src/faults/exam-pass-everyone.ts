import { toExamResults } from '@one-planet/contract';
import type { Fault } from './fault.ts';

export const examPassEveryone: Fault = {
  name: 'exam-pass-everyone',
  sentence: 'Every exam handed in is passed, whatever the answers.',
  handle: ({ operation, body, world }, next) => {
    if (operation.name === 'exams.submit') {
      const submission = body as { id: unknown; results: string };
      const attempt = world.exams.find('id', Number(submission.id));
      submission.results = toExamResults(
        (attempt?.questions ?? []).flatMap(({ id, choices }) =>
          choices.filter(({ right }) => right).map((choice) => [id, choice.id] as const),
        ),
      );
    }
    return next();
  },
};
