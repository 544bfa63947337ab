import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

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
