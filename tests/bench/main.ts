/**
 * `npm run bench [-- GROUP …]`: measures all groups or the named ones, prints the tables, writes them to BENCHMARKS.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { runWorkspaceScript } from '../support/global-setup.ts';
import { measureCommandFigures, measureLibraryFigures } from './command-and-libraries.ts';
import { type Figure, figuresTable } from './figures.ts';
import { type MeasuredSite, serveMeasuredSite } from './measured-site.ts';
import { measurePageLoads } from './page-loads.ts';
import { measureWeights } from './page-weights.ts';
import { measureTyping } from './typing.ts';

const root = new URL('../../', import.meta.url);
const benchmarksFile = new URL('BENCHMARKS.md', root);

const figureGroups: Record<string, { title: string; measure: () => Promise<Figure[]> }> = {
  command: { title: 'Command line', measure: measureCommandFigures },
  libraries: { title: 'SDK and mock backend', measure: measureLibraryFigures },
  weights: { title: 'Weight of the pages', measure: () => onMeasuredSite(measureWeights) },
  loads: { title: 'Loading of the pages', measure: () => onMeasuredSite(measurePageLoads) },
  typing: { title: 'Typing', measure: () => onMeasuredSite(measureTyping) },
};

const requestedGroups = process.argv.slice(2);
const unknownGroups = requestedGroups.filter((name) => !Object.hasOwn(figureGroups, name));
if (unknownGroups.length > 0) {
  console.error(
    `no group "${unknownGroups.join('", "')}"; known are ${Object.keys(figureGroups).join(', ')}`,
  );
  process.exit(2);
}

runWorkspaceScript('bundle', 'cli');
for (const [name, { title, measure }] of Object.entries(figureGroups)) {
  if (requestedGroups.length > 0 && !requestedGroups.includes(name)) continue;
  console.error(`measuring: ${name}`);
  const tableMarkdown = figuresTable(await measure());
  console.log(`## ${title}\n\n${tableMarkdown}\n`);
  // Written after each group, because the next one can take minutes.
  const text = replaceSection(
    await readFile(benchmarksFile, 'utf8'),
    title,
    `${await describeMachine()}\n\n${tableMarkdown}`,
  );
  await writeFile(benchmarksFile, text);
}

/** Serves the built site for a measurement. */
async function onMeasuredSite(
  measure: (site: MeasuredSite) => Promise<Figure[]>,
): Promise<Figure[]> {
  const site = await serveMeasuredSite();
  try {
    return await measure(site);
  } finally {
    await site.close();
  }
}

/** @returns the document with a new section, which replaces the one of the same title or is appended */
function replaceSection(documentText: string, title: string, content: string): string {
  const [head = '', ...sections] = documentText.trimEnd().split(/^## /m);
  const newSection = `${title}\n\n${content}\n`;
  const hasTitle = (section: string) => section.startsWith(`${title}\n`);
  const updatedSections = sections.some(hasTitle)
    ? sections.map((section) => (hasTitle(section) ? newSection : section))
    : [...sections, newSection];
  return `${[head, ...updatedSections].map((part) => `${part.trimEnd()}\n`).join('\n## ')}`;
}

/** @returns the processor, memory, system and versions of this run, in one line */
async function describeMachine(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const processorModel = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${processorModel}), ${memoryGb} GB, ${process.platform}; Node ${process.version}; version ${version}.`;
}
