/**
 * Sends an item: its files, and then its step. Then says what is kept and what is deleted once the server has the step.
 * It makes no difference whether the item's form was just submitted or the item has waited.
 */

import type { Site } from '../site/client.ts';
import { type AnyResponse, awaitResponse, type ResponseOrFailure } from '../site/responses.ts';
import { dropWantedProgram } from '../site/wanted-program.ts';
import { dropDraft, keepDraft, keepStoredFile, readDraft } from './drafts.ts';
import { keepAnswers } from './form-answers.ts';
import { dropFormInput } from './kept-input.ts';
import type { OutboxItem, StepBodies, WaitingStep } from './outbox-items.ts';
import { keepReceiptPicture, keepSentPayment } from './sent-payment.ts';
import { type StepOutcome, type TakenStep, takeStep } from './steps.ts';
import { addCost } from './upload-cost.ts';

interface UploadOptions {
  /**
   * Ends the sending: of an upload when she cancels it, leaves its page or takes its item back; of an item from the
   * outbox, the step itself too, when her session ends.
   */
  signal: AbortSignal;
  /** Called when an upload begins, and whenever some of it has gone out. @param name of the chosen file */
  onProgress?: (upload: { name: string; sent: number; total: number }) => void;
  /** Called with the item after each upload. @returns false if it is not to be sent any more */
  onChange: (item: OutboxItem) => Promise<boolean>;
}

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
  item: OutboxItem,
  { email, onStepSent, ...uploadOptions }: SendItemOptions,
): Promise<StepOutcome | undefined> {
  const { signal, onChange } = uploadOptions;
  const upload = await uploadFiles(site, item, uploadOptions);
  if (!upload || 'failure' in upload) return upload;
  const latestItem = { ...upload.latestItem, isTried: true };
  if (signal.aborted || !(await onChange(latestItem)) || signal.aborted) return undefined;
  onStepSent();
  const { step, body } = latestItem;
  const outcome = await takeStep(site, step, email, () => sendStep(site, step, body, signal));
  if ('failure' in outcome || !item.isTried) return outcome;
  // An earlier attempt has sent it, and only the response was lost: it was not taken elsewhere.
  const { wasTakenBefore: _wasTakenFromHere, ...takenStep } = outcome;
  return takenStep;
}

/** False if a later attempt may succeed: without a connection or a session, or if the server is too busy or down. */
export function isRefused({ status }: ResponseOrFailure): boolean {
  return status !== 0 && status !== 401 && status !== 'undeclared';
}

/**
 * Uploads the files of an item that the server does not have. Each one is noted as soon as it is stored, in the item and
 * in the draft of its form, so that it need not be sent again. Never throws for what a backend or a network does.
 * @returns the item without files, or why one was not stored; `undefined` if it was stopped
 */
async function uploadFiles(
  site: Site,
  item: OutboxItem,
  { signal, onProgress, onChange }: UploadOptions,
): Promise<{ latestItem: OutboxItem } | { failure: ResponseOrFailure } | undefined> {
  let latestItem = item;
  for (const [field, { as, file, chosen }] of Object.entries(item.files)) {
    if (signal.aborted) return undefined;
    const { name, size, lastModified } = file;
    const chosenFile = chosen ?? { name, size };
    let sentBytes = 0;
    const noteProgress = ({ sent, total }: { sent: number; total: number }) => {
      sentBytes = sent;
      onProgress?.({ name: chosenFile.name, sent, total });
    };
    noteProgress({ sent: 0, total: size });
    const response = await awaitResponse(
      site.api.files.upload({
        body: { file: { name, data: file } },
        signal,
        onProgress: noteProgress,
      }),
    );
    if (signal.aborted) return undefined;
    const { status, body: storedName } = response;
    if ((status !== 200 && status !== 201) || typeof storedName !== 'string') {
      const uploadCost = addCost(latestItem.uploadCost, response, sentBytes);
      if (status === 0) await onChange({ ...latestItem, uploadCost });
      return { failure: response };
    }
    const storedFile = {
      ...chosenFile,
      lastModified,
      stored: storedName,
      ...(chosen && { sent: { name, size } }),
    };
    keepStoredFile(latestItem.draft, as, storedFile);
    const { [field]: _uploaded, ...files } = latestItem.files;
    latestItem = {
      ...latestItem,
      files,
      body: { ...latestItem.body, [field]: storedName },
      stored: { ...latestItem.stored, [as]: storedFile },
    };
    if (!(await onChange(latestItem))) return undefined;
  }
  return { latestItem };
}

type Calls = {
  readonly [S in WaitingStep]: (request: {
    body: StepBodies[S];
    signal: AbortSignal;
  }) => Promise<AnyResponse>;
};

/**
 * Sends the body of a step by its call, whose name it has; step-schemas.ts finds the schema of the body by the same name.
 * @param body as the step's form has made it, or of an item that fits the contract (step-schemas.ts)
 */
function sendStep<S extends WaitingStep>(
  { api }: Site,
  step: S,
  body: StepBodies[S],
  signal: AbortSignal,
): Promise<AnyResponse> {
  const { applicants, payments } = api;
  const calls: Calls = {
    'payments.makeOffline': payments.makeOffline,
    'applicants.saveBioData': applicants.saveBioData,
    'applicants.saveEducationData': applicants.saveEducationData,
    'applicants.saveContactData': applicants.saveContactData,
    'applicants.applyForProgram': applicants.applyForProgram,
  };
  return calls[step]({ body, signal });
}

/**
 * If the server had the step before, nothing of what was typed counts as sent, and it stays in its form's draft.
 * Otherwise the draft is dropped, but not before the status shows the step: a network can answer in the place of the
 * college. What was typed for a payment stays in any case: if staff reject it, she corrects it.
 */
export async function finishStep(
  site: Site,
  item: OutboxItem,
  { wasTakenBefore, isUnconfirmed }: TakenStep,
): Promise<void> {
  const { email, step, draft: draftName, payment } = item;
  const isPayment = step === 'payments.makeOffline';
  if (wasTakenBefore) {
    keepAnswers(site, email, step, []);
    // The copy is of the receipt that was not taken.
    if (isPayment) keepReceiptPicture(site, email);
    return;
  }
  if (step === 'applicants.applyForProgram') dropWantedProgram();
  if (isPayment) {
    restoreDraft(item);
    keepSentPayment(site, email, 'bank', payment);
  } else if (!isUnconfirmed) {
    dropDraft(draftName);
    await dropFormInput(site, email, draftName);
  }
}

/** Restores the form's draft and the records of its stored files. */
export function restoreDraft({ draft: draftName, typed, stored }: OutboxItem): void {
  // A tab other than the one it was submitted in has no draft of it yet.
  if (Object.keys(readDraft(draftName)).length === 0) keepDraft(draftName, typed);
  for (const [field, file] of Object.entries(stored)) keepStoredFile(draftName, field, file);
}
