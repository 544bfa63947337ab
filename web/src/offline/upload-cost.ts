/** What tries to upload a file have cost that had no answer: mobile data is expensive. */

import type { ResponseOrFailure } from '../site/responses.ts';

/** The tries without an answer. */
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

/** @returns what all tries to upload have cost, with one that had no answer */
export function addCost(
  { timeoutCount, sentBytes }: UploadCost = { timeoutCount: 0, sentBytes: 0 },
  response: ResponseOrFailure,
  newlySentBytes: number,
): UploadCost {
  const isTimedOut = 'isTimedOut' in response && response.isTimedOut === true;
  return {
    timeoutCount: timeoutCount + Number(isTimedOut),
    sentBytes: sentBytes + newlySentBytes,
  };
}
