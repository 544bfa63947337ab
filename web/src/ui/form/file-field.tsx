import {
  type FileProblem,
  fileProblem,
  fileTypes,
  isPictureKind,
} from '@one-planet/contract/file-rules';
import type { FileKind } from '@one-planet/contract/limits';
import { type ChangeEvent, useRef, useState } from 'react';
import { dropStoredFile, readStoredFile } from '../../offline/drafts.ts';
import { type ChosenFile, type FileToSend, fileToSend } from '../../offline/file-to-send.ts';
import { pagesOf } from '../../offline/photos-to-pdf.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { sizeInWords } from '../../texts/formats.ts';
import { Text } from '../blocks.tsx';
import { type Shown, Thumbnail } from '../thumbnail.tsx';
import { FieldFrame, type FieldTexts } from './fields.tsx';
import { PhotoPages } from './photo-pages.tsx';

interface FileFieldProps extends FieldTexts {
  /** The form's draft, which knows whether a file is stored already. */
  draft: string;
  kind: FileKind;
}

/** A file to choose; one that was stored before a reload need not be chosen again. */
export function FileField({ draft, kind, ...field }: FileFieldProps) {
  const [chosen, setChosen] = useState<File>();
  const [toSend, setToSend] = useState<FileToSend>();
  const stored = readStoredFile(draft, field.name);
  const input = useRef<HTMLInputElement>(null);
  const onChange = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    // Choosing is wanting it sent, also the same file: the server may have lost it.
    if (file) dropStoredFile(draft, field.name);
    setChosen(file);
    setToSend(undefined);
    const prepared = file && (await fileToSend(file, kind));
    // She may have chosen another one meanwhile.
    if (input.files?.[0] === file) setToSend(prepared);
  };
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <div className="input-row file">
            {/* The browser's own button speaks the browser's language. */}
            <span className="button" aria-hidden="true">
              <Text>{chosen ? texts.files.other : texts.files.choose}</Text>
            </span>
            <span aria-hidden="true">{chosen?.name}</span>
            <input
              {...control}
              ref={input}
              type="file"
              // Pictures of any kind: most can be converted, and the others are refused with a message.
              accept={isPictureKind(kind) ? 'image/*' : fileTypes[kind].join()}
              data-kind={kind}
              onChange={onChange}
            />
          </div>
          {stored && !chosen && (
            <p className="stored icon done">{texts.files.stored(stored.name)}</p>
          )}
          {/* Its room is kept from the start, or Submit moves away under a finger. */}
          {chosen && (toSend ? isPicture(toSend.content) : isPictureKind(kind)) && (
            <Thumbnail picture={toSend?.data} />
          )}
          {chosen && (
            <p className="hint" role="status">
              <Text>{toSend ? remark(kind, chosen, toSend) : texts.files.preparing}</Text>
              {!toSend && <progress aria-hidden="true" />}
            </p>
          )}
          {!isPictureKind(kind) && (
            <PhotoPages
              input={input}
              chosen={chosen}
              draft={draft}
              isStored={stored !== undefined}
            />
          )}
        </>
      )}
    </FieldFrame>
  );
}

function isPicture(content = ''): boolean {
  return content.startsWith('image/');
}

/** @returns the pictures of a chosen file to show: its own, or those that it was made of */
export function picturesOf({ file, data, content }: Partial<ChosenFile>): readonly Shown[] {
  return isPicture(content) && data ? [{ picture: data }] : pagesOf(file);
}

/** @returns how much of her data it costs to send a file, or how to go on with one that can't be sent */
function remark(kind: FileKind, file: File, { name, data, content }: FileToSend): string {
  const { files } = texts;
  const problem = fileProblem(kind, { name, size: data.size, content });
  const help: Partial<Record<FileProblem, string>> = isPictureKind(kind)
    ? files.help.picture
    : files.help.pdf;
  if (problem) return help[problem] ?? '';
  const sent = sizeInWords(data.size);
  if (data === file) return files.size(sent);
  return data.size < file.size ? files.shrunk(sizeInWords(file.size), sent) : files.converted(sent);
}
