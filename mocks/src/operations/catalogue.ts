/** Handlers: programs, courses and texts. */

import { refuse } from '../server/responses.ts';
import type { Handlers } from './handlers.ts';

/** Texts that staff can change. */
export const contentHandlers: Handlers<'contents'> = {
  list: (_call, { world }) => ({ status: 200, body: [...world.contents.all()] }),
};

/** The catalogue: programs and their courses. */
export const programHandlers: Handlers<'programs'> = {
  list: (_call, { world }) => ({ status: 200, body: [...world.programs.all()] }),

  courses: ({ params }, { world }) => {
    const programId = Number(params.programId);
    const program = world.programs.findFirst((q) => q.where({ id: programId }));
    if (!program) return refuse(404, 'There is no such program.');
    const courses = world.courses.findMany((q) => q.where({ programId }));
    return { status: 200, body: courses.map(({ programId: _own, ...course }) => course) };
  },
};

/** The programs that are open for applications. */
export const batchProgramHandlers: Handlers<'batchPrograms'> = {
  applicable: (_call, { world }) => ({ status: 200, body: [...world.batchPrograms.all()] }),
};
