/**
 * `npm run prove:detect [-- SEED …]`: `admissions detect` on many backends. Writes docs/detect.md; fails when one setting
 * was wrong, or a harmless request changed anything. With seeds, prints what was found on these backends and writes nothing.
 */
import { writeFile } from 'node:fs/promises';
import { caseOf } from './backends.ts';
import { type Outcome, runs, type Trial, tryCase } from './trial.ts';

const count = 100;
const seeds = process.argv.slice(2).map(Number);

function detectMarkdown(trials: readonly Trial[]): string {
  const outcomes = trials.flatMap((trial) => trial.outcomes);
  const isHarmless = !trials.some(({ mistakes }) => String(mistakes).includes('harmless'));
  const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
  const ofEach = (title: string, some: readonly Outcome[] = outcomes) =>
    row(title, ...runs.map((run) => cell(some.filter((one) => one.run === run))));
  const of = (by: 'server' | 'setting', title: string) =>
    outcomes.filter((one) => one[by] === title);
  const titles = (by: 'server' | 'setting') => [...new Set(outcomes.map((one) => one[by]))];
  const each = runs.length * titles('setting').length;
  const servers = titles('server')
    .sort()
    .map((title) => {
      const some = of('server', title);
      return ofEach(`${some.length / each} × ${title}`, some);
    });
  const settings = titles('setting').map((title) => ofEach(title, of('setting', title)));
  const requests = runs.map((_, run) => {
    const all = trials.map((one) => one.requests[run] ?? 0).sort((a, b) => a - b);
    return `median ${all[all.length >> 1]}, most ${all.at(-1)}`;
  });
  const line = '|---|---|---|';
  return `${[
    '# What `detect` finds',
    '',
    `Written by \`npm run prove:detect\`: \`admissions detect\` on ${trials.length} backends: mocks, each with a mixture of dialects and most with a style of refusing drawn from all there are (\`styleChoices\` in \`tests/prove/detect/backends.ts\`), and the tests' second backend in both readings. A strict server refuses fields it does not know. The harmless requests changed ${isHarmless ? 'nothing on any backend' : '**something**'}.`,
    '',
    "Cells are right / unknown / wrong: *right* and *wrong* are settings that were called sure. Half of the mocks have names and paths that are nobody's reading, some hardly any other, and half of the paths with one reading are others: no `detect` can find these. Without `--register` they count as unknown (in brackets those whose name it pointed out); with it they were given in a partly written `--dialect`, and do not count. Where activation sets the password, `createPassword` is never sent, and its path stays unknown.",
    '',
    row('Server', ...runs),
    line,
    ...servers,
    ofEach('All'),
    row('Requests', ...requests),
    '',
    row('Setting', ...runs),
    line,
    ...settings,
  ].join('\n')}\n`;
}

function cell(outcomes: readonly Outcome[]): string {
  const of = (verdict: Outcome['verdict']) =>
    outcomes.filter((one) => one.verdict === verdict).length;
  const hinted = of('hinted') > 0 ? ` (${of('hinted')})` : '';
  return `${of('right')} / ${of('unknown') + of('hinted')}${hinted} / ${of('wrong')}`;
}

const all = seeds.length > 0 ? seeds : Array.from({ length: count }, (_, at) => at + 1);
const trials: Trial[] = [];
for (const seed of all) {
  trials.push(await tryCase(caseOf(seed)));
  process.stderr.write(`\r${trials.length} of ${all.length}`);
}
process.stderr.write('\n');
if (seeds.length > 0)
  console.log(trials.flatMap((trial) => trial.outcomes.map(({ said }) => said)).join('\n'));
else await writeFile(new URL('../../../docs/detect.md', import.meta.url), detectMarkdown(trials));
const mistakes = trials.flatMap((trial) => trial.mistakes);
console.log(mistakes.join('\n') || 'Nothing was wrong, and nothing was changed.');
process.exitCode = mistakes.length > 0 ? 1 : 0;
