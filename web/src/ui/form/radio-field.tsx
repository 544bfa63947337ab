import type { ReactNode } from 'react';
import { FieldGroup, type FieldTexts, inputId } from './field-frame.tsx';

interface RadioOption {
  value: string;
  label: ReactNode;
}

interface RadioFieldProps extends FieldTexts {
  options: readonly RadioOption[];
  /** The choice, where the page keeps it; otherwise the form does. */
  chosen?: string;
  onChoose?: (value: string) => void;
}

/** A few choices, one of which is taken; the error summary leads to the first. */
export function RadioField({ name, options, chosen, onChoose, ...group }: RadioFieldProps) {
  return (
    <FieldGroup {...group}>
      {() => (
        <div className="radios">
          {options.map(({ value, label }, at) => (
            <label key={value} className="radio">
              <input
                type="radio"
                name={name}
                value={value}
                {...(at === 0 ? { id: inputId(name) } : {})}
                {...(onChoose && { checked: chosen === value, onChange: () => onChoose(value) })}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}
