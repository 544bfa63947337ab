import { lettersOnlyMessage } from '@one-planet/contract/messages';
import { nameTexts as texts } from '../../texts/name-words.ts';
import { translateRuleMessage } from '../../texts/rule-message.ts';
import { Field } from './fields.tsx';

const nameInputs = [
  ['firstName', 'given-name', lettersOnlyMessage('First name')],
  ['middleName', 'additional-name', lettersOnlyMessage('Middle name')],
  ['lastName', 'family-name', lettersOnlyMessage('Last name')],
] as const;

type Name = (typeof nameInputs)[number][0];

interface NameFieldsProps {
  errors: Readonly<Record<string, string>>;
  /** The initial values. Default: empty. */
  values?: Readonly<Record<Name, string>>;
}

/** The three name fields of registration and profile, with advice on names that the rules refuse. */
export function NameFields({ errors, values }: NameFieldsProps) {
  return (
    <>
      <div className="side-by-side">
        {nameInputs.map(([name, autoComplete, message]) => (
          <Field
            key={name}
            name={name}
            label={texts[name]}
            autoComplete={autoComplete}
            defaultValue={values?.[name]}
            error={errors[name]}
            help={errors[name] === translateRuleMessage(message) ? texts.twoWords : undefined}
          />
        ))}
      </div>
      <details className="remark">
        <summary>{texts.hintTitle}</summary>
        <p className="hint">{texts.hint}</p>
      </details>
    </>
  );
}
