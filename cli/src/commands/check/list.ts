/** The checks in words: a line each, all of them as a Markdown page, or all that is known of one. */
import { type Check, levels } from '../../checks/check.ts';

export function listChecks(checks: readonly Check[]): string[] {
  return [
    ...checks.map(({ id, level }) => `${level.padEnd(7)}${id}`),
    '',
    `${checks.length} checks. To see what one of them proves: admissions check --explain ID`,
  ];
}

export function markdownList(checks: readonly Check[]): string[] {
  const groupOf = (check: Check): string => check.operation ?? 'The whole backend';
  const counts = levels.map(
    (level) => `${checks.filter((check) => check.level === level).length} ${level}`,
  );
  return [
    '# The checks',
    '',
    `${checks.length} checks: ${counts.join(', ')}.`,
    '',
    '- **must**: the specification states it, and the site breaks or a person is harmed without it. A finding fails the run.',
    '- **should**: the specification is silent, any sensible backend does it. A finding fails the run with `--strict`.',
    '- **info**: a tolerated difference, reported and never failed.',
    ...[...new Set(checks.map(groupOf))].flatMap((group) => [
      '',
      `## ${group}`,
      ...checks.filter((check) => groupOf(check) === group).flatMap(entry),
    ]),
  ];
}

function entry({ id, level, sentence, spec, proves, leavesOpen }: Check): string[] {
  return [
    '',
    `### \`${id}\``,
    '',
    `**${level}** · ${sentence}`,
    '',
    `- Where: ${spec}`,
    `- Proves: ${proves}`,
    `- Leaves open: ${leavesOpen}`,
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
    line('run it', `admissions check --only '${id}'`),
  ];
}
