import {
  type ApplicantState,
  applicantStates,
  isApplicantState,
} from '@one-planet/contract/lifecycle';
import { locale } from './current.ts';
import { moneyTexts as texts } from './frame-words.ts';
import { inBothCalendars } from './local.ts';
import { steps, stepTexts } from './step-words.ts';

/**
 * Without `Intl`, whose first use takes 20 ms, and 80 ms on a phone.
 * @returns an amount of a receipt, without its currency (journey specification, section 2)
 */
export function formatAmount(amount: number): string {
  return (inCents(amount) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** @returns an amount with its currency, as the language writes it (journey specification, section 9) */
export function birr(amount: number): string {
  return texts.birr(formatAmount(amount));
}

/** 0.1 + 0.2: sums are made of whole cents (journey specification, section 2, receipts). */
export function inCents(amount: number): number {
  return Math.round(amount * 100);
}

/** @param bytes of a file @returns its size in words, e.g. `1.2 MB` or `340 KB` */
export function sizeInWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  const [amount, unit] = kilobytes < 1000 ? [kilobytes, 'KB'] : [kilobytes / 1024, 'MB'];
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(amount)} ${unit}`;
}

/** @returns a time that is left as `mm:ss`; hours become minutes */
export function asClock(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** @param day e.g. `2027-02-01` @returns e.g. `1 February 2027`, and in other languages than English the Ethiopian day, too */
export function longDay(day: string): string {
  return inBothCalendars(day, gregorianDay(day));
}

/** @param day e.g. `2027-02-01` @returns e.g. `1 February 2027` */
export function gregorianDay(day: string): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, options);
}

/** Whether a day is over, in the time of Addis Ababa (UTC+3). */
export function isOver(day: string, now: number): boolean {
  return now >= new Date(`${day}T00:00:00+03:00`).getTime() + 24 * 3_600_000;
}

/**
 * A phone number in one form, however it was typed: `0912345678` and `+251 (0)91-234-5678` are `+251 91 234 5678`.
 * @returns a number of another country, or what is none, as it stands
 */
export function phoneOf(phone: string): string {
  const typed = phone.replace(/[\s().-]/g, '');
  const [, area, three, four] = /^(?:\+?2510?|0)([1-9]\d)(\d{3})(\d{4})$/.exec(typed) ?? [];
  return area ? `+251 ${area} ${three} ${four}` : phone;
}

/** @returns the address that calls a number */
export function telOf(phone: string): string {
  return `tel:${phoneOf(phone).replace(/[^+\d]/g, '')}`;
}

/**
 * The step that a state waits for: the states follow each other as the steps do.
 * @returns 1 for the first; one more than there are steps after the last; `undefined` for an unknown state
 */
export function stepOf(state: string): number | undefined {
  return isApplicantState(state) ? applicantStates.indexOf(state) + 1 : undefined;
}

/** @returns e.g. `Step 3 of 9` */
export function stepCount(step: number): string {
  return stepTexts.step(step, steps.length);
}

/** @returns what stands above the page of a state's step */
export function progressOf(state: ApplicantState): string {
  const step = stepOf(state) ?? 0;
  return stepTexts.stepIs(stepCount(step), steps[step - 1]?.title ?? '');
}
