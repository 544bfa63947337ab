import { limits } from '@one-planet/contract/limits';

const { grade10Result, grade12Result } = limits.grades;

/** The education background. */
export const texts = {
  title: 'Education Background',
  progress: 'Step 2 of 4: your schools',
  lead: 'As on your certificates. Please check it before you save: this page does not open again afterwards.',
  lastAttendedHighSchool: 'Last Attended High School',
  highSchoolAddress: 'High School Address',
  highSchoolAddressHint: 'For example the town and the sub-city.',
  grade10Result: 'Grade 10 Result',
  grade10ResultHint: `From ${grade10Result.min} to ${grade10Result.max} in steps of ${grade10Result.step}, for example 3.5.`,
  grade10Year: 'Grade 10 Exam Taken Year',
  grade12Result: 'Grade 12 Result',
  grade12ResultHint: `From ${grade12Result.min} to ${grade12Result.max}.`,
  grade12Year: 'Grade 12 Exam Taken Year',
  yearHint: 'Four digits, as on the certificate.',
  grade12YearHint: `Four digits; at least ${limits.grades.minYearsBetween} years after grade 10.`,
  save: 'Save and Continue',
  saving: 'Saving...',
};
