/** Finds the dialect of a backend. */
import { openTarget } from '../../backend/target.ts';
import type { ResolvedSettings } from '../../config/load.ts';
import { Entries } from './entries.ts';
import { detectLogin } from './login.ts';
import { detectPaths } from './paths.ts';
import { createProber } from './prober.ts';
import { detectRegistration } from './register-fields.ts';
import { type Created, learnByRegistering } from './walk.ts';

export interface Detected {
  entries: Entries;
  requests: number;
  /** Left out when nobody was to be registered. */
  created?: Created;
}

export interface DetectOptions {
  /** Registers an applicant, to learn what no harmless request tells. */
  register: boolean;
  /** Shows how it goes. */
  tell?: (line: string) => void;
  /** Where what is found stands, also where it ends early. */
  entries?: Entries;
}

/** @throws {CliError} when the backend is not reached */
export async function detect(
  settings: ResolvedSettings,
  { register, tell = () => {}, entries = new Entries() }: DetectOptions,
): Promise<Detected> {
  const target = await openTarget(settings);
  try {
    const prober = createProber(target, settings.timeoutMs, (count) => tell(`${count} requests`));
    await detectPaths(prober, entries);
    await detectRegistration(prober, entries);
    await detectLogin(prober, entries);
    if (!register) return { entries, requests: prober.count };
    const there = { ...settings, target: target.origin };
    const created = await learnByRegistering(there, prober, entries, tell);
    return { entries, requests: prober.count + created.requests, created };
  } finally {
    await target.close();
  }
}
