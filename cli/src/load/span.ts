/** Spans of time as people write them. */

const units: Record<string, number> = { s: 1, m: 60, min: 60, h: 3600 };
const longest = 7 * 24 * 3600;

/** Reads e.g. `90`, `90s`, `10m` or `1.5h`. @returns seconds. @throws {Error} that says what is known */
export function parseSpan(text: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(s|m|min|h)?$/.exec(text.trim()) ?? [];
  const seconds = Number(number) * (units[unit] ?? Number.NaN);
  if (seconds > 0 && seconds <= longest) return seconds;
  throw new Error('It must be a time above 0, at most 7 days: e.g. 90s, 10m, 1h.');
}

/** @returns e.g. `90 s`, `10 min` or `1.5 h` */
export function span(seconds: number): string {
  const [size, unit] = seconds < 120 ? [1, 's'] : seconds < 2 * 3600 ? [60, 'min'] : [3600, 'h'];
  return `${(seconds / Number(size)).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}
