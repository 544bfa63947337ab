import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { callsOf } from './calls.ts';
import type { Found, Peer } from './peer.ts';
import { applicants } from './people.ts';
import type { Case } from './sample.ts';
import { setUp } from './set-up.ts';

/** Lets a peer loose on a server of its own, which ends with it. */
export async function tryPeer(peer: Peer, script: string, one?: Case): Promise<Found> {
  const wrong =
    one === undefined ? {} : { [one.kind === 'fault' ? 'faults' : 'harmless']: [one.name] };
  const server = await serve(await createBackend({ applicants, ...wrong }));
  const folder = await mkdtemp(join(tmpdir(), 'peer-'));
  try {
    const known = await setUp(server.url);
    return await peer.run({ url: server.url, folder, script, known, calls: callsOf(known) });
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
