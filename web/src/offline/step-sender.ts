/** Sends a step that waited as its operation asks: with the contract's own schemas, loaded only where something waits. */

import { contract } from '@one-planet/contract';
import type { AnyAnswer } from '../site/answers.ts';
import type { Site } from '../site/client.ts';
import type { Waiting } from './waiting.ts';

interface Schema<B> {
  safeParse(value: unknown): { success: true; data: B } | { success: false };
}

/** @returns what sends a step; nothing for what can't be sent as it is */
export function senderOf(
  { api }: Site,
  { step, body: waits }: Waiting,
  signal: AbortSignal,
): (() => Promise<AnyAnswer>) | undefined {
  const { applicants, payments } = contract;
  function sender<B>(
    { body }: { body: Schema<B> },
    send: (request: { body: B; fetchOptions: RequestInit }) => Promise<AnyAnswer>,
  ) {
    const read = body.safeParse(waits);
    return read.success ? () => send({ body: read.data, fetchOptions: { signal } }) : undefined;
  }
  switch (step) {
    case 'payments.makeOffline':
      return sender(payments.makeOffline, api.payments.makeOffline);
    case 'applicants.saveBioData':
      return sender(applicants.saveBioData, api.applicants.saveBioData);
    case 'applicants.saveEducationData':
      return sender(applicants.saveEducationData, api.applicants.saveEducationData);
    case 'applicants.saveContactData':
      return sender(applicants.saveContactData, api.applicants.saveContactData);
    case 'applicants.applyForProgram':
      return sender(applicants.applyForProgram, api.applicants.applyForProgram);
  }
}
