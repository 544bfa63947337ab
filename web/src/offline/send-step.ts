/** Sends the body of a step. Nothing else in the site knows which call of the API a step makes. */

import type {
  BioData,
  ContactData,
  EducationData,
  toApplication,
  toOfflinePayment,
} from '@one-planet/contract';
import type { Site } from '../site/client.ts';
import type { AnyResponse } from '../site/responses.ts';

/** The steps that an applicant can submit without a connection, each with the body of its request. */
export interface StepBodies {
  'payments.makeOffline': ReturnType<typeof toOfflinePayment>;
  'applicants.saveBioData': BioData;
  'applicants.saveEducationData': EducationData;
  'applicants.saveContactData': ContactData;
  'applicants.applyForProgram': ReturnType<typeof toApplication>;
}

export type WaitingStep = keyof StepBodies;

type Calls = {
  readonly [S in WaitingStep]: (request: {
    body: StepBodies[S];
    signal: AbortSignal;
  }) => Promise<AnyResponse>;
};

/** @param body as the step's form has made it, or of an item that fits the contract (step-schemas.ts) */
export function sendStep<S extends WaitingStep>(
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
