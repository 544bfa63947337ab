import { texts } from '../../words/forms.ts';
import { FieldGroup, type FieldTexts, inputId } from './field-frame.tsx';

const parts = [
  ['Day', 2],
  ['Month', 2],
  ['Year', 4],
] as const;

/** A date typed as day, month and year: no phone turns that into a calendar of 40 years to leaf through. */
export function DateField({ name, ...group }: FieldTexts) {
  return (
    <FieldGroup {...group}>
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
              />
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}
