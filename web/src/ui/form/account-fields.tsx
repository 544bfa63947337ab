/** The fields of an account: an email address, and a password. */
import { useAtomValue } from 'jotai';
import { type ComponentProps, useState } from 'react';
import { isHydratedAtom } from '../../site/atoms.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { suggestEmail } from './email-suggestion.ts';
import { Field, inputId } from './fields.tsx';
import { setInputValue } from './form-entries.ts';

/** An email address, which a phone's keyboard neither corrects nor capitalises. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'name' | 'type'>) {
  const [suggestion, setSuggestion] = useState<string>();
  const acceptSuggestion = () => {
    const input = document.getElementById(inputId('email'));
    if (suggestion && input instanceof HTMLInputElement) setInputValue(input, suggestion);
    setSuggestion(undefined);
    input?.focus();
  };
  return (
    <>
      <Field
        autoComplete="email"
        {...props}
        name="email"
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        onBlur={({ target }) => setSuggestion(suggestEmail(target.value))}
      />
      <p className="hint remark" role="status">
        {suggestion && (
          <button type="button" className="link" onClick={acceptSuggestion}>
            {texts.meantEmail(suggestion)}
          </button>
        )}
      </p>
    </>
  );
}

/**
 * A password with a show/hide toggle. It may be pasted, and is never kept in a draft. It has no name before the page is
 * alive: an engine that does not run the site's script would send it, and might write it into the address.
 */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const [isVisible, setVisible] = useState(false);
  const isHydrated = useAtomValue(isHydratedAtom);
  return (
    <Field
      {...props}
      isNamed={isHydrated}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      adornment={
        <button
          type="button"
          className="toggle"
          aria-label={`${isVisible ? texts.hidePassword : texts.showPassword}: ${props.label}`}
          aria-controls={`field-${props.name}`}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? texts.hidePassword : texts.showPassword}
        </button>
      }
    />
  );
}
