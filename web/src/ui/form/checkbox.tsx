import { type ComponentProps, type ReactNode, useId } from 'react';
import { Text } from '../text.tsx';
import { inputId } from './field-frame.tsx';

interface CheckboxProps extends ComponentProps<'input'> {
  name: string;
  label: ReactNode;
  hint?: string;
  error?: string | undefined;
}

export function Checkbox({ name, label, hint, error, ...input }: CheckboxProps) {
  const id = useId();
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  return (
    <div className="checkbox" data-wrong={Boolean(error)}>
      {error && (
        <p className="error" id={`${id}error`}>
          <Text>{error}</Text>
        </p>
      )}
      <input
        {...input}
        type="checkbox"
        id={inputId(name)}
        name={name}
        aria-invalid={Boolean(error)}
        aria-describedby={described || undefined}
      />
      <label htmlFor={inputId(name)}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
