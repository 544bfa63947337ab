import { type ChangeEvent, useState } from 'react';
import { dropStoredFile, readStoredFile } from '../../site/drafts.ts';
import { sizeInWords } from '../../site/sizes.ts';
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
  const [size, setSize] = useState('');
  const stored = readStoredFile(draft, field.name);
  const onChange = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    // Choosing is wanting it sent, also the same file: the server may have lost it.
    if (file) dropStoredFile(draft, field.name);
    setChosen(Boolean(file));
    setSize('');
    const said = file && (await sizeOf(file).catch(() => ''));
    // She may have chosen another one meanwhile.
    if (said && input.files?.[0] === file) setSize(said);
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
          {chosen && (
            <p className="hint" role="status">
              {size}
            </p>
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** @returns how much of her data it costs to send a file, in words */
async function sizeOf(file: File): Promise<string> {
  const { shrinkPicture } = await import('../../site/shrink/shrink-picture.ts');
  const { data } = await shrinkPicture(file);
  const sent = sizeInWords(data.size);
  return data.size < file.size
    ? texts.files.shrunk(sizeInWords(file.size), sent)
    : texts.files.size(sent);
}
