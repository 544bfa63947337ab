import { type ComponentProps, useState } from 'react';
import { texts } from '../../words/forms.ts';
import { Field } from './field.tsx';

/** A password with a show/hide toggle; it may be pasted, and it is never kept as a draft. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          className="toggle"
          aria-label={shown ? texts.hidePasswordLabel : texts.showPasswordLabel}
          aria-controls={`field-${props.name}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? texts.hidePassword : texts.showPassword}
        </button>
      }
    />
  );
}
