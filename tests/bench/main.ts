/** `npm run bench [-- GROUP …]`: measures everything, or the named groups, prints the tables and writes them to BENCHMARKS.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { runWorkspaceScript } from '../support/global-setup.ts';
import { type Figure, tableOf } from './figures.ts';
import { commandFigures, libraryFigures } from './programs.ts';
import { siteFigures, typingFigures } from './site.ts';

const root = new URL('../../', import.meta.url);
const file = new URL('BENCHMARKS.md', root);

const groups: Record<string, { title: string; measure: () => Promise<Figure[]> }> = {
  command: { title: 'Command line', measure: commandFigures },
  libraries: { title: 'SDK and mock backend', measure: libraryFigures },
  site: { title: 'Site', measure: siteFigures },
  typing: { title: 'Typing', measure: typingFigures },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
  console.error(`no group "${unknown.join('", "')}"; known are ${Object.keys(groups).join(', ')}`);
  process.exit(2);
}

runWorkspaceScript('bundle', 'cli');
for (const [name, { title, measure }] of Object.entries(groups)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring: ${name}`);
  const table = tableOf(await measure());
  console.log(`## ${title}\n\n${table}\n`);
  // Written after each group: the next may take long.
  const text = withSection(await readFile(file, 'utf8'), title, `${await machine()}\n\n${table}`);
  await writeFile(file, text);
}

/** @returns the document with this section in the place of the one with its title, or appended */
function withSection(document: string, title: string, content: string): string {
  const [head = '', ...sections] = document.trimEnd().split(/^## /m);
  const section = `${title}\n\n${content}\n`;
  const isOld = (one: string) => one.startsWith(`${title}\n`);
  const renewed = sections.some(isOld)
    ? sections.map((one) => (isOld(one) ? section : one))
    : [...sections, section];
  return `${[head, ...renewed].map((part) => `${part.trimEnd()}\n`).join('\n## ')}`;
}

async function machine(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${model}), ${memory} GB, ${process.platform}; Node ${process.version}; version ${version}.`;
}
