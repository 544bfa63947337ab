/** The part of docs/detection.md about mutants. */
import { reasonFor, reasons } from './reasons.ts';
import type { Record, Summary } from './record.ts';
import type { TargetName } from './targets.ts';

export function mutantsMarkdown(record: Record): string {
  const proven = Object.entries(record) as [TargetName, Summary][];
  const lines = [
    '# Mutants of two backends',
    '',
    'The third measure needs none of our faults: [StrykerJS](https://stryker-mutator.io) changes the',
    'source of a working backend in one place, by its own rules (a condition negated, a block emptied, a text replaced),',
    'and all checks run on it until one fails. `mock` is our mock backend: the code behind its API, without its pages, its seed and',
    'its questions. `second` is the backend of `tests/second-backend`, which shares no code with it and was written from the',
    'specification alone, without its outbox, its lists of questions and countries.',
    '',
    '| Backend | Made | Proved | Killed | Survived | of these for a reason | Killed of those that matter | Not reached | Does not start | Stuck |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...proven.map(row),
    '',
    '- *Killed*: a check of level must or should failed.',
    '- *Survived*: no check failed. A reason is a judgement, written down for each change in',
    '  `tests/prove/mutants/reasons.json`, where it can be disputed; what has none counts against the checks.',
    '- *Not reached*: no check, in a healthy run, leads to that piece of the source.',
    '- *Does not start*: the backend ends with an error before its first answer, or in the middle: nothing to be checked.',
    '- *Stuck*: it stops answering altogether. A check would report that as silence; here it is counted apart.',
    '',
    'Where not all are proved, those that are reached are a random sample. A mutant matters when it is killed, or survives',
    'without a reason.',
    '',
    'Repeat it with `npm run mutants -- --all`, a sample with `--sample N --seed N`, one with `npm run mutants -- NAME`.',
    '',
    'What this does not show: faults that need more than one change, and faults of backends that are built otherwise.',
    '',
    '| Reason | What it means |',
    '|---|---|',
    ...reasons.map(({ category, why }) => `| ${category} | ${why} |`),
    '',
    ...proven.flatMap(([target, summary]) => survivors(target, summary)),
  ];
  return lines.join('\n').trim();
}

function row([target, summary]: [TargetName, Summary]): string {
  const { made, proved, killed, survivors: all, unreached, crash, stuck } = summary;
  const explained = all.filter((one) => reasonFor(one) !== undefined).length;
  const share = Math.floor((100 * killed) / Math.max(1, killed + all.length - explained));
  const rest = [unreached.length, crash, stuck];
  const cells = [made, proved, killed, all.length, explained, `${share} %`, ...rest];
  return `| ${[target, ...cells].join(' | ')} |`;
}

function survivors(target: TargetName, { survivors: all, unreached }: Summary): string[] {
  return [
    `## Survivors of ${target}`,
    '',
    '| Place | Was | Became | Reason |',
    '|---|---|---|---|',
    ...all.map((one) => {
      const { file, line, original, replacement } = one;
      const place = `${file}:${line}`;
      return `| ${place} | ${code(original)} | ${code(replacement)} | ${reasonFor(one) ?? '**none**'} |`;
    }),
    '',
    ...(unreached.length > 0
      ? [
          `Not reached: ${[...byFile(unreached)].map(([file, lines]) => `${file} (${lines.join(', ')})`).join('; ')}`,
          '',
        ]
      : []),
  ];
}

function byFile(all: Summary['unreached']): Map<string, number[]> {
  const files = new Map<string, number[]>();
  for (const { file, line } of all) {
    const lines = files.get(file) ?? [];
    if (!lines.includes(line)) lines.push(line);
    files.set(file, lines);
  }
  return files;
}

const mostText = 80;

function code(text: string): string {
  const short = text.length > mostText ? `${text.slice(0, mostText)}…` : text;
  return short ? `\`${short.replaceAll('|', '\\|').replaceAll('`', "'")}\`` : '(nothing)';
}
