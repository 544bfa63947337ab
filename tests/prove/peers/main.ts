/**
 * Other tools beside `admissions check`, on the same sample of broken servers: prints the tables of docs/peers.md.
 * The tools are installed outside of this repository, in `PEERS_DIR`; that page says how.
 */
import { dredd } from './dredd.ts';
import { findInstalled, installCommand } from './installed.ts';
import type { Found, Peer } from './peer.ts';
import { prism } from './prism.ts';
import { redocly } from './redocly.ts';
import { render, type Tried, titleOf } from './report.ts';
import { cases } from './sample.ts';
import { tryPeer } from './trial.ts';

// A run that is told to stop ends its tool too, which listens for the end of this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const tried: Tried[] = [];
for (const peer of [dredd, prism, redocly]) {
  const installed = await findInstalled(peer);
  if (installed) {
    const results = await tryAll(peer, installed.script);
    tried.push({ name: `${peer.name} ${installed.version}`, results });
  } else console.error(`${peer.name} is not installed: ${installCommand(peer)}`);
}
console.log(render(tried, cases));

async function tryAll(peer: Peer, script: string): Promise<Tried['results']> {
  const results: Record<string, Found> = {};
  for (const one of [undefined, ...cases]) {
    const title = titleOf(one);
    try {
      const found = await tryPeer(peer, script, one);
      results[title] = found;
      const { findings, seconds } = found;
      console.error(`${peer.name}, ${title}: ${findings.length} findings, ${seconds.toFixed(1)} s`);
    } catch (error) {
      console.error(`${peer.name}, ${title}: left out, ${error}`);
    }
  }
  return results;
}
