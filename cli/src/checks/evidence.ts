/** The response that shows why a check ended as it did. */
import { readMessage } from '@one-planet/contract';
import { type Exchange, hideSecrets } from '@one-planet/sdk';
import { harmlessPersonalData } from '../core/secrets.ts';
import { copyBeginning } from '../core/text.ts';

/** A response to which a finding can refer. */
export interface EvidenceResponse {
  /** With secrets; reports hide them. */
  exchange: Exchange;
  /** The number of the applicant whose token was sent, if one was. */
  senderNumber?: number | undefined;
}

/** A response that a finding can describe. */
export interface DescribedResponse extends EvidenceResponse {
  status: number;
  text: string;
  bytes: Uint8Array;
}

/** The part of a response that is kept until the end of the run: of thousands of responses, the bodies would fill the memory. */
export function keepEvidence({ exchange, senderNumber }: EvidenceResponse): EvidenceResponse {
  return { exchange, senderNumber };
}

/** In characters. A text is searched no further, e.g. for secrets. */
const maxReadLength = 300_000;

/** Describes a response in one line, without people's data but what the run made up. The caller hides the secrets that it knows. */
export function describeResponse({ status, text, bytes, exchange }: DescribedResponse): string {
  // Secrets are hidden before the text is cut, because field names cannot be recognized in a fragment of JSON.
  const textWithoutSecrets = hideSecrets(text.slice(0, maxReadLength), {
    personal: true,
    shown: harmlessPersonalData,
  });
  const refusalText = status >= 400 ? readMessage(textWithoutSecrets) : '';
  const responseSummary = (refusalText || textWithoutSecrets).replace(/\s+/g, ' ').trim();
  const repeatNote =
    status >= 400 && exchange.attempt > 1 ? ' (sent again after 429, 502, 503 or 504)' : '';
  const sizeText = bytes.length > 0 ? `${bytes.length} bytes` : 'an empty body';
  const shortSummary =
    responseSummary.length > 160 ? `${copyBeginning(responseSummary, 160)}…` : responseSummary;
  return `status ${status} with ${shortSummary || sizeText}${repeatNote}`;
}
