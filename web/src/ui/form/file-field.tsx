import {
  type FileProblem,
  fileProblem,
  fileTypes,
  isPictureKind,
} from '@one-planet/contract/file-rules';
import type { FileKind } from '@one-planet/contract/limits';
import { useAtomValue } from 'jotai';
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  dropStoredFile,
  keepChosenName,
  readChosenName,
  readStoredFile,
} from '../../offline/drafts.ts';
import {
  type ChosenFile,
  fileToSend,
  importPrepareFile,
  setFileToSend,
} from '../../offline/file-to-send.ts';
import { keepFiles, readKeptFiles } from '../../offline/kept-typing.ts';
import { pagesOf, photosPdfName } from '../../offline/photos-to-pdf.ts';
import type { FileToSend } from '../../offline/prepare-file.ts';
import { keepsTypingAtom, sessionAtom } from '../../site/atoms.ts';
import { textOf } from '../../site/unchecked.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { sizeInWords } from '../../texts/formats.ts';
import { Text } from '../blocks.tsx';
import { type Shown, Thumbnail } from '../thumbnail.tsx';
import { FieldFrame, type FieldTexts } from './fields.tsx';
import { choose, making } from './form-entries.ts';
import { PhotoPages } from './photo-pages.tsx';

interface FileFieldProps extends FieldTexts {
  /** The form's draft, which knows whether a file is stored already. */
  draft: string;
  kind: FileKind;
}

/** A file to choose; one that was stored before a reload need not be chosen again. */
export function FileField({ draft, kind, ...field }: FileFieldProps) {
  const { name } = field;
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const keeps = useAtomValue(keepsTypingAtom);
  const [chosen, setChosen] = useState<File>();
  const [toSend, setToSend] = useState<FileToSend>();
  /** Why a file that was chosen is to be chosen again. */
  const [lost, setLost] = useState('');
  const stored = readStoredFile(draft, name);
  const input = useRef<HTMLInputElement>(null);
  const onChange = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    // Choosing is wanting it sent, also the same file: the server may have lost it.
    if (file) dropStoredFile(draft, name);
    setChosen(file);
    setToSend(undefined);
    setLost('');
    keepChosenName(draft, name, file?.name ?? '');
    if (!file) return void keepFiles(email, draft, name, []);
    const prepared = await fileToSend(file, kind);
    // She may have chosen another one meanwhile.
    if (input.files?.[0] !== file) return;
    setToSend(prepared);
    if (prepared) return;
    // Browsers do not tell that the same file was chosen again, unless the field is empty.
    choose(input, undefined);
    setLost(texts.files.unreadable(file.name));
    keepChosenName(draft, name, file.name);
  };
  const restore = useEffectEvent(async () => {
    const before = readChosenName(draft, name);
    // Photographed pages come back by themselves.
    await (input.current && making.get(input.current));
    const [kept] = await readKeptFiles(email, draft, name);
    if (!input.current || input.current.files?.length) return;
    if (kept) choose(input.current, fileOf(kept));
    else if (before)
      setLost(before === photosPdfName ? texts.photos.lost : texts.files.lost(before));
  });
  const isStored = stored !== undefined;
  useEffect(() => {
    if (!isStored && input.current) making.set(input.current, restore());
  }, [isStored]);
  // Also once she wishes it.
  useEffect(() => {
    if (!keeps || !toSend) return;
    const { data, ...facts } = toSend;
    // The pages that it was made of are kept by themselves.
    const isMade = pagesOf(chosen).length > 0;
    const files = isMade || problemOf(kind, toSend) ? [] : [{ data, facts }];
    void keepFiles(email, draft, name, files);
  }, [keeps, chosen, toSend, kind, email, draft, name]);
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
              accept={isPictureKind(kind) ? 'image/*' : `${fileTypes[kind].join()},${untyped}`}
              data-kind={kind}
              // Comes while she looks for the file.
              onFocus={() => void importPrepareFile().catch(() => {})}
              onChange={onChange}
            />
          </div>
          {stored && !chosen && (
            <p className="stored icon done">{texts.files.stored(stored.name)}</p>
          )}
          {lost && !chosen && !stored && (
            <p className="stored" role="status">
              {lost}
            </p>
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
            <PhotoPages input={input} chosen={chosen} draft={draft} isStored={isStored} />
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** A file without an extension is of this type to those who choose among files. */
const untyped = 'application/octet-stream';

/** @returns a file of another visit to this page, ready to be sent */
function fileOf({ data, facts }: Awaited<ReturnType<typeof readKeptFiles>>[number]): File {
  const sent = { name: textOf(facts.name), content: textOf(facts.content) };
  const file = new File([data], sent.name, { type: data.type });
  setFileToSend(file, { ...sent, data });
  return file;
}

function problemOf(kind: FileKind, { name, data, ...facts }: FileToSend): FileProblem | undefined {
  return fileProblem(kind, { name, size: data.size, ...facts });
}

function isPicture(content = ''): boolean {
  return content.startsWith('image/');
}

/** @returns the pictures of a chosen file to show: its own, or those that it was made of */
export function picturesOf({
  file,
  data,
  content: contentType,
}: Partial<ChosenFile>): readonly Shown[] {
  return isPicture(contentType) && data ? [{ picture: data }] : pagesOf(file);
}

/** @returns how much of her data it costs to send a file, or how to go on with one that can't be sent */
function remark(kind: FileKind, file: File, toSend: FileToSend): string {
  const { files } = texts;
  const { data, content: contentType } = toSend;
  const problem = problemOf(kind, toSend);
  const help: Partial<Record<FileProblem, string>> = isPictureKind(kind)
    ? files.help.picture
    : files.help.pdf;
  if (problem) return help[problem] ?? '';
  const sent = sizeInWords(data.size);
  if (!isPicture(contentType) || data.size === file.size) return files.size(sent);
  return data.size < file.size ? files.shrunk(sizeInWords(file.size), sent) : files.converted(sent);
}
