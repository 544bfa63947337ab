import { readFileSync } from 'node:fs';
import type { Detection } from '../detection.ts';
import { installCommand } from './installed.ts';
import type { Found, Peer } from './peer.ts';
import type { Case } from './sample.ts';

/** A peer, the version that was found, and what it said of each server. */
export interface Tried {
  peer: Peer;
  /** `undefined` when it is not installed. */
  version: string | undefined;
  results: Readonly<Record<string, Found>>;
}

/** Renders the comparison as a page. */
export function render(tried: readonly Tried[], cases: readonly Case[]): string {
  const faults = cases.filter(({ kind }) => kind === 'fault');
  const harmless = cases.filter(({ kind }) => kind === 'harmless');
  const present = tried.filter(({ version }) => version !== undefined);
  const classes = [...new Set(faults.map((fault) => fault.class))];
  const names = present.map(({ peer }) => peer.name);
  return [
    '# Other tools on the same broken servers',
    '',
    `Each tool ran once on a healthy mock server, on ${faults.length} servers with one fault each and on ${harmless.length} with a variation that is right too. A fault counts as caught when the tool's findings differ from those on the healthy server.`,
    '',
    'None of these tools was made for this job: they hold a server against its description, and most of these faults break promises that an OpenAPI document cannot make. So that they have more to go by than random values, all are given the same prepared calls: every operation once with success, and the refusals that the document declares, with the status that is right. Their tokens, ids and links were got from the very server under test; where its fault spoils the preparation, the tool meets the consequences, and that counts for it.',
    '',
    'In fairness to all of them: `admissions check` and these faults grew side by side. Servers nobody here wrote say more; the second backend in the tests is one step there.',
    '',
    ...table(
      [
        'Tool',
        'Faults caught',
        'Findings on the healthy server',
        'Variations taken for faults',
        'Median of a run',
      ],
      [
        ...present.map(({ peer, version, results }) => [
          `${peer.name} ${version}`,
          `${caught(results, faults).length} of ${made(results, faults).length}`,
          `${results.healthy?.findings.length}`,
          `${caught(results, harmless).length} of ${made(results, harmless).length}`,
          `${median(Object.values(results).map(({ seconds }) => seconds)).toFixed(1)} s`,
        ]),
        ownRow(faults, harmless),
      ],
    ),
    '## By class of fault',
    '',
    ...table(
      ['Class', 'Faults', ...names],
      classes.map((kind) => {
        const some = faults.filter((fault) => fault.class === kind);
        const counts = present.map(({ results }) => {
          const all = made(results, some).length;
          const number = `${caught(results, some).length}`;
          return all < some.length ? `${number} (of ${all})` : number;
        });
        return [kind, `${some.length}`, ...counts];
      }),
    ),
    '## What each is made for, and how it was run',
    '',
    ...tried.flatMap(describe),
    ...present.flatMap(({ peer, results }) => alarms(peer, caught(results, harmless))),
  ].join('\n');
}

/** The cases a tool was run on: a comparison that was stopped early says so by these numbers. */
function made(results: Tried['results'], cases: readonly Case[]): Case[] {
  return cases.filter(({ kind, name }) => results[`${kind} ${name}`] !== undefined);
}

/** `admissions check` on the same servers, as the last whole proof knows it. */
function ownRow(faults: readonly Case[], harmless: readonly Case[]): string[] {
  const file = new URL('../detection.json', import.meta.url);
  const known = (JSON.parse(readFileSync(file, 'utf8')) as Detection).faults;
  const own = faults.filter(({ name }) => (known[name] ?? []).length > 0);
  const time = 'see BENCHMARKS.md';
  return [
    '`admissions check`',
    `${own.length} of ${faults.length}`,
    '0',
    `0 of ${harmless.length}`,
    time,
  ];
}

function describe({ peer, version }: Tried): string[] {
  const absent = version === undefined ? ' It was not installed here and did not run.' : '';
  return [
    `**${peer.name}.** ${peer.madeFor} ${peer.how}${absent} To install it: \`${installCommand(peer)}\`.`,
    '',
  ];
}

function alarms({ name }: Peer, wrong: readonly Case[]): string[] {
  if (wrong.length === 0) return [];
  return [
    `Variations that ${name} took for faults: ${wrong.map((one) => one.name).join(', ')}.`,
    '',
  ];
}

/** @returns the cases on which the findings differ from those on the healthy server */
function caught(results: Tried['results'], cases: readonly Case[]): Case[] {
  const normal = [...new Set(results.healthy?.findings)].sort().join('\n');
  return cases.filter(({ kind, name }) => {
    const found = results[`${kind} ${name}`];
    return found && [...new Set(found.findings)].sort().join('\n') !== normal;
  });
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
