/** The rules of the steps that look at days and years. */
import { today } from './clock.ts';
import type { Form } from './validation.ts';

/** A real day, not in the future, in a year at least 18 before this one. */
export function demandBirthDate(form: Form, field: string): string {
  const date = form.text(field, 'Date of birth');
  if (!date) return '';
  if (!form.demand(isRealDay(date), 'Date of birth must be a real day, as YYYY-MM-DD')) return '';
  const now = today();
  if (form.demand(date <= now, 'Date of birth cannot be in the future')) {
    const years = Number(now.slice(0, 4)) - Number(date.slice(0, 4));
    form.demand(years >= 18, 'Age must be at least 18 years old');
  }
  return date;
}

function isRealDay(date: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date)) return false;
  const day = new Date(`${date}T00:00:00Z`);
  // JavaScript takes the 30th of February for the 2nd of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === date;
}

export function demandYears(form: Form) {
  const grade10Year = year(form, 'grade10Year', 'Grade 10 exam taken year');
  const grade12Year = year(form, 'grade12Year', 'Grade 12 exam taken year');
  if (grade10Year !== undefined && grade12Year !== undefined) {
    form.demand(
      grade12Year - grade10Year >= 2,
      'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year',
    );
  }
  return { grade10Year, grade12Year };
}

function year(form: Form, field: string, label: string): number | undefined {
  const value = form.number(field, label);
  if (value === undefined) return undefined;
  const fits = Number.isInteger(value) && value >= 1000 && value <= 9999;
  return form.demand(fits, `${label} must be a year`) ? value : undefined;
}
