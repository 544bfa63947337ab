import { type ChangeEvent, useState } from 'react';
import { dropStoredFile, readStoredFile } from '../../site/drafts.ts';
import { texts } from '../../words/forms.ts';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

interface FileFieldProps extends FieldTexts {
  /** The form's draft, which knows whether a file is stored already. */
  draft: string;
  /** The media types that the device offers first; the rules decide. */
  accept: string;
}

/** A file to choose; one that was stored before a reload need not be chosen again. */
export function FileField({ draft, accept, ...field }: FileFieldProps) {
  const [chosen, setChosen] = useState(false);
  const stored = readStoredFile(draft, field.name);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const isChosen = currentTarget.files?.length === 1;
    // Choosing is wanting it sent, also the same file: the server may have lost it.
    if (isChosen) dropStoredFile(draft, field.name);
    setChosen(isChosen);
  };
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <div className="input-row">
            <input {...control} type="file" accept={accept} onChange={onChange} />
          </div>
          {stored && !chosen && (
            <p className="stored icon done">{texts.files.stored(stored.name)}</p>
          )}
        </>
      )}
    </FieldFrame>
  );
}
