import type { UploadFile } from './upload-file.ts';

/** A request as it goes over the wire. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Sent as the multipart field `file`, in place of a body. */
  upload: UploadFile | undefined;
}

/** What the SDK reads of an answer; a Response has it, and a lighter thing may. */
export interface Incoming extends Pick<Response, 'status' | 'headers'> {
  type?: Response['type'];
  body: { getReader(): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'> } | null;
}

/**
 * Sends a request and answers as soon as the headers are there, redirects too.
 * @param onGiveUp takes what ends the request, or the reading of its answer; a signal a call would cost too much
 */
export type Send = (
  request: Outgoing,
  onGiveUp: (end: (reason: unknown) => void) => void,
) => Promise<Incoming>;
