/** What is kept and what is deleted once the server has a step, whether its form or the outbox has sent it. */

import { dropDraft } from './drafts.ts';
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
  { email, step, draft, payment }: Pick<OutboxItem, 'email' | 'step' | 'draft' | 'payment'>,
  { wasTakenBefore, isUnconfirmed }: TakenStep,
): Promise<void> {
  const isPayment = step === 'payments.makeOffline';
  if (wasTakenBefore) {
    keepAnswers(email, step, []);
    // The copy is of the receipt that was not taken.
    if (isPayment) keepReceiptPicture(email);
  } else if (isPayment) keepSentPayment(email, 'bank', payment);
  else if (!isUnconfirmed) {
    dropDraft(draft);
    await dropFormInput(email, draft);
  }
}
