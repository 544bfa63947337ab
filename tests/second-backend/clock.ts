/** Moments as the college writes them: in the time of Addis Ababa. */

const addisAbabaMs = 3 * 60 * 60 * 1000;

export function isoWithOffset(ms: number): string {
  return new Date(ms + addisAbabaMs).toISOString().replace('Z', '+03:00');
}

/** The calendar day, as `YYYY-MM-DD`. */
export function today(): string {
  return isoWithOffset(Date.now()).slice(0, 10);
}
