import { limits } from '@one-planet/contract/limits';

const { grade10Result, grade12Result } = limits.grades;

export const education = {
  title: 'Education Background',
  lead: 'As on your certificates. You see everything once more before it is saved.',
  lastAttendedHighSchool: 'Last Attended High School',
  highSchoolAddress: 'High School Address',
  highSchoolAddressHint: 'For example the town and the sub-city.',
  grade10Result: 'Grade 10 Result',
  grade10ResultHint: `From ${grade10Result.min} to ${grade10Result.max} in steps of ${grade10Result.step}, for example 3.5. With a TVET certificate or a degree, too: your result at school.`,
  grade10Year: 'Grade 10 Exam Taken Year',
  grade12Result: 'Grade 12 Result',
  grade12ResultHint: `From ${grade12Result.min} to ${grade12Result.max}.`,
  grade12Year: 'Grade 12 Exam Taken Year',
  yearHint: 'Four digits, in the calendar of the certificate.',
  grade12YearHint: `In the same calendar, at least ${limits.grades.minYearsBetween} years after grade 10.`,
};
