/** The part of docs/detection.md about generated faults. */
import { classes, type Generated, type GeneratedClass } from './generated.ts';
import { generated } from './index.ts';
import { type GeneratedProof, type Outcome, outcomes } from './prove.ts';
import { reasonFor, reasons } from './reasons.ts';
import type { Record } from './record.ts';

export function generatedMarkdown(record: Record): string {
  const proven = generated.flatMap((one) => {
    const proof = record.get(one.name);
    return proof ? [{ ...one, proof }] : [];
  });
  const kinds = Object.keys(classes) as GeneratedClass[];
  const named: readonly [Outcome, string][] = [
    ['alarm', 'False alarms'],
    ['crash', 'Without a result'],
    ['unknowable', 'Only the backend can know'],
  ];
  const lines = [
    '# Generated faults',
    '',
    'The faults above were written by the people who wrote the checks, so they find what their authors thought of.',
    'These were not written by anybody: `tests/prove/generated` derives them from the response schemas, the request',
    'schemas and the tables of operations and states of the contract, and knows no check. Nobody chose among them.',
    '',
    `Made: ${generated.length}. Proved so far: ${proven.length}. Repeat it with \`npm run prove -- --all\`, or one of them with \`npm run prove -- NAME\`;`,
    '`npm run prove` repeats a sample (`--sample N`, `--seed N`). Every result is in `tests/prove/generated.json`.',
    '',
    '| Class | What is derived | Made | Matter | Caught | Missed | Missed for a reason |',
    '|---|---|---|---|---|---|---|',
    ...kinds.map((kind) =>
      row(
        kind,
        classes[kind],
        proven.filter((one) => one.class === kind),
      ),
    ),
    row('**all**', '', proven),
    '',
    'A fault matters when it is caught, or missed without a reason. The others do not count, in either direction:',
    '',
    ...(Object.keys(outcomes) as Outcome[]).map(
      (outcome) => `- ${outcome}, ${count(proven, outcome)}: ${outcomes[outcome]}`,
    ),
    '',
    'How they are told apart: *tolerated* by the schema (an optional field may be absent, null or empty); *same* by',
    'counting in the run how often the fault changed anything; *only the backend can know* by watching one healthy run,',
    'in which no request and no other operation holds the value of that field. A fault that needs a request which no',
    'check sends is missed, not *same*.',
    '',
    'What this does not show: faults in two places at once, faults over time, and values the run never had, such as a',
    'name with letters that a wrong encoding would break.',
    '',
    ...(reasons.length > 0 ? ['| Reason | What it means |', '|---|---|'] : []),
    ...reasons.map(({ category, why }) => `| ${category} | ${why} |`),
    '',
    ...list(
      'Missed',
      proven.filter((one) => isMissed(one) && !reasonFor(one.name)),
    ),
    ...list(
      'Missed for a reason',
      proven.filter((one) => isMissed(one) && reasonFor(one.name)),
    ),
    ...named.flatMap(([outcome, title]) =>
      list(
        title,
        proven.filter(({ proof }) => proof.outcome === outcome),
      ),
    ),
  ];
  return lines.join('\n').trim();
}

type Proven = Generated & { proof: GeneratedProof };

function isMissed({ proof }: Proven): boolean {
  return proof.outcome === 'missed';
}

function count(proven: readonly Proven[], outcome: Outcome): number {
  return proven.filter(({ proof }) => proof.outcome === outcome).length;
}

function row(kind: string, what: string, proven: readonly Proven[]): string {
  const caught = count(proven, 'caught');
  const missed = proven.filter(isMissed);
  const explained = missed.filter(({ name }) => reasonFor(name) !== undefined).length;
  const open = missed.length - explained;
  return `| ${[kind, what, proven.length, caught + open, caught, open, explained].join(' | ')} |`;
}

/** One line for each operation and field: the ways stand side by side. */
function list(title: string, proven: readonly Proven[]): string[] {
  if (proven.length === 0) return [];
  const places = new Map<string, string[]>();
  for (const { name, proof } of proven) {
    const [place, way] = [
      name.slice(0, name.lastIndexOf('/')),
      name.slice(name.lastIndexOf('/') + 1),
    ];
    const said = proof.outcome === 'missed' ? (reasonFor(name) ?? proof.by) : proof.by;
    const why = said && proof.outcome !== 'unknowable' ? ` (${said})` : '';
    places.set(place, [...(places.get(place) ?? []), `${way}${why}`]);
  }
  return [
    `## ${title}`,
    '',
    ...[...places].map(([place, ways]) => `- \`${place}\`: ${ways.join(', ')}`),
    '',
  ];
}
