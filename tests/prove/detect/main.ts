/**
 * `npm run prove:detect [-- SEED …]`: `admissions detect` on hundreds of backends. Writes docs/detect.md; fails when one
 * setting was wrong, or a harmless request changed anything. With seeds, tells of these backends and writes nothing.
 */
import { writeFile } from 'node:fs/promises';
import { dialectSettings, readingIn } from '@one-planet/contract';
import { type Case, caseOf } from './cases.ts';
import { detectMarkdown } from './markdown.ts';
import { mistakesOf, type Tried, tryCase } from './trial.ts';

const count = 300;
const seeds = process.argv.slice(2).map(Number);

function tell({ style, dialect, harmless, registering }: Tried): void {
  console.log(JSON.stringify(style));
  for (const [at, setting] of dialectSettings.entries()) {
    const { operation, name } = setting;
    const truth = JSON.stringify(readingIn(dialect, setting));
    console.log(
      `${operation} ${name}: ${truth}, ${harmless.verdicts[at]}, ${registering.verdicts[at]} (${registering.why[at]})`,
    );
  }
  console.log(registering.warnings.join('\n'));
}

const all = seeds.length > 0 ? seeds : Array.from({ length: count }, (_, at) => at + 1);
const tried: Tried[] = [];
for (const one of all.map((seed): Case => caseOf(seed))) {
  tried.push({ ...one, ...(await tryCase(one)) });
  process.stderr.write(`\r${tried.length} of ${all.length}`);
}
process.stderr.write('\n');
if (seeds.length > 0) tried.forEach(tell);
else await writeFile(new URL('../../../docs/detect.md', import.meta.url), detectMarkdown(tried));
const mistakes = tried.flatMap(mistakesOf);
console.log(mistakes.join('\n') || 'Nothing was wrong, and nothing was changed.');
process.exitCode = mistakes.length > 0 ? 1 : 0;
