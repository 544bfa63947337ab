import type { OperationName } from '@one-planet/contract';
import { type Exchange, hideSecrets } from '@one-planet/sdk';

/** What came back for one request, read to its end and not judged yet. */
export interface Reply {
  /** `undefined` for a request that is of no operation. */
  operation: OperationName | undefined;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** The parsed JSON; `undefined` where the text is none. */
  json: unknown;
  /** Whose token was sent, and whom the request is about: numbers of the run's applicants. */
  by: number | undefined;
  about: number | undefined;
  /** The request as it was meant: JSON bodies, no broken method or form. Only such refusals are read by people. */
  regular: boolean;
  /** Secrets included: reports hide them. */
  exchange: Exchange;
}

/** An answer in words, short enough for a line, without people's data; known secrets are hidden by whoever prints it. */
export function describeReply({ status, text, bytes }: Reply): string {
  // Before it is cut: of a piece of JSON nobody could tell what is a name.
  const said = hideSecrets(text, { personal: true }).replace(/\s+/g, ' ').trim();
  if (!said)
    return `status ${status} with ${bytes.length > 0 ? `${bytes.length} bytes` : 'an empty body'}`;
  return `status ${status} with ${said.length > 160 ? `${said.slice(0, 160)}…` : said}`;
}

/** The parsed JSON as an object; empty for anything else. */
export function fieldsOf(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
}
