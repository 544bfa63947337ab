/** Everything a full run needs, in the order in which a run needs it. */
import { openSetup } from './backend.ts';
import { tryExamKey, trySite } from './exam-and-site.ts';
import { tryEmail, tryMailbox } from './mail.ts';
import type { Found, PartSettings } from './part.ts';
import { tryCleanUp, tryNotify, tryProvider, tryStaff } from './people.ts';

/** A part by its name. */
export interface Diagnosis extends Found {
  part: string;
}

/**
 * Tries every part. Where the backend is not reached, nothing that needs it is tried.
 * @param onPart told of each as it is found, which may be all there is on Ctrl-C
 * @throws {CliError} (exit 2) when a secret of the connection is not there, (exit 130) on Ctrl-C
 */
export async function diagnose(
  settings: PartSettings,
  onPart: (found: Diagnosis) => void,
): Promise<{ parts: Diagnosis[]; isReached: boolean }> {
  const { target, tools, backend, isReached } = await openSetup(settings);
  try {
    const parts: Diagnosis[] = [];
    const add = (part: string, found: Found) => {
      parts.push({ part, ...found });
      onPart({ part, ...found });
    };
    add('backend', backend);
    add('mailbox', await tryMailbox(settings, target, tools));
    add('e-mail', tryEmail(settings));
    add('exam key', tryExamKey(settings, tools));
    add('payment', tryProvider(settings, tools));
    add('staff', tryStaff(settings, tools));
    if (isReached) add('site', await trySite(settings, target, tools));
    add('clean-up', tryCleanUp(settings));
    const told = tryNotify(settings);
    if (told) add('notify', told);
    return { parts, isReached };
  } finally {
    await target.close();
  }
}
