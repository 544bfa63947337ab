/** The education background, the second saved step (journey specification, sections 3 and 5). */
import { z } from 'zod';
import { formWith, numeric, requiredText } from './fields.ts';
import { limits } from './limits.ts';

const grade10Year = 'Grade 10 exam taken year is required';
const grade12Year = 'Grade 12 exam taken year is required';
const noLetters = (label: string, example: string) =>
  `${label} must be a number, for example ${example}`;
const typed = (required: string, noNumber: string) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    requiredText(required).regex(/^\d+(\.\d+)?$/, noNumber),
  );

/** The education background form; years and results are typed. */
export const educationForm = formWith(
  z.object({
    lastAttendedHighSchool: requiredText('Last Attended HighSchool is required'),
    highSchoolAddress: requiredText('HighSchool Address is required'),
    grade10Result: typed('Grade 10 Result is required', noLetters('Grade 10 Result', '3.5')),
    grade10Year: typed(grade10Year, noLetters('Grade 10 exam taken year', '2017')),
    grade12Result: typed('Grade 12 Result is required', noLetters('Grade 12 Result', '512')),
    grade12Year: typed(grade12Year, noLetters('Grade 12 exam taken year', '2019')),
  }),
  checkYears,
);
export type EducationForm = z.infer<typeof educationForm>;

/** The education background as it is sent; years and results as numbers or as text. */
export const educationData = z
  .object({
    lastAttendedHighSchool: requiredText('Last Attended HighSchool is required'),
    highSchoolAddress: requiredText('HighSchool Address is required'),
    grade10Result: numeric,
    grade10Year: numeric,
    grade12Result: numeric,
    grade12Year: numeric.describe(
      `At least ${limits.grades.minYearsBetween} years after grade10Year.`,
    ),
  })
  .superRefine(checkYears);
export type EducationData = z.infer<typeof educationData>;

function checkYears(
  years: { grade10Year?: unknown; grade12Year?: unknown },
  context: z.RefinementCtx,
): void {
  const [grade10, grade12] = [years.grade10Year, years.grade12Year];
  const untyped = [grade10, grade12].some((year) => (year ?? '') === '');
  if (untyped || Number(grade12) - Number(grade10) >= limits.grades.minYearsBetween) return;
  context.addIssue({
    code: 'custom',
    path: ['grade12Year'],
    message: 'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year',
  });
}

/** From the checked education form to the wire: years and results become numbers. */
export function toEducationData(form: EducationForm): EducationData {
  return {
    ...form,
    grade10Result: Number(form.grade10Result),
    grade10Year: Number(form.grade10Year),
    grade12Result: Number(form.grade12Result),
    grade12Year: Number(form.grade12Year),
  };
}
