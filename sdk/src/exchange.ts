/** One attempt of a call as it went over the wire, secrets included. */
export interface Exchange {
  operation: string;
  /** 1 for the first time the call was sent. */
  attempt: number;
  method: string;
  url: string;
  /** The path parameters by name: a `token` among them is a secret, wherever it appears. */
  params?: Record<string, string>;
  requestHeaders: Record<string, string>;
  /** JSON text; for an upload, a note of its name and size. */
  requestBody?: string;
  upload?: { name: string; size: number; type: string };
  /** Missing if no answer came. */
  status?: number;
  answerHeaders?: Record<string, string> | undefined;
  answerText?: string;
  /** From sending to the last byte, in milliseconds. */
  durationMs: number;
  /** When it was sent, in milliseconds since 1970. */
  startedAt: number;
  error?: unknown;
}
