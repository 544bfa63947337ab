/** Time as it is told in Ethiopia: twelve hours of day are counted from 6 in the morning, those of night from 6 in the evening. */

const periods = ['night', 'morning', 'afternoon', 'evening'] as const;

/** Six hours each, from midnight. */
type Period = (typeof periods)[number];

export interface LocalTime {
  period: Period;
  /** 1 to 12. */
  hour: number;
}

/** @param hour 0 to 23 */
export function toLocalHour(hour: number): LocalTime {
  return { period: periods[Math.floor(hour / 6)] ?? 'night', hour: ((hour + 5) % 12) + 1 };
}

/** How a language says it: `{time}` is the local time; in `both`, `{local}` is what was said of it and `{clock}` that of 24 hours. */
export type Saying = Readonly<Record<Period | 'both', string>>;

/** @param clock e.g. `15:05` @returns both, e.g. `ከሰዓት በኋላ 9:05 ሰዓት (15:05)`; a full hour without its minutes */
export function inBothClocks(clock: string, saying: Saying): string {
  const [hours, minutes] = clock.split(':');
  const { period, hour } = toLocalHour(Number(hours));
  const time = minutes === '00' ? `${hour}` : `${hour}:${minutes}`;
  return saying.both
    .replace('{local}', saying[period].replace('{time}', time))
    .replace('{clock}', clock);
}
