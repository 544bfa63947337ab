import { useEffect, useId, useState } from 'react';
import { ethiopianDay, toEthiopian, toGregorian } from '../../texts/calendar.ts';
import { code } from '../../texts/current.ts';
import { calendarTexts, formTexts as texts } from '../../texts/form-words.ts';
import { gregorianDay } from '../../texts/formats.ts';
import { Text } from '../blocks.tsx';
import { FieldGroup, type FieldTexts, inputId } from './fields.tsx';

const parts = [
  ['Day', 2],
  ['Month', 2],
  ['Year', 4],
] as const;

/** A date typed as day, month and year: no phone turns that into a calendar of 40 years to leaf through. */
export function DateField({ name, hint, ...group }: FieldTexts) {
  // Where the language's readers know their birthday in the Ethiopian calendar, that comes first.
  const isGregorianFirst = code === 'en';
  const hintId = useId();
  return (
    <FieldGroup {...group} hint={isGregorianFirst ? hint : undefined}>
      {(describedBy) => (
        <div className="date-row">
          {!isGregorianFirst && <OtherCalendar name={name} />}
          {!isGregorianFirst && (
            <p className="hint" id={hintId}>
              {hint}
            </p>
          )}
          {parts.map(([part, digits], at) => {
            const id = inputId(at === 0 && isGregorianFirst ? name : name + part);
            return (
              <div key={part} className={part.toLowerCase()}>
                <label htmlFor={id}>{texts.date[part]}</label>
                <input
                  id={id}
                  name={name + part}
                  inputMode="numeric"
                  maxLength={digits}
                  autoComplete={`bday-${part.toLowerCase()}`}
                  aria-required
                  aria-invalid={Boolean(group.error)}
                  aria-describedby={
                    isGregorianFirst ? describedBy : `${describedBy ?? ''} ${hintId}`.trim()
                  }
                />
              </div>
            );
          })}
          {isGregorianFirst && <OtherCalendar name={name} />}
        </div>
      )}
    </FieldGroup>
  );
}

function OtherCalendar({ name }: { name: string }) {
  const [open, setOpen] = useState(code !== 'en');
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.ethiopian}</summary>
      {open && <EthiopianDate name={name} isFirst={code !== 'en'} />}
    </details>
  );
}

/**
 * The date that was typed as day, month and year.
 * @param typed what stands in a form with a `DateField` of this name
 * @returns `YYYY-MM-DD`; something the rules refuse where a part is wrong; nothing where all are empty
 */
export function typedDate(typed: Readonly<Record<string, unknown>>, name: string): string {
  const [day, month, year] = ['Day', 'Month', 'Year'].map((part) =>
    String(typed[name + part] ?? '').trim(),
  );
  if (!day && !month && !year) return '';
  return [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
}

/** The typed parts, as text: nothing, or anything. */
interface Entered {
  day: string;
  month: string;
  year: string;
}

const nothing: Entered = { day: '', month: '', year: '' };

/**
 * A date in the Ethiopian calendar, beside a `DateField`, whose inputs get the same day in the Gregorian one. What is
 * typed there is shown here.
 * @param name of the `DateField`
 * @param isFirst the error summary leads here
 */
function EthiopianDate({ name, isFirst }: { name: string; isFirst: boolean }) {
  const [entered, setEntered] = useState(nothing);
  const gregorian = gregorianOf(entered);
  const isWhole = Object.values(entered).every((part) => part.trim());

  useEffect(() => {
    const show = ({ isTrusted = true }: Partial<Event> = {}) => {
      // The day that is written below is this one already.
      if (isTrusted) setEntered((before) => shownIn(name) ?? before);
    };
    // After the form has put its draft back.
    const later = setTimeout(show);
    const inputs = inputsOf(name);
    for (const input of inputs) input.addEventListener('input', show);
    return () => {
      clearTimeout(later);
      for (const input of inputs) input.removeEventListener('input', show);
    };
  }, [name]);

  const enter = (changed: Partial<Entered>) => {
    const now = { ...entered, ...changed };
    setEntered(now);
    write(name, gregorianOf(now) ?? '');
  };

  return (
    <div>
      <p className="hint">{calendarTexts.hint}</p>
      <div className="date-row">
        <label className="day">
          <Text>{calendarTexts.day}</Text>
          <input
            id={isFirst ? inputId(name) : undefined}
            inputMode="numeric"
            maxLength={2}
            value={entered.day}
            onChange={({ target }) => enter({ day: target.value })}
          />
        </label>
        <label>
          <Text>{calendarTexts.month}</Text>
          <select value={entered.month} onChange={({ target }) => enter({ month: target.value })}>
            <option value="">{calendarTexts.choose}</option>
            {calendarTexts.months.map((month, at) => (
              <option key={month} value={at + 1}>
                {month}
              </option>
            ))}
          </select>
        </label>
        <label className="year">
          <Text>{calendarTexts.year}</Text>
          <input
            inputMode="numeric"
            maxLength={4}
            value={entered.year}
            onChange={({ target }) => enter({ year: target.value })}
          />
        </label>
      </div>
      <p role="status">
        {gregorian
          ? calendarTexts.is(ethiopianDay(gregorian), gregorianDay(gregorian))
          : isWhole && calendarTexts.noDay}
      </p>
    </div>
  );
}

function gregorianOf({ day, month, year }: Entered): string | undefined {
  const [d = 0, m = 0, y = 0] = [day, month, year].map(Number);
  // Two digits are a year of the century, and nobody means the first one.
  return y > 1000 ? toGregorian({ day: d, month: m, year: y }) : undefined;
}

function inputsOf(name: string): HTMLInputElement[] {
  return parts
    .flatMap(([part]) => [...document.getElementsByName(name + part)])
    .filter((input) => input instanceof HTMLInputElement);
}

/** @returns the day that stands in the Gregorian inputs; nothing where none does */
function shownIn(name: string): Entered | undefined {
  const [day = '', month = '', year = ''] = inputsOf(name).map(({ value }) => value.trim());
  const date = [year.padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const time = Date.parse(`${date}T00:00:00Z`);
  if (year.length < 4 || Number.isNaN(time)) return undefined;
  if (!new Date(time).toISOString().startsWith(date)) return undefined;
  const own = toEthiopian(date);
  return { day: String(own.day), month: String(own.month), year: String(own.year) };
}

/** As if it was typed, so that the form keeps and checks it. @param date `YYYY-MM-DD`, or nothing to empty them */
function write(name: string, date: string): void {
  const [year = '', month = '', day = ''] = date.split('-');
  const values = [day, month, year];
  inputsOf(name).forEach((input, at) => {
    const value = (values[at] ?? '').replace(/^0+/, '');
    if (input.value === value) return;
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
