import { useState } from 'react';
import { code } from '../../language/current.ts';
import { lazily } from '../../site/lazily.ts';
import { texts } from '../../words/forms.ts';
import { LazyPart } from '../lazy-part.tsx';
import { FieldGroup, type FieldTexts, inputId } from './field-frame.tsx';

const ethiopianDate = lazily(async () => {
  const { EthiopianDate } = await import('../ethiopian-date/ethiopian-date.tsx');
  return { default: EthiopianDate };
});

const parts = [
  ['Day', 2],
  ['Month', 2],
  ['Year', 4],
] as const;

/** A date typed as day, month and year: no phone turns that into a calendar of 40 years to leaf through. */
export function DateField({ name, ...group }: FieldTexts) {
  return (
    <FieldGroup {...group}>
      {(describedBy) => (
        <div className="date-row">
          {parts.map(([part, digits], at) => {
            // The error summary leads to the first.
            const id = inputId(at === 0 ? name : name + part);
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
                  aria-describedby={describedBy}
                />
              </div>
            );
          })}
          <OtherCalendar name={name} />
        </div>
      )}
    </FieldGroup>
  );
}

/** Open where the language's readers know their birthday in it. */
function OtherCalendar({ name }: { name: string }) {
  const [open, setOpen] = useState(code !== 'en');
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.ethiopian}</summary>
      {open && <LazyPart of={ethiopianDate} props={{ name }} />}
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
