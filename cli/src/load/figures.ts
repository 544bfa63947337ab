/** Figures as they are told. */

/** @returns milliseconds in at most six signs, e.g. `3.2`, `48`, `12,400`; seconds, with their sign, from 100 on: `240s` */
export function milliseconds(ms: number): string {
  if (ms >= 100_000) return `${whole(ms / 1000)}s`;
  return ms < 10 ? ms.toFixed(1) : whole(ms);
}

/** @returns e.g. `12,400` */
export function whole(count: number): string {
  return Math.round(count).toLocaleString('en');
}

/** @returns what happens per second, e.g. `4.3` or `812` */
export function perSecond(count: number, seconds: number): string {
  const rate = count / seconds;
  return rate < 100 ? rate.toFixed(1) : whole(rate);
}

/** @returns a time with its unit, e.g. `48 ms` or `13.4 s` */
export function duration(ms: number): string {
  return ms < 1000 ? `${milliseconds(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
