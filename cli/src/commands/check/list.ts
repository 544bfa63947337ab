/** The checks in words: a line each, all of them as a Markdown page, or all that is known of one. */
import { rulePlace } from '@one-planet/contract';
import { type Check, levels } from '../../checks/check.ts';
import { lineWidth } from '../../process/terminal.ts';
import { wrap } from '../../report/text.ts';

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
    '- **must**: the site breaks or a person is harmed without it. A finding fails the run.',
    '- **should**: nothing breaks at once, but any sensible backend does it. A finding fails the run with `--strict`.',
    '- **info**: a tolerated difference, reported and never failed.',
    ...[...new Set(checks.map(groupOf))].flatMap((group) => [
      '',
      `## ${group}`,
      ...checks.filter((check) => groupOf(check) === group).flatMap(entry),
    ]),
  ];
}

function entry({ id, level, sentence, rule, proves, leavesOpen }: Check): string[] {
  return [
    '',
    `### \`${id}\``,
    '',
    `**${level}** · ${sentence}`,
    '',
    `- Rule: [${rule}](${rulePlace(rule)})`,
    `- Proves: ${proves}`,
    `- Leaves open: ${leavesOpen}`,
  ];
}

/** @param texts what each rule says, by its name */
export function explainCheck(
  { id, level, sentence, rule, proves, leavesOpen, stage }: Check,
  texts: Readonly<Record<Check['rule'], readonly string[]>>,
): string[] {
  return [
    `${id} (${level})`,
    '',
    ...wrap(sentence, width, '  ').map((one, at) => (at === 0 ? `  ${one}` : one)),
    '',
    ...labelled('rule', rulePlace(rule)),
    ...texts[rule].flatMap((text) => labelled('', text)),
    '',
    ...labelled('proves', proves),
    ...labelled('leaves open', leavesOpen),
    ...(stage ? labelled('applicant', `in the state ${stage}`) : []),
    // Not broken: it is there to be copied.
    `  ${'run it'.padEnd(12)}admissions check --only '${id}'`,
  ];
}

const width = lineWidth();
const indent = ' '.repeat(14);

function labelled(label: string, text: string): string[] {
  const [first = '', ...rest] = wrap(text, width, indent);
  return [`  ${label.padEnd(12)}${first}`, ...rest];
}
