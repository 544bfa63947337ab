import { useNextIntake } from '../../content/intake.ts';
import { useContent } from '../../content/use-content.ts';
import type { Program } from '../../site/records.ts';
import { texts } from './words.ts';

/** What is known of a program in short, by its label. */
export function useProgramFacts(program: Program): [label: string, value: string][] {
  const { accreditation } = useContent();
  const intake = useNextIntake();
  const { one } = texts;
  const all: [label: string, value: string | undefined][] = [
    [one.studyLevel, program.studyLevel],
    [one.duration, program.duration],
    [one.modality, program.modality],
    // Despite its name it holds the credit hours (website specification, section 2).
    [one.totalCreditHours, program.feePerCreditHour],
    [one.starts, intake?.starts],
    [one.applyBy, intake?.applyBy],
    [one.accreditedBy, accreditation?.by],
  ];
  return all.flatMap(([label, value]) => (value ? [[label, value]] : []));
}
