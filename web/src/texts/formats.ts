import { locale } from './current.ts';
import { inBothCalendars } from './english-formats.ts';
import { frameTexts, moneyTexts as texts } from './frame-words.ts';

/**
 * Formats an amount without `Intl`, whose first use takes 20 ms, and 80 ms on a phone.
 * @returns the amount without its currency, e.g. `1,500.00` (specification/journey §2)
 */
export function formatAmount(amount: number): string {
  return (toCents(amount) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** @returns an amount with its currency in the language of this build (specification/journey §9) */
export function formatBirr(amount: number): string {
  return texts.birr(formatAmount(amount));
}

/** @returns an amount in whole cents, in which sums are exact (specification/journey §2) */
export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

/** @param duration the API's text, e.g. `4 years` @returns it in the page's language; any other text unchanged */
export function formatDuration(duration: string): string {
  const [, years] = /^(\d+) years?$/i.exec(duration.trim()) ?? [];
  return years ? frameTexts.years(Number(years)) : duration;
}

/** @param bytes the size of a file @returns e.g. `1.2 MB` or `340 KB` */
export function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  const [amount, unit] = kilobytes < 1000 ? [kilobytes, 'KB'] : [kilobytes / 1024, 'MB'];
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(amount)} ${unit}`;
}

/** @returns a remaining time as `mm:ss`; hours are counted as minutes */
export function formatClock(seconds: number): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

/** @param day e.g. `2027-02-01` @returns e.g. `1 February 2027`, and in other languages than English the Ethiopian day, too */
export function formatLongDay(day: string): string {
  return inBothCalendars(day, formatGregorianDay(day));
}

/** @param day e.g. `2027-02-01` @returns e.g. `1 February 2027` */
export function formatGregorianDay(day: string): string {
  const dateOptions = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, dateOptions);
}

/** @param nowMs in milliseconds since 1970 @returns whether a day is over in Addis Ababa (UTC+3) */
export function isDayOver(day: string, nowMs: number): boolean {
  return nowMs >= new Date(`${day}T00:00:00+03:00`).getTime() + 24 * 3_600_000;
}

/** @returns a name as people write it: the backend stores it in capitals, e.g. `HANA` becomes `Hana` */
export function formatPersonName(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name.replace(
    /([\p{L}\p{M}])([\p{L}\p{M}]*)/gu,
    (_word, firstLetter: string, otherLetters: string) => firstLetter + otherLetters.toLowerCase(),
  );
}

/**
 * Formats an Ethiopian phone number: `0912345678` and `+251 (0)91-234-5678` become `+251 91 234 5678`.
 * @returns any other text unchanged
 */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/[\s().-]/g, '');
  const [, area, firstDigits, lastDigits] =
    /^(?:\+?2510?|0)([1-9]\d)(\d{3})(\d{4})$/.exec(digits) ?? [];
  return area ? `+251 ${area} ${firstDigits} ${lastDigits}` : phone;
}

/** @returns the `tel:` address of a phone number */
export function telUrlOf(phone: string): string {
  return `tel:${formatPhone(phone).replace(/[^+\d]/g, '')}`;
}
