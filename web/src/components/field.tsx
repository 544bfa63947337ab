import { type ComponentProps, type ReactNode, useId } from 'react';
import { texts } from '../texts/dialog.ts';

interface FieldProps extends ComponentProps<'input'> {
  name: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  /** Stands beside the input, e.g. a button. */
  after?: ReactNode;
}

/** @returns the id of a form's input, for the links of the error summary */
export const inputId = (name: string) => `field-${name}`;

/** A labelled text input with its hint and its message. */
export function Field({ name, label, hint, error, after, required = true, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  return (
    <div className="field" data-wrong={Boolean(error)}>
      <label htmlFor={inputId(name)}>
        {label}
        {!required && <span className="optional"> ({texts.optional})</span>}
      </label>
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}error`}>
          {error}
        </p>
      )}
      <div className="input-row">
        <input
          {...input}
          id={inputId(name)}
          name={name}
          aria-required={required}
          aria-invalid={Boolean(error)}
          aria-describedby={described || undefined}
        />
        {after}
      </div>
    </div>
  );
}
