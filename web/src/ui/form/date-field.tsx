import { useEffect, useId, useState } from 'react';
import { formatEthiopianDay, toEthiopian, toGregorian } from '../../texts/calendar.ts';
import { calendarTexts } from '../../texts/calendar-words.ts';
import { code } from '../../texts/current.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { formatGregorianDay } from '../../texts/formats.ts';
import { Text } from '../blocks.tsx';
import { FieldGroup, type FieldTexts, inputId } from './fields.tsx';
import { readWrittenDate } from './written-date.ts';

const datePartLengths = [
  ['Day', 2],
  ['Month', 2],
  ['Year', 4],
] as const;

/** A date typed as day, month and year, because a phone's date picker makes her leaf through 40 years. */
export function DateField({ name, hint, ...group }: FieldTexts) {
  // In other languages than English readers know their birthday in the Ethiopian calendar, so that comes first.
  const isGregorianFirst = code === 'en';
  const hintId = useId();
  useEffect(() => spreadWholeDates(name), [name]);
  return (
    <FieldGroup {...group} hint={isGregorianFirst ? hint : undefined}>
      {(describedBy) => (
        <div className="date-row">
          {!isGregorianFirst && <EthiopianCalendar name={name} />}
          {!isGregorianFirst && (
            <p className="hint" id={hintId}>
              {hint}
            </p>
          )}
          {datePartLengths.map(([part, digits], index) => {
            const id = inputId(index === 0 && isGregorianFirst ? name : name + part);
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
          {isGregorianFirst && <EthiopianCalendar name={name} />}
        </div>
      )}
    </FieldGroup>
  );
}

/**
 * Fills all three inputs when a whole date is pasted or filled into one of them, which would keep its first digits.
 * @returns a function that ends this
 */
function spreadWholeDates(name: string): () => void {
  const inputs = inputsOf(name);
  const spread = (event: Event, text: string | null) => {
    const date = text === null ? undefined : readWrittenDate(text);
    if (!date) return;
    event.preventDefault();
    writeGregorian(name, date);
    inputs[0]?.dispatchEvent(new Event('change', { bubbles: true }));
  };
  // What is pasted, or inserted by a keyboard. At the event `input` it is already cut to the longest length.
  const onBeforeInput = (event: InputEvent) => spread(event, event.data);
  // What a program writes, which is not cut.
  const onInput = (event: Event) => {
    if (event.target instanceof HTMLInputElement) spread(event, event.target.value);
  };
  for (const input of inputs) {
    input.addEventListener('beforeinput', onBeforeInput);
    input.addEventListener('input', onInput);
  }
  return () => {
    for (const input of inputs) {
      input.removeEventListener('beforeinput', onBeforeInput);
      input.removeEventListener('input', onInput);
    }
  };
}

function EthiopianCalendar({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(code !== 'en');
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.ethiopian}</summary>
      {isOpen && <EthiopianDate name={name} isFirst={code !== 'en'} />}
    </details>
  );
}

/** The typed parts, unchecked. */
interface DateParts {
  day: string;
  month: string;
  year: string;
}

const emptyParts: DateParts = { day: '', month: '', year: '' };

/**
 * A date in the Ethiopian calendar beside a `DateField`. The same day is written into the field's Gregorian inputs, and
 * a day typed there is shown here.
 * @param name the name of the `DateField`
 * @param isFirst true if the error summary links to this one
 */
function EthiopianDate({ name, isFirst }: { name: string; isFirst: boolean }) {
  const [parts, setParts] = useState(emptyParts);
  const gregorianDate = gregorianOf(parts);
  const isComplete = Object.values(parts).every((part) => part.trim());

  useEffect(() => {
    const followGregorian = ({ isTrusted = true }: Partial<Event> = {}) => {
      // Events from `writeGregorian` are not trusted: that day is shown already.
      if (isTrusted) setParts((partsBefore) => readGregorianInputs(name) ?? partsBefore);
    };
    // After the form has restored its draft.
    const timer = setTimeout(followGregorian);
    const inputs = inputsOf(name);
    const followWholeDate = () => followGregorian();
    for (const input of inputs) {
      input.addEventListener('input', followGregorian);
      input.addEventListener('change', followWholeDate);
    }
    return () => {
      clearTimeout(timer);
      for (const input of inputs) {
        input.removeEventListener('input', followGregorian);
        input.removeEventListener('change', followWholeDate);
      }
    };
  }, [name]);

  const changeParts = (changedParts: Partial<DateParts>) => {
    const newParts = { ...parts, ...changedParts };
    setParts(newParts);
    writeGregorian(name, gregorianOf(newParts) ?? '');
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
            value={parts.day}
            onChange={({ target }) => changeParts({ day: target.value })}
          />
        </label>
        <label>
          <Text>{calendarTexts.month}</Text>
          <select
            value={parts.month}
            onChange={({ target }) => changeParts({ month: target.value })}
          >
            <option value="">{calendarTexts.choose}</option>
            {calendarTexts.months.map((month, index) => (
              <option key={month} value={index + 1}>
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
            value={parts.year}
            onChange={({ target }) => changeParts({ year: target.value })}
          />
        </label>
      </div>
      <p role="status">
        {gregorianDate
          ? calendarTexts.is(formatEthiopianDay(gregorianDate), formatGregorianDay(gregorianDate))
          : isComplete && calendarTexts.noDay}
      </p>
    </div>
  );
}

function gregorianOf({ day, month, year }: DateParts): string | undefined {
  const [dayNumber = 0, monthNumber = 0, yearNumber = 0] = [day, month, year].map(Number);
  // A year of two digits is unfinished: nobody means the first century.
  return yearNumber > 1000
    ? toGregorian({ day: dayNumber, month: monthNumber, year: yearNumber })
    : undefined;
}

function inputsOf(name: string): HTMLInputElement[] {
  return datePartLengths
    .flatMap(([part]) => [...document.getElementsByName(name + part)])
    .filter((input) => input instanceof HTMLInputElement);
}

/** @returns the day in the Gregorian inputs, in the Ethiopian calendar; `undefined` if they hold no day */
function readGregorianInputs(name: string): DateParts | undefined {
  const [day = '', month = '', year = ''] = inputsOf(name).map(({ value }) => value.trim());
  const gregorianDate = [year.padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join(
    '-',
  );
  const timeMs = Date.parse(`${gregorianDate}T00:00:00Z`);
  if (year.length < 4 || Number.isNaN(timeMs)) return undefined;
  if (!new Date(timeMs).toISOString().startsWith(gregorianDate)) return undefined;
  const ethiopianDate = toEthiopian(gregorianDate);
  return {
    day: String(ethiopianDate.day),
    month: String(ethiopianDate.month),
    year: String(ethiopianDate.year),
  };
}

/** Writes a day into the Gregorian inputs with events, so that the form keeps it. @param gregorianDate `''` empties them */
function writeGregorian(name: string, gregorianDate: string): void {
  const [year = '', month = '', day = ''] = gregorianDate.split('-');
  const partValues = [day, month, year];
  inputsOf(name).forEach((input, index) => {
    const value = (partValues[index] ?? '').replace(/^0+/, '');
    if (input.value === value) return;
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
