/** What is kept and what is deleted once the server has a step, whether it was sent from its form or has waited. */

import type { Site } from '../site/client.ts';
import { dropWantedProgram } from '../site/wanted-program.ts';
import { dropDraft, keepDraft, keepStoredFile, readDraft } from './drafts.ts';
import { keepAnswers } from './form-answers.ts';
import { dropFormInput } from './kept-input.ts';
import type { OutboxItem } from './outbox-items.ts';
import { keepReceiptPicture, keepSentPayment } from './sent-payment.ts';
import type { TakenStep } from './steps.ts';

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
  const { email, step, draft, payment } = item;
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
    dropDraft(draft);
    await dropFormInput(site, email, draft);
  }
}

/** Restores the form's draft and the records of its stored files. */
export function restoreDraft({ draft, typed, stored }: OutboxItem): void {
  // A tab other than the one it was submitted in has no draft of it yet.
  if (Object.keys(readDraft(draft)).length === 0) keepDraft(draft, typed);
  for (const [field, file] of Object.entries(stored)) keepStoredFile(draft, field, file);
}
