import { z } from 'zod';
import { refusals } from './errors.ts';
import { id, numeric } from './fields.ts';
import { c, meta } from './route.ts';

/** A program; fields that are only shown may be numbers or text. */
export const program = z.object({
  id,
  name: z.string().min(1),
  description: z.string().nullish(),
  studyLevel: z.string().nullish(),
  duration: z.union([z.string(), z.number()]).nullish(),
  modality: z.string().nullish(),
  feePerCreditHour: z
    .union([z.string(), z.number()])
    .nullish()
    .describe('Shown as total credit hours.'),
  careerOpportunity: z.string().nullish(),
  base64String: z.string().nullish().describe('The picture, in base64.'),
});
export type Program = z.infer<typeof program>;

export const course = z.object({
  semesterNumber: numeric.describe('1 to 8; two per year.'),
  courseCode: z.string().nullish(),
  courseName: z.string().min(1),
  creditHours: numeric.or(z.literal('')).nullish(),
  ectsCredit: numeric.or(z.literal('')).nullish(),
  prerequisite: z.string().nullish(),
});
export type Course = z.infer<typeof course>;

/** A program that can be applied to now; its own `id` is what an application carries. */
export const batchProgram = z.object({
  id: z.union([z.number().int().safe(), z.string().regex(/^\d{1,15}$/)]),
  program: z.object({ id: id.nullish(), name: z.string().min(1) }),
  batch: z.object({ id: id.nullish(), name: z.string().nullish() }).nullish(),
});
export type BatchProgram = z.infer<typeof batchProgram>;

export const programs = {
  list: c.query({
    method: 'GET',
    path: '/programs/private',
    summary: 'Lists the degree programs',
    responses: { 200: z.array(program), ...refusals(401) },
    metadata: meta({
      auth: 'optional',
      rule: 'catalogue#programs',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [],
    }),
  }),
  courses: c.query({
    method: 'GET',
    path: '/program_courses/private/my_courses/:programId',
    pathParams: z.object({ programId: id }),
    summary: 'Lists the courses of one program',
    responses: { 200: z.array(course), ...refusals(401, 404) },
    metadata: meta({
      auth: 'optional',
      rule: 'catalogue#courses',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [404],
    }),
  }),
};

export const batchPrograms = {
  applicable: c.query({
    method: 'GET',
    path: '/batch_programs/private/applicable',
    summary: 'Lists what the applicant can apply to now',
    responses: { 200: z.array(batchProgram), ...refusals(401, 403) },
    metadata: meta({
      auth: 'bearer',
      rule: 'application#what-can-be-applied-for',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [],
    }),
  }),
};
