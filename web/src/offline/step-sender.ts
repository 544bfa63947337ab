/** Sends a step from the outbox after checking its body against the contract's schemas, which are loaded only for that. */

import { contract } from '@one-planet/contract';
import type { Site } from '../site/client.ts';
import type { AnyResponse } from '../site/responses.ts';
import type { OutboxItem } from './outbox-items.ts';

interface Schema<B> {
  safeParse(value: unknown): { success: true; data: B } | { success: false };
}

/** @returns a function that sends the step; `undefined` if its body does not fit the contract */
export function createStepSender(
  { api }: Site,
  { step, body: storedBody }: OutboxItem,
  signal: AbortSignal,
): (() => Promise<AnyResponse>) | undefined {
  const { applicants, payments } = contract;
  function createSender<B>(
    { body }: { body: Schema<B> },
    send: (request: { body: B; signal: AbortSignal }) => Promise<AnyResponse>,
  ) {
    const parsedBody = body.safeParse(storedBody);
    return parsedBody.success ? () => send({ body: parsedBody.data, signal }) : undefined;
  }
  switch (step) {
    case 'payments.makeOffline':
      return createSender(payments.makeOffline, api.payments.makeOffline);
    case 'applicants.saveBioData':
      return createSender(applicants.saveBioData, api.applicants.saveBioData);
    case 'applicants.saveEducationData':
      return createSender(applicants.saveEducationData, api.applicants.saveEducationData);
    case 'applicants.saveContactData':
      return createSender(applicants.saveContactData, api.applicants.saveContactData);
    case 'applicants.applyForProgram':
      return createSender(applicants.applyForProgram, api.applicants.applyForProgram);
  }
}
