/** The public lists: programs, their courses, and the texts that staff can change. */
import { z } from 'zod';
import { id, numberOrTextSchema } from '../fields.ts';
import { defineOperation, nameSchema } from '../operation.ts';

/** A program; a field that is only displayed may be a number or text. */
export const program = nameSchema(
  'Program',
  'A degree program; what is only shown may be a number or text.',
  z.object({
    id: id.describe("The program's id."),
    name: z.string().min(1).describe('Its name, in no other program.'),
    description: z.string().nullish().describe('What it is about.'),
    studyLevel: z.string().nullish().describe('The level, such as Undergraduate.'),
    duration: z.union([z.string(), z.number()]).nullish().describe('How long it takes.'),
    modality: z.string().nullish().describe('How it is taught, such as Online.'),
    feePerCreditHour: z
      .union([z.string(), z.number()])
      .nullish()
      .describe(
        'The credit hours of the whole program, whatever the name says. Shown as total credit hours.',
      ),
    careerOpportunity: z.string().nullish().describe('What its graduates work as.'),
    base64String: z.string().nullish().describe('Shown with the program. The picture, in base64.'),
  }),
);
export type Program = z.infer<typeof program>;

export const listPrograms = defineOperation({
  method: 'GET',
  path: '/programs/private',
  summary: 'List the programs',
  description:
    'Lists the degree programs for everybody, with what their pages show. Only `id` and `name` are certain.',
  rule: 'catalogue#programs',
  auth: 'optional',
  readsBodyAs: 'json',
  successResponses: { 200: z.array(program) },
  refusals: {},
  safeToRepeat: true,
  examples: {
    answers: {
      programs: {
        summary: 'Two programs, one with the least that is answered',
        value: [
          {
            id: 14,
            name: 'Data Science',
            description: 'Mathematics, programming and statistics.',
            studyLevel: 'Undergraduate',
            duration: '4 years',
            modality: 'Online',
            feePerCreditHour: 148,
            careerOpportunity: 'Data analyst, data engineer, machine learning developer',
            base64String: null,
          },
          { id: 16, name: 'Social Work' },
        ],
      },
    },
  },
});

export const course = nameSchema(
  'Course',
  'A course of a program.',
  z.object({
    semesterNumber: numberOrTextSchema.describe(
      'The semester it is taught in. 1 to 8; two per year.',
    ),
    courseCode: z.string().nullish().describe('A short code.'),
    courseName: z.string().min(1).describe("The course's name."),
    creditHours: numberOrTextSchema
      .or(z.literal(''))
      .nullish()
      .describe('Its credit hours. A number, or the same as text.'),
    ectsCredit: numberOrTextSchema
      .or(z.literal(''))
      .nullish()
      .describe('Its credits in the European system. A number, or the same as text.'),
    prerequisite: z.string().nullish().describe('What has to be passed before it.'),
  }),
);
export type Course = z.infer<typeof course>;

export const listCourses = defineOperation({
  method: 'GET',
  path: '/program_courses/private/my_courses/:programId',
  pathParams: z.object({ programId: id.describe('The `id` of a program.') }),
  summary: 'List the courses of a program',
  description: 'Lists the courses of one program for everybody, in no order that counts.',
  rule: 'catalogue#courses',
  auth: 'optional',
  readsBodyAs: 'json',
  successResponses: { 200: z.array(course) },
  refusals: {
    404: {
      reason: 'There is no such program; an empty list is as good.',
      message: 'There is no such program.',
    },
  },
  safeToRepeat: true,
  neededValues: ['programId'],
  examples: {
    parameters: { programId: 14 },
    answers: {
      courses: {
        summary: 'Two courses of the first semester',
        value: [
          {
            semesterNumber: 1,
            courseCode: 'DASC-101',
            courseName: 'Introduction to Programming',
            creditHours: 3,
            ectsCredit: 5,
            prerequisite: null,
          },
          { semesterNumber: '1', courseName: 'Calculus I', creditHours: '4' },
        ],
      },
    },
  },
});

/** A text block staff can change; the home page shows the one with id 1. */
export const content = nameSchema(
  'Content',
  'A text block that the staff can change.',
  z.object({
    id: id.describe("The block's id; 1 is the text of the home page."),
    content: z.string().nullish().describe('The text, shown as it is.'),
  }),
);

export const listContents = defineOperation({
  method: 'GET',
  path: '/contents/private',
  summary: 'List the texts of the site',
  description:
    'Lists the blocks of text that the staff can change. The home page shows the one with the id 1, as text and never as HTML.',
  rule: 'catalogue#contents',
  auth: 'optional',
  readsBodyAs: 'json',
  successResponses: { 200: z.array(content) },
  refusals: {},
  safeToRepeat: true,
  examples: {
    answers: {
      contents: {
        summary: 'The text of the home page',
        value: [{ id: 1, content: 'Registration for September is open.' }],
      },
    },
  },
});
