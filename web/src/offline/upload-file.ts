/** Uploads the files of a step, and counts what tries without an answer have cost: mobile data is expensive. */

import type { Site } from '../site/client.ts';
import { awaitResponse, type ResponseOrFailure } from '../site/responses.ts';

/** The tries to upload a file that had no answer. */
export interface UploadCost {
  /** How many of them ended at a time limit. */
  timeoutCount: number;
  /** The bytes that went out in all of them. */
  sentBytes: number;
}

const maxTimeoutCount = 2;
/** Tries of a small file may go on, because they cost little. */
const minStoppedBytes = 1_000_000;

/**
 * @param fileBytes the size of what is uploaded
 * @returns whether it is tried again only if the applicant asks for that: two tries have ended at a time limit, or all
 *   together have cost as much as two whole uploads
 */
export function isTooCostly(cost: UploadCost | undefined, fileBytes: number): boolean {
  if (!cost) return false;
  return (
    cost.timeoutCount >= maxTimeoutCount ||
    cost.sentBytes >= Math.max(minStoppedBytes, 2 * fileBytes)
  );
}

interface UploadOptions {
  signal: AbortSignal;
  onProgress?: (progress: { sent: number; total: number }) => void;
  /** What earlier tries have cost. */
  cost?: UploadCost | undefined;
}

/**
 * Uploads one file. Never throws for what a backend or a network does.
 * @returns the name under which the server keeps it; otherwise why it has none, and what all tries have cost
 */
export async function uploadFile(
  { api }: Site,
  file: { name: string; data: Blob },
  { signal, onProgress, cost = { timeoutCount: 0, sentBytes: 0 } }: UploadOptions,
): Promise<{ storedName: string } | { failure: ResponseOrFailure; cost: UploadCost }> {
  let sentBytes = 0;
  const response = await awaitResponse(
    api.files.upload({
      body: { file },
      signal,
      onProgress: (progress) => {
        sentBytes = progress.sent;
        onProgress?.(progress);
      },
    }),
  );
  const { status, body: storedName } = response;
  if ((status === 200 || status === 201) && typeof storedName === 'string') return { storedName };
  const isTimedOut = 'isTimedOut' in response && response.isTimedOut === true;
  return {
    failure: response,
    cost:
      status === 0
        ? {
            timeoutCount: cost.timeoutCount + Number(isTimedOut),
            sentBytes: cost.sentBytes + sentBytes,
          }
        : cost,
  };
}
