import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

interface FieldProps extends Omit<ComponentProps<'input'>, keyof FieldTexts>, FieldTexts {
  /** Stands beside the input, e.g. a button. */
  after?: ReactNode;
}

/** A labelled text input with its hint and its message. */
export function Field({
  name,
  label,
  hint,
  error,
  required,
  describedBy,
  after,
  ...input
}: FieldProps) {
  const frame = { name, label, hint, error, required, describedBy };
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="input-row">
          <input {...input} {...control} />
          {after}
        </div>
      )}
    </FieldFrame>
  );
}

/** An e-mail address; a phone's keyboard neither corrects it nor begins it with a capital letter. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'name' | 'type'>) {
  return (
    <Field
      autoComplete="email"
      {...props}
      name="email"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
