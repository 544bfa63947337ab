import { limits } from '@one-planet/contract/limits';
import { formTexts } from '../../texts/form-words.ts';

const { grade10Result, grade12Result } = limits.grades;

/** The usual values of numeric fields and of the year of a date, by the name of the field's first control. */
const usualRanges: Readonly<Record<string, { min: number; max: number }>> = {
  grade10Result,
  grade12Result,
  // From Ethiopian years, which are 7 or 8 behind, to Gregorian ones.
  grade10Year: { min: 1950, max: new Date().getFullYear() },
  grade12Year: { min: 1950, max: new Date().getFullYear() },
  dateOfBirthDay: { min: 1930, max: new Date().getFullYear() },
};

/**
 * A question about an answer that is allowed but unusual, e.g. a result above the highest one. Nothing is refused for it.
 * @param controlName the name of the field's first control
 * @param answer the typed number, or of a date its year
 * @returns the question, or `undefined` if the answer is usual
 */
export function findDoubt(controlName: string, answer: string): string | undefined {
  const range = usualRanges[controlName];
  const number = Number(answer.replace(',', '.'));
  if (!range || answer.trim() === '' || (number >= range.min && number <= range.max))
    return undefined;
  return formTexts.check.doubt(range.min, range.max);
}
