import { z } from 'zod';
import { refusals } from './errors.ts';
import { id } from './fields.ts';
import { c, meta } from './route.ts';

/** A text block staff can change; the home page shows the one with id 1. */
export const content = z.object({ id, content: z.string().nullish() });

export const contents = {
  list: c.query({
    method: 'GET',
    path: '/contents/private',
    summary: 'Lists the text blocks staff can change',
    responses: { 200: z.array(content), ...refusals(401) },
    metadata: meta({
      auth: 'optional',
      rule: 'catalogue#contents',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [],
    }),
  }),
};
