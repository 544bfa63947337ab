/** Where the other tools are: outside of this repository, put there by whoever wants the comparison. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Peer } from './peer.ts';

const folder = resolve(process.env.PEERS_DIR ?? join(tmpdir(), 'admissions-peers'));

/** @returns the peer's script and the version that is there, or `undefined` when it is not installed */
export async function findInstalled(peer: Peer) {
  const script = join(folder, peer.bin);
  if (!existsSync(script)) return undefined;
  const file = join(folder, 'node_modules', peer.package, 'package.json');
  const { version } = JSON.parse(await readFile(file, 'utf8'));
  return { script, version: String(version) };
}

/** @returns the one command that installs it */
export function installCommand(peer: Peer): string {
  return `npm install --prefix "${folder}" ${peer.package}@${peer.version}`;
}
