/** `npm run bench [-- GROUP …]`: measures all groups or the named ones, and prints their tables. */
import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { runWorkspaceScript } from '../support/global-setup.ts';
import { measureCommandFigures, measureSdkFigures } from './command-and-sdk.ts';
import { type Figure, figuresTable } from './figures.ts';
import { serveMeasuredSite } from './measured-site.ts';
import { measurePageLoads } from './page-loads.ts';

const root = new URL('../../', import.meta.url);

const figureGroups: Record<string, { title: string; measure: () => Promise<Figure[]> }> = {
  command: { title: 'Command line', measure: measureCommandFigures },
  sdk: { title: 'SDK', measure: measureSdkFigures },
  loads: { title: 'Loading of the pages', measure: measureLoadFigures },
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
console.log(await describeMachine());
for (const [name, { title, measure }] of Object.entries(figureGroups)) {
  if (requestedGroups.length > 0 && !requestedGroups.includes(name)) continue;
  console.error(`measuring: ${name}`);
  console.log(`\n## ${title}\n\n${figuresTable(await measure())}`);
}

async function measureLoadFigures(): Promise<Figure[]> {
  const site = await serveMeasuredSite();
  try {
    return await measurePageLoads(site);
  } finally {
    await site.close();
  }
}

/** @returns the processor, memory, system and versions of this run, in one line */
async function describeMachine(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const processorModel = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${processorModel}), ${memoryGb} GB, ${process.platform}; Node ${process.version}; version ${version}.`;
}
