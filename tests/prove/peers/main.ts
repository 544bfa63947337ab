/**
 * Other tools beside `admissions check`, on the same broken servers: `--all` for every fault instead of a sample,
 * `--only dredd,prism` for some of the tools, `--fresh` to forget earlier results, `--output FILE` for the tables.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { dredd } from './dredd.ts';
import { folder, installCommand, installed } from './installed.ts';
import { prism } from './prism.ts';
import { redocly } from './redocly.ts';
import { render, type Tried } from './report.ts';
import { readResults, writeResults } from './results.ts';
import { casesOf } from './sample.ts';
import { specmatic } from './specmatic.ts';
import { tryPeer } from './trial.ts';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    only: { type: 'string' },
    output: { type: 'string' },
  },
});

// A run that is told to stop ends its tool too, which listens for the end of this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const peers = Object.entries({ dredd, prism, redocly, specmatic });
const wanted = values.only?.split(',') ?? peers.map(([key]) => key);
const unknown = wanted.filter((key) => !peers.some(([known]) => known === key));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown}; known: ${peers.map(([key]) => key)}`);

const cases = casesOf(values.all);
const results = values.fresh ? {} : await readResults();
const tried: Tried[] = [];
for (const [key, peer] of peers) {
  if (!wanted.includes(key)) continue;
  const found = await installed(peer);
  if (!found)
    console.error(`${peer.name} is not installed. To install it: ${installCommand(peer, folder)}`);
  const name = `${key} ${found?.version}`;
  const known = results[name] ?? {};
  results[name] = known;
  tried.push({ peer, version: found?.version, results: known });
  for (const one of found ? [undefined, ...cases] : []) {
    const title = one ? `${one.kind} ${one.name}` : 'healthy';
    if (known[title]) continue;
    try {
      known[title] = await tryPeer(peer, found?.script ?? '', one);
      await writeResults(results);
      const { findings, seconds } = known[title];
      console.error(`${name}, ${title}: ${findings.length} findings, ${seconds.toFixed(1)} s`);
    } catch (error) {
      console.error(`${name}, ${title}: left out, ${error}`);
    }
  }
}

const text = render(tried, cases);
if (values.output) await writeFile(values.output, text);
else console.log(text);
