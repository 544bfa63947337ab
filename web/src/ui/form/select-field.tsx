import { texts } from '../../words/forms.ts';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

interface SelectFieldProps extends FieldTexts {
  options: readonly { value: string; label: string }[];
  defaultValue?: string;
}

/** A native list to choose one from; at first nothing is chosen. */
export function SelectField({ options, defaultValue, ...field }: SelectFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <div className="input-row">
          <select {...control} defaultValue={defaultValue}>
            <option value="">{texts.choose}</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}
