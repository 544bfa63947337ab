import type { Call } from './call.ts';
import type { SetUp } from './set-up.ts';

/** What a peer works with in one run. */
export interface Surroundings {
  /** The server's address, without a slash at its end. */
  url: string;
  /** An empty folder for its files. */
  folder: string;
  /** The peer's script, to be run by Node. */
  script: string;
  /** Prepared on this very server. */
  calls: readonly Call[];
  /** What the calls are made from. */
  known: SetUp;
}

/** What one run of a peer came to. */
export interface Found {
  /** Stable text, the operation first: without ids, times and addresses. */
  findings: string[];
  /** Of the tool alone, its start included. */
  seconds: number;
}

/** Another tool that stands beside `admissions check`. */
export interface Peer {
  name: string;
  /** Its npm package, and the version it is held to. */
  package: string;
  version: string;
  /** The script of the package that is run. */
  bin: string;
  run(surroundings: Surroundings): Promise<Found>;
}
