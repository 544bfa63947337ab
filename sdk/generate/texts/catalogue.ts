import type { ResourceTexts } from './types.ts';

export const programTexts: ResourceTexts<'programs'> = {
  'programs.list': {
    title: 'List the programs',
    description:
      'Lists the degree programs for everybody, with what their pages show. Only `id` and `name` are certain.',
    answers: {
      programs: {
        summary: 'Two programs, one with the least that is told',
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
    refusals: {},
  },
  'programs.courses': {
    title: 'List the courses of a program',
    description: 'Lists the courses of one program for everybody, in no order that counts.',
    parameters: { programId: { means: 'The `id` of a program.', example: 14 } },
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
    refusals: {
      404: {
        why: 'There is no such program; an empty list is as good.',
        message: 'There is no such program.',
      },
    },
  },
};

export const batchProgramTexts: ResourceTexts<'batchPrograms'> = {
  'batchPrograms.applicable': {
    title: 'List the programs on offer',
    description:
      'Lists the programs she can apply for now. The `id` of an entry, not that of its program, is what `applicants.applyForProgram` takes.',
    answers: {
      offers: {
        summary: 'One offer',
        value: [
          {
            id: 504,
            program: { id: 14, name: 'Data Science' },
            batch: { id: 5, name: 'September 2026' },
          },
        ],
      },
    },
    refusals: {},
  },
};

export const contentTexts: ResourceTexts<'contents'> = {
  'contents.list': {
    title: 'List the texts of the site',
    description:
      'Lists the blocks of text that the staff can change. The home page shows the one with the id 1, as text and never as HTML.',
    answers: {
      contents: {
        summary: 'The text of the home page',
        value: [{ id: 1, content: 'Registration for September is open.' }],
      },
    },
    refusals: {},
  },
};
