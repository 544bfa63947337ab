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
  keepChosenFileName,
  readChosenFileName,
  readStoredFile,
} from '../../offline/drafts.ts';
import {
  type ChosenFile,
  importPrepareFile,
  prepareFileToSend,
  setFileToSend,
} from '../../offline/file-to-send.ts';
import { keepFiles, readKeptFiles } from '../../offline/kept-input.ts';
import { pagesOf, photosPdfName } from '../../offline/photos-to-pdf.ts';
import type { FileToSend } from '../../offline/prepare-file.ts';
import { isTypingKeptAtom, sessionAtom } from '../../site/atoms.ts';
import { textOf } from '../../site/unchecked.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { sizeInWords } from '../../texts/formats.ts';
import { Text } from '../blocks.tsx';
import { type ShownPicture, Thumbnail } from '../thumbnail.tsx';
import { FieldFrame, type FieldTexts } from './fields.tsx';
import { chooseFile, pendingFiles } from './form-entries.ts';
import { PhotoPages } from './photo-pages.tsx';

interface FileFieldProps extends FieldTexts {
  /** The name of the form's draft, which notes a file that is stored on the server. */
  draft: string;
  kind: FileKind;
}

/** A field to choose a file. After a reload, a file that is stored on the server need not be chosen again. */
export function FileField({ draft, kind, ...field }: FileFieldProps) {
  const { name } = field;
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const isTypingKept = useAtomValue(isTypingKeptAtom);
  const [chosenFile, setChosenFile] = useState<File>();
  const [sendableFile, setSendableFile] = useState<FileToSend>();
  /** Why a file has to be chosen again. */
  const [lostMessage, setLostMessage] = useState('');
  const storedFile = readStoredFile(draft, name);
  const input = useRef<HTMLInputElement>(null);
  const onChange = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    // A chosen file is always sent, even the same one again: the server may have lost it.
    if (file) dropStoredFile(draft, name);
    setChosenFile(file);
    setSendableFile(undefined);
    setLostMessage('');
    keepChosenFileName(draft, name, file?.name ?? '');
    if (!file) return void keepFiles(email, draft, name, []);
    const preparedFile = await prepareFileToSend(file, kind);
    // Another file may have been chosen meanwhile.
    if (input.files?.[0] !== file) return;
    setSendableFile(preparedFile);
    if (preparedFile) return;
    // Emptied, because browsers fire no event when the same file is chosen again.
    chooseFile(input, undefined);
    setLostMessage(texts.files.unreadable(file.name));
    keepChosenFileName(draft, name, file.name);
  };
  const restore = useEffectEvent(async () => {
    const chosenName = readChosenFileName(draft, name);
    // Photographed pages are restored by `PhotoPages`.
    await (input.current && pendingFiles.get(input.current));
    const [keptFile] = await readKeptFiles(email, draft, name);
    if (!input.current || input.current.files?.length) return;
    if (keptFile) chooseFile(input.current, restoreFile(keptFile));
    else if (chosenName)
      setLostMessage(
        chosenName === photosPdfName ? texts.photos.lost : texts.files.lost(chosenName),
      );
  });
  const isStored = storedFile !== undefined;
  useEffect(() => {
    if (!isStored && input.current) pendingFiles.set(input.current, restore());
  }, [isStored]);
  // Also when she asks for it after choosing a file.
  useEffect(() => {
    if (!isTypingKept || !sendableFile) return;
    const { data, ...facts } = sendableFile;
    // Of a PDF made here, `PhotoPages` keeps the pages.
    const isMadeOfPhotos = pagesOf(chosenFile).length > 0;
    const chosenFiles = isMadeOfPhotos || findProblem(kind, sendableFile) ? [] : [{ data, facts }];
    void keepFiles(email, draft, name, chosenFiles);
  }, [isTypingKept, chosenFile, sendableFile, kind, email, draft, name]);
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <div className="input-row file">
            {/* In the place of the browser's own button, whose text is in the browser's language. */}
            <span className="button" aria-hidden="true">
              <Text>{chosenFile ? texts.files.other : texts.files.choose}</Text>
            </span>
            <span aria-hidden="true">{chosenFile?.name}</span>
            <input
              {...control}
              ref={input}
              type="file"
              // All picture types: most can be converted, and the others are refused with a message.
              accept={isPictureKind(kind) ? 'image/*' : `${fileTypes[kind].join()},${unknownType}`}
              data-kind={kind}
              // Loaded while she looks for the file.
              onFocus={() => void importPrepareFile().catch(() => {})}
              onChange={onChange}
            />
          </div>
          {storedFile && !chosenFile && (
            <p className="stored icon done">{texts.files.stored(storedFile.name)}</p>
          )}
          {lostMessage && !chosenFile && !storedFile && (
            <p className="stored" role="status">
              {lostMessage}
            </p>
          )}
          {/* Its space is reserved from the start, so that Submit does not move. */}
          {chosenFile && (sendableFile ? isPicture(sendableFile.content) : isPictureKind(kind)) && (
            <Thumbnail picture={sendableFile?.data} />
          )}
          {chosenFile && (
            <p className="hint" role="status">
              <Text>
                {sendableFile ? sizeRemark(kind, chosenFile, sendableFile) : texts.files.preparing}
              </Text>
              {!sendableFile && <progress aria-hidden="true" />}
            </p>
          )}
          {!isPictureKind(kind) && (
            <PhotoPages input={input} chosenFile={chosenFile} draft={draft} isStored={isStored} />
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** The type that file pickers assign to files without an extension. */
const unknownType = 'application/octet-stream';

/** @returns a file that was kept on an earlier visit to this page, ready to be sent */
function restoreFile({ data, facts }: Awaited<ReturnType<typeof readKeptFiles>>[number]): File {
  const properties = { name: textOf(facts.name), content: textOf(facts.content) };
  const file = new File([data], properties.name, { type: data.type });
  setFileToSend(file, { ...properties, data });
  return file;
}

function findProblem(
  kind: FileKind,
  { name, data, ...facts }: FileToSend,
): FileProblem | undefined {
  return fileProblem(kind, { name, size: data.size, ...facts });
}

function isPicture(contentType = ''): boolean {
  return contentType.startsWith('image/');
}

/** @returns the pictures to show of a chosen file: the file itself, or those that a PDF was made of */
export function picturesOf({
  file,
  data,
  content: contentType,
}: Partial<ChosenFile>): readonly ShownPicture[] {
  return isPicture(contentType) && data ? [{ picture: data }] : pagesOf(file);
}

/** @returns how much mobile data it costs to send a file, or what to do about one that can't be sent */
function sizeRemark(kind: FileKind, file: File, sendableFile: FileToSend): string {
  const { files } = texts;
  const { data, content: contentType } = sendableFile;
  const problem = findProblem(kind, sendableFile);
  const help: Partial<Record<FileProblem, string>> = isPictureKind(kind)
    ? files.help.picture
    : files.help.pdf;
  if (problem) return help[problem] ?? '';
  const sentSize = sizeInWords(data.size);
  if (!isPicture(contentType) || data.size === file.size) return files.size(sentSize);
  return data.size < file.size
    ? files.shrunk(sizeInWords(file.size), sentSize)
    : files.converted(sentSize);
}
