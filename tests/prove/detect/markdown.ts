/** docs/detect.md. */
import { dialectSettings } from '@one-planet/contract';
import { type Style, styleChoices } from './cases.ts';
import type { Run, Tried, Verdict } from './trial.ts';

type Kind = 'harmless' | 'registering';

const kinds: Readonly<Record<Kind, string>> = {
  harmless: '`detect`',
  registering: '`detect --register`',
};

/** What each difference between the styles means, and how its values are called. */
const differences: Readonly<Record<keyof Style, string>> = {
  parser: 'Unknown fields are ignored (lenient) or refused (strict)',
  names: 'A refusal names one problem, all, or none',
  form: 'A refusal is JSON with a message, a problem document with a list, text, or empty',
  fields: 'A problem names its field as it is on the wire (quoted), or in words (labelled)',
  wrongInput: 'The status of wrong input',
  unknownPath: 'The status of an unknown path',
  wrongMethod: 'The status of a method that is not offered (404: as an unknown path)',
  order: 'The order in which fields are looked at',
  strangers: 'Unknown fields are looked for before (first) or after the rules',
  extra:
    'Beside it, a refusal repeats the body (echo), suggests names, has times, counters and ids (changing), or a word by chance (random)',
  lookup: 'Accounts and tokens are looked up after (late) or before (early) the body is read',
  routing: 'A path leads to its operation exactly, or everything below it does too (prefix)',
  parsing: 'A body that is no JSON is refused after (late) or before (early) the path is looked up',
  leftovers: 'The paths of other readings do not exist (none), or answer 410 (gone)',
  limit:
    'Every 20th request is answered with 429 and passes when it is repeated (passing), or none is',
};

export function detectMarkdown(tried: readonly Tried[]): string {
  const lines = [
    '# What `detect` finds',
    '',
    `Written by \`npm run prove:detect\`: \`admissions detect\` on ${tried.length} backends, each with a mixture of dialects and a style of refusing drawn from all there are. *Right* and *wrong* are settings that were called sure; the others are unknown. The harmless requests changed ${tried.every(({ changed }) => changed.length === 0) ? 'nothing on any backend' : '**something**'}.`,
    '',
    '| | Settings | Right | Unknown | Wrong | Requests, median | most |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(kinds).map(([kind, name]) =>
      totals(
        name,
        tried.map((one) => one[kind as Kind]),
      ),
    ),
    '',
    "Cells are right / unknown / wrong. A free path (one reading) can only be right where it is the contract's; half of the backends have another one, which nothing but their team can tell. Where activation sets the password, `createPassword` is never sent, and its path stays unknown.",
    '',
    `| Setting | ${Object.values(kinds).join(' | ')} |`,
    '|---|---|---|',
    ...rows((at) => Object.keys(kinds).map((kind) => cell(tried, kind as Kind, at))),
  ];
  for (const [name, sentence] of Object.entries(differences)) {
    const values = styleChoices[name as keyof Style];
    const columns = values.flatMap((value) =>
      Object.keys(kinds).map((kind) => ({ value, kind: kind as Kind })),
    );
    lines.push(
      '',
      `## ${sentence}`,
      '',
      `| Setting | ${columns.map(({ value, kind }) => `${value}${kind === 'registering' ? ', `--register`' : ''}`).join(' | ')} |`,
      `|---${'|---'.repeat(columns.length)}|`,
      ...rows((at) =>
        columns.map(({ value, kind }) =>
          cell(
            tried.filter(({ style }) => style[name as keyof Style] === value),
            kind,
            at,
          ),
        ),
      ),
    );
  }
  return `${lines.join('\n')}\n`;
}

function rows(cellsOf: (at: number) => string[]): string[] {
  return dialectSettings.map(
    ({ operation, name }, at) => `| \`${operation}\` \`${name}\` | ${cellsOf(at).join(' | ')} |`,
  );
}

function cell(tried: readonly Tried[], kind: Kind, at: number): string {
  const verdicts = tried.map((one) => one[kind].verdicts[at] as Verdict);
  return counts(verdicts).join(' / ');
}

function totals(name: string, runs: readonly Run[]): string {
  const verdicts = runs.flatMap((run) => run.verdicts);
  const requests = runs.map((run) => run.requests).sort((a, b) => a - b);
  const cells = [
    verdicts.length,
    ...counts(verdicts),
    requests[requests.length >> 1],
    requests.at(-1),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}

function counts(verdicts: readonly Verdict[]): number[] {
  return (['right', 'unknown', 'wrong'] as const).map(
    (kind) => verdicts.filter((verdict) => verdict === kind).length,
  );
}
