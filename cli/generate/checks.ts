/** docs/checks.md: one entry a check, with what it catches and a sample of what it then says. */
import { readFileSync } from 'node:fs';
import { catalogue } from '../src/checks/catalogue/index.ts';
import type { Check } from '../src/checks/check.ts';

interface Sample {
  fault: string;
  expected: string;
  got: string;
}

const detection = new URL('../../tests/prove/detection.json', import.meta.url);

export function renderChecks(): string {
  const samples = (
    JSON.parse(readFileSync(detection, 'utf8')) as { checks: Record<string, Sample> }
  ).checks;
  const names = [...new Set(catalogue.map(groupOf))];
  const groups = names.map(
    (name) => [name, catalogue.filter((check) => groupOf(check) === name)] as const,
  );
  const levels = ['must', 'should', 'info'].map(
    (level) => `${catalogue.filter((check) => check.level === level).length} ${level}`,
  );
  const lines = [
    '# The checks',
    '',
    `Written by \`npm run generate\` from the catalogue: ${catalogue.length} checks (${levels.join(', ')}). "Caught"`,
    'names one fault of the mock backend that trips the check, with what the report then says; [detection.md](detection.md)',
    'has all faults.',
    '',
    '- **must**: the specification states it, and the site breaks or a person is harmed without it. A finding fails the run.',
    '- **should**: the specification is silent, any sensible backend does it. A finding fails the run with `--strict`.',
    '- **info**: a tolerated difference, told and never failed.',
    '',
    ...names.map((name) => `- [${name}](#${anchor(name)})`),
    '',
    ...groups.flatMap(([name, checks]) => [
      `## ${name}`,
      '',
      ...checks.flatMap((check) => entry(check, samples[check.id])),
    ]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function entry(check: Check, sample: Sample | undefined): string[] {
  const { id, level, sentence, spec, proves, leavesOpen } = check;
  return [
    `### \`${id}\``,
    '',
    `**${level}** · ${sentence}`,
    '',
    `- Where: ${spec}`,
    `- Proves: ${proves}`,
    `- Leaves open: ${leavesOpen}`,
    ...(sample
      ? [
          `- Caught: \`${sample.fault}\`: expected ${text(sample.expected)}, got ${text(sample.got)}`,
        ]
      : []),
    '',
  ];
}

/** A server's text must not become Markdown. */
function text(value: string): string {
  return `\`${value.replaceAll('`', "'")}\``;
}

function groupOf({ operation }: Check): string {
  return operation ?? 'The whole backend';
}

function anchor(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\w ]/g, '')
    .replaceAll(' ', '-');
}
