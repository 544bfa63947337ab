import { biographies, contacts, educations } from './people.ts';
import type { ResourceTexts } from './types.ts';

const wrongState = (step: string) => ({
  why: `She is in another state: ${step}.`,
  message: 'This step is not open now.',
});

/** The three forms and the choice of a program. */
export const applicationTexts: Pick<
  ResourceTexts<'applicants'>,
  | 'applicants.saveBioData'
  | 'applicants.saveEducationData'
  | 'applicants.saveContactData'
  | 'applicants.applyForProgram'
> = {
  'applicants.saveBioData': {
    title: 'Save the biography',
    description:
      'Saves the biography. Upload the picture and the document first (`files.upload`) and send the names they were stored under. The education level of the form is not sent.',
    requests: biographies,
    refusals: {
      400: {
        why: 'A field is missing or invalid, or a file is not one she uploaded.',
        message: 'Age must be at least 18 years old',
      },
      409: wrongState('her payment is not verified yet, or the biography is saved already'),
    },
  },
  'applicants.saveEducationData': {
    title: 'Save the education background',
    description: 'Saves where she went to school, and the years and results of both exams.',
    requests: educations,
    refusals: {
      400: {
        why: 'A field is missing, a year or result is no number, or the years are less than 2 apart.',
        message:
          'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year',
      },
      409: wrongState('the biography is not saved yet, or the education is saved already'),
    },
  },
  'applicants.saveContactData': {
    title: 'Save the emergency contact',
    description: 'Saves whom to call in an emergency. Occupation and employer may be left out.',
    requests: contacts,
    refusals: {
      400: {
        why: 'The name, the phone or the relationship is missing or invalid.',
        message: 'Contact Phone must only contain numbers',
      },
      409: wrongState('the education is not saved yet, or the contact is saved already'),
    },
  },
  'applicants.applyForProgram': {
    title: 'Apply for a program',
    description:
      'Applies for one program, which ends the application: she is `APPLIED`, and the staff decide.',
    requests: {
      dataScience: { summary: 'The id of an offer', value: { selectedBatchProgramId: 504 } },
    },
    refusals: {
      400: {
        why: 'The id is missing, or is no whole number.',
        message: 'Please select one program to apply to',
      },
      404: { why: 'The program is not offered.', message: 'There is no such program to apply to.' },
      409: wrongState('a form is not saved yet, or she applied already'),
    },
  },
};
