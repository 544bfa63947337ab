/** Somebody who only looks: what the site asks of the API for its public pages. */

import { succeed } from './send.ts';
import type { Step } from './steps.ts';

export const readingSteps: readonly Step[] = [
  {
    id: 'contents',
    title: 'Read contents',
    run: async (context) => {
      await succeed(context, 'contents.list');
      return '';
    },
  },
  {
    id: 'programs',
    title: 'Read programs',
    run: async (context) => {
      const [program] = await succeed(context, 'programs.list');
      if (program) await succeed(context, 'programs.courses', { programId: program.id });
      return '';
    },
  },
];
