/** Sends an item: its files, and then its step. It makes no difference whether its form was just submitted or it has waited. */

import type { Site } from '../site/client.ts';
import type { ResponseOrFailure } from '../site/responses.ts';
import type { OutboxItem } from './outbox-items.ts';
import { sendStep } from './send-step.ts';
import { type StepOutcome, takeStep } from './steps.ts';
import { type UploadOptions, uploadFiles } from './upload-files.ts';

export interface SendItemOptions extends UploadOptions {
  /** The applicant's address as it is in her session. */
  email: string;
  /** Called before the step itself goes out, which cannot be taken back any more. */
  onStepSent: () => void;
}

/**
 * Sends an item of an applicant who is in the state in which the step can be taken, as its form or her status has shown.
 * @returns what came of it; `undefined` if it was stopped
 */
export async function sendItem(
  site: Site,
  originalItem: OutboxItem,
  { email, onStepSent, ...uploadOptions }: SendItemOptions,
): Promise<StepOutcome | undefined> {
  const { signal, onChange } = uploadOptions;
  const upload = await uploadFiles(site, originalItem, uploadOptions);
  if (!upload || 'failure' in upload) return upload;
  const item = { ...upload.item, isTried: true };
  if (signal.aborted || !(await onChange(item)) || signal.aborted) return undefined;
  onStepSent();
  const outcome = await takeStep(site, item.step, email, () =>
    sendStep(site, item.step, item.body, signal),
  );
  if ('failure' in outcome || !originalItem.isTried) return outcome;
  // An earlier attempt has sent it, and only the response was lost: it was not taken elsewhere.
  const { wasTakenBefore: _wasTakenFromHere, ...takenStep } = outcome;
  return takenStep;
}

/** False if a later attempt may succeed: without a connection or a session, or if the server is too busy or down. */
export function isRefused({ status }: ResponseOrFailure): boolean {
  return status !== 0 && status !== 401 && status !== 'undeclared';
}
