import { FieldGroup, type FieldTexts, inputId } from './field-frame.tsx';

interface RadioFieldProps extends FieldTexts {
  options: readonly { value: string; label: string }[];
}

/** A few choices, one of which is taken; the error summary leads to the first. */
export function RadioField({ name, options, ...group }: RadioFieldProps) {
  return (
    <FieldGroup {...group}>
      <div className="radios">
        {options.map(({ value, label }, at) => (
          <label key={value} className="radio">
            <input
              type="radio"
              name={name}
              value={value}
              {...(at === 0 ? { id: inputId(name) } : {})}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
