/** docs/detection.md. */
import { catalogue } from '../../cli/src/checks/catalogue/index.ts';
import type { Proven, Verdict } from './verdict.ts';

const mostIds = 3;

export function detectionMarkdown(verdict: Verdict): string {
  const { faults, healthy, missed, should, alarms, untripped } = verdict;
  const classes = [...new Set(faults.map((one) => one.class ?? ''))];
  const lines = [
    '# What the checks catch',
    '',
    'Written by `npm run prove`: every check against a mock backend that is broken in one way at a time, and',
    'against backends that differ but are correct.',
    '',
    '| | |',
    '|---|---|',
    `| Checks | ${catalogue.length} |`,
    `| Faults | ${faults.length} |`,
    `| Faults caught | ${faults.length - missed.length} (${should.length} of them by a "should" alone: seen in every run, failing with \`--strict\`) |`,
    `| Healthy backends | ${healthy.length} |`,
    `| False alarms | ${alarms.length} |`,
    `| Checks no fault trips | ${untripped.length} |`,
    '',
    ...(untripped.length > 0 ? [`Not tripped: ${untripped.map(code).join(', ')}`, ''] : []),
    '## Healthy backends',
    '',
    'Dialects, mixtures of them, and differences the decisions tolerate. None may fail a check of any level.',
    '',
    '| Backend | What is different | Failed |',
    '|---|---|---|',
    ...healthy.map(({ name, sentence, proof }) => row(code(name), sentence, ids(proof) || 'none')),
    '',
    ...classes.flatMap((kind) => [
      `## Faults: ${kind}`,
      '',
      '| Fault | What the backend does | Caught by | Blocked |',
      '|---|---|---|---|',
      ...faults.filter((one) => one.class === kind).map(faultRow),
      '',
    ]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function faultRow({ name, sentence, proof }: Proven): string {
  return row(code(name), sentence, ids(proof) || '**missed**', proof.blocked || '');
}

function ids({ must, should }: Proven['proof']): string {
  const all = [...must.map(code), ...should.map((id) => `${code(id)} (should)`)];
  const more = all.length > mostIds ? ` and ${all.length - mostIds} more` : '';
  return all.slice(0, mostIds).join(', ') + more;
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function code(text: string): string {
  return `\`${text}\``;
}
