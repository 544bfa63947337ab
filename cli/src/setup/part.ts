/** The parts a full run needs, each tried as it would be used. */
import type { Dialect } from '@one-planet/contract';
import type { ResolvedSettings } from '../config/load.ts';

/** The settings that parts look at. */
export interface PartSettings
  extends Pick<
    ResolvedSettings,
    | 'target'
    | 'siteOrigin'
    | 'timeoutMs'
    | 'connection'
    | 'folder'
    | 'mailbox'
    | 'staff'
    | 'provider'
    | 'cleanUp'
    | 'notify'
    | 'email'
    | 'exam'
    | 'answerKey'
    | 'pay'
  > {
  dialect: Dialect;
}

/** How a part was found. */
export interface Found {
  /**
   * `missing`: the settings lack it; `broken`: they have it, and it does not work; `untried`: it would come from a
   * backend that was not reached.
   */
  state: 'ready' | 'missing' | 'broken' | 'untried';
  /** For the person who reads. */
  told: string;
  /** A line of the configuration that would mend it. */
  add?: string;
}

export const ready = (told: string): Found => ({ state: 'ready', told });
export const broken = (told: string): Found => ({ state: 'broken', told });
export const untried: Found = {
  state: 'untried',
  told: 'not tried: it would come from the backend, which was not reached',
};
export const missing = (told: string, add: string): Found => ({ state: 'missing', told, add });

/** What is tried. */
export interface Tools {
  /** The backend's, without /api. */
  origin: string;
  /** Whether the backend has the mock's helpers, so that everything can come from it; `undefined` where it was not reached. */
  isMock: boolean | undefined;
  signal: AbortSignal;
}
