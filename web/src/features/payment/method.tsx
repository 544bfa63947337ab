import { type ReactNode, useEffect, useState } from 'react';
import { keepDraft, readDraft, useOwnDraft } from '../../site/drafts.ts';
import { textOf } from '../../site/unchecked.ts';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { Text } from '../../ui/text.tsx';
import { texts } from './words.ts';

const methods = ['bank', 'online'] as const;

/**
 * How to pay is chosen first: the other way is put away, with what was typed there. Until then both are shown, as
 * specified (journey specification, section 2).
 */
export function Method(ways: Record<(typeof methods)[number], ReactNode>) {
  const draft = useOwnDraft('payment-method');
  const [chosen, setChosen] = useState('');
  useEffect(() => setChosen(textOf(readDraft(draft).method)), [draft]);
  const choose = (method: string) => {
    setChosen(method);
    keepDraft(draft, { method });
  };
  return (
    <>
      <RadioField
        name="method"
        label={texts.method.title}
        options={methods.map((method) => ({
          value: method,
          label: (
            <>
              <b>{texts.method[method].name}</b> <br />
              <Text>{texts.method[method].hint}</Text>
            </>
          ),
        }))}
        chosen={chosen}
        onChoose={choose}
      />
      {methods.map((method) => (
        <div key={method} hidden={chosen !== '' && method !== chosen}>
          {ways[method]}
        </div>
      ))}
    </>
  );
}
