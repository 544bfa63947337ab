/** Reads what the headers and the status of a response say about the next attempt. */

/** The statuses of a backend, or of a proxy in front of it, that cannot respond now. */
export function isTemporaryStatus(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

/** @returns the wait that Retry-After demands, in milliseconds from now; `undefined` without a readable value */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const headerText = headers.get('retry-after')?.trim();
  if (!headerText) return undefined;
  if (/^\d+$/.test(headerText)) return Number(headerText) * 1000;
  // A device's clock may be hours wrong, so the date is compared with the response's own `Date` header.
  const respondedAt = Date.parse(headers.get('date') ?? '') || now;
  const retryAt = Date.parse(headerText);
  return Number.isNaN(retryAt) ? undefined : Math.max(0, retryAt - respondedAt);
}
