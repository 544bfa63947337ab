/** `npm run bench`: measures everything, or the named groups, prints the tables and writes them to BENCHMARKS.md. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { cliFigures } from './cli.ts';
import { costFigures } from './cost.ts';
import { tableOf, withSection } from './document.ts';
import type { Figure } from './figures.ts';
import { loadFigures } from './load.ts';
import { loadMemoryFigures } from './load-memory.ts';
import { mockFigures } from './mock.ts';
import { paintFigures } from './paint.ts';
import { sdkFigures } from './sdk.ts';
import { siteFigures } from './site.ts';
import { typingFigures } from './typing.ts';

const root = new URL('../../', import.meta.url);
const file = new URL('BENCHMARKS.md', root);

const groups: Record<string, { title: string; measure: () => Promise<Figure[]> }> = {
  cli: { title: 'Command line', measure: cliFigures },
  sdk: { title: 'SDK', measure: sdkFigures },
  mock: { title: 'Mock backend', measure: mockFigures },
  load: { title: 'Load', measure: loadFigures },
  'load-memory': { title: 'Load, 10,000 applicants', measure: loadMemoryFigures },
  site: { title: 'Site', measure: siteFigures },
  paint: { title: 'First paint', measure: paintFigures },
  cost: { title: 'Cost of a page in data', measure: costFigures },
  typing: { title: 'Typing', measure: typingFigures },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
  console.error(`no group "${unknown.join('", "')}"; known are ${Object.keys(groups).join(', ')}`);
  process.exit(2);
}

execFileSync('npm', ['run', '--silent', 'bundle', '-w', 'cli'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
for (const [name, { title, measure }] of Object.entries(groups)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring: ${name}`);
  const table = tableOf(await measure());
  console.log(`## ${title}\n\n${table}\n`);
  // Written after each group: the next may take long.
  const text = withSection(await readFile(file, 'utf8'), title, `${await machine()}\n\n${table}`);
  await writeFile(file, text);
}

async function machine(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${model}), ${memory} GB, ${process.platform}; Node ${process.version}; version ${version}.`;
}
