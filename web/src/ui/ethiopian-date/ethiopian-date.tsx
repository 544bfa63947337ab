import { useEffect, useState } from 'react';
import { toEthiopian, toGregorian } from '../../calendar/ethiopian.ts';
import { ethiopianDay } from '../../calendar/ethiopian-day.ts';
import { texts } from '../../calendar/words.ts';
import { gregorianDay } from '../../content/days.ts';
import { inputId } from '../form/field-frame.tsx';
import { Text } from '../text.tsx';

/** What is typed, as text: nothing, or anything. */
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
 */
export function EthiopianDate({ name }: { name: string }) {
  const [entered, setEntered] = useState(nothing);
  const gregorian = gregorianOf(entered);
  const isWhole = Object.values(entered).every((part) => part.trim());

  useEffect(() => {
    const show = ({ isTrusted = true }: Partial<Event> = {}) => {
      // What is written below tells nothing new.
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
      <p className="hint">{texts.hint}</p>
      <div className="date-row">
        <label className="day">
          <Text>{texts.day}</Text>
          <input
            inputMode="numeric"
            maxLength={2}
            value={entered.day}
            onChange={({ target }) => enter({ day: target.value })}
          />
        </label>
        <label>
          <Text>{texts.month}</Text>
          <select value={entered.month} onChange={({ target }) => enter({ month: target.value })}>
            <option value="">{texts.choose}</option>
            {texts.months.map((month, at) => (
              <option key={month} value={at + 1}>
                {month}
              </option>
            ))}
          </select>
        </label>
        <label className="year">
          <Text>{texts.year}</Text>
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
          ? texts.is(ethiopianDay(gregorian), gregorianDay(gregorian))
          : isWhole && texts.noDay}
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
  return ['', 'Month', 'Year']
    .map((part) => document.getElementById(inputId(name + part)))
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
