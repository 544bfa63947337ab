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
  const fetchOptions = { signal };
  function sender<B>({ body }: { body: Schema<B> }, send: (body: B) => Promise<AnyAnswer>) {
    const read = body.safeParse(waits);
    return read.success ? () => send(read.data) : undefined;
  }
  switch (step) {
    case 'payments.makeOffline':
      return sender(payments.makeOffline, (body) =>
        api.payments.makeOffline({ body, fetchOptions }),
      );
    case 'applicants.saveBioData':
      return sender(applicants.saveBioData, (body) =>
        api.applicants.saveBioData({ body, fetchOptions }),
      );
    case 'applicants.saveEducationData':
      return sender(applicants.saveEducationData, (body) =>
        api.applicants.saveEducationData({ body, fetchOptions }),
      );
    case 'applicants.saveContactData':
      return sender(applicants.saveContactData, (body) =>
        api.applicants.saveContactData({ body, fetchOptions }),
      );
    case 'applicants.applyForProgram':
      return sender(applicants.applyForProgram, (body) =>
        api.applicants.applyForProgram({ body, fetchOptions }),
      );
  }
}
