import type { Id } from '@one-planet/contract';
import type { PageAccess } from '../../backend/open-page.ts';
import { sendDescribed } from '../described-request.ts';
import { runProgram } from '../run-program.ts';
import type { CleanUpSettings } from './settings.ts';

/** What a run created on the backend, as far as it can be named. */
export interface Leftovers {
  applicants: readonly { email: string; id?: Id | undefined }[];
  /** The names under which files are stored. */
  uploads: readonly string[];
}

/**
 * Removes what a run left.
 * @returns what was done, in a line; `undefined` where the settings name nobody, or nothing was left
 * @throws {CliError} (exit 2, 3 or 4) when it was not done
 */
export type CleanUp = (leftovers: Leftovers, signal: AbortSignal) => Promise<string | undefined>;

interface Settings {
  cleanUp: CleanUpSettings;
  /** Where commands run. */
  folder: string;
}

/** @param origin the backend's, without /api */
export function createCleanUp(
  { cleanUp, folder }: Settings,
  { origin, access }: { origin: string; access: PageAccess },
): CleanUp {
  return async (leftovers, signal) => {
    const { applicants, uploads } = leftovers;
    if (cleanUp.use === 'none' || applicants.length + uploads.length === 0) return undefined;
    if (cleanUp.use === 'command') {
      const input = `${JSON.stringify(leftovers)}\n`;
      await runProgram({ ...cleanUp, folder, input }, origin, { purpose: 'clean-up', signal });
      return `Given to the clean-up command: ${told(leftovers)}`;
    }
    for (const { email, id: applicantId } of applicants) {
      await sendDescribed(cleanUp.request, {
        system: 'clean-up',
        wish: 'to remove an applicant',
        setting: 'cleanUp.request',
        values: { email, applicantId },
        done: (status) => status < 300 || status === 404,
        access,
        signal,
      });
    }
    return `Removed: ${count(applicants.length, 'applicant')}`;
  };
}

function told({ applicants, uploads }: Leftovers): string {
  const parts = [count(applicants.length, 'applicant'), count(uploads.length, 'upload')];
  return parts.filter((part) => !part.startsWith('0 ')).join(', ');
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
