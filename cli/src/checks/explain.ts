/** A check in words: its line in a list, and all that is known of it. */
import type { Check } from './check.ts';

export function listChecks(checks: readonly Check[]): string[] {
  return [
    ...checks.map(({ id, level }) => `${level.padEnd(7)}${id}`),
    '',
    `${checks.length} checks. What one of them proves: admissions check --explain ID`,
  ];
}

export function explainCheck(check: Check): string[] {
  const { id, level, sentence, spec, proves, leavesOpen, stage } = check;
  const line = (label: string, text: string) => `  ${label.padEnd(12)}${text}`;
  return [
    `${id} (${level})`,
    '',
    `  ${sentence}`,
    '',
    line('where', spec),
    line('proves', proves),
    line('leaves open', leavesOpen),
    ...(stage ? [line('applicant', `in the state ${stage}`)] : []),
    line('make it', `admissions check --only '${id}'`),
  ];
}
