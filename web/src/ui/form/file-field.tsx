import {
  type FileProblem,
  fileTypes,
  findFileProblem,
  isPictureKind,
} from '@one-planet/contract/file-rules';
import { type FileKind, limits } from '@one-planet/contract/limits';
import { useAtomValue } from 'jotai';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  dropStoredFile,
  keepChosenFileName,
  readChosenFileName,
  readStoredFile,
  type UploadedFile,
} from '../../offline/drafts.ts';
import { importPrepareFile, prepareFileToSend, setFileToSend } from '../../offline/file-to-send.ts';
import { keepFiles, readKeptFiles } from '../../offline/kept-input.ts';
import { pagesOf, photosPdfName } from '../../offline/pdf-pages.ts';
import type { FileToSend } from '../../offline/prepare-file.ts';
import { isTypingKeptAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { textOf } from '../../site/unchecked.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { formatSize } from '../../texts/formats.ts';
import { Text } from '../blocks.tsx';
import { isPicture, Thumbnail } from '../thumbnail.tsx';
import { FieldFrame, type FieldTexts } from './fields.tsx';
import { chooseFile, pendingFiles } from './form-entries.ts';
import { PhotoPages } from './photo-pages.tsx';

interface FileFieldProps extends FieldTexts {
  /** The name of the form's draft, which notes a file that is stored on the server. */
  draftName: string;
  fileKind: FileKind;
}

/** A field to choose a file. After a reload, a file that is stored on the server need not be chosen again. */
export function FileField({ draftName, fileKind, ...field }: FileFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const choice = useFileChoice(inputRef, { draftName, fileKind, fieldName: field.name });
  const { chosenFile, storedFile, choose } = choice;
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
              ref={inputRef}
              type="file"
              // All picture types: most can be converted, and the others are refused with a message.
              accept={
                isPictureKind(fileKind) ? 'image/*' : `${fileTypes[fileKind].join()},${unknownType}`
              }
              data-kind={fileKind}
              // Loaded while she looks for the file.
              onFocus={() => void importPrepareFile().catch(() => {})}
              onChange={({ currentTarget }) => void choose(currentTarget)}
            />
          </div>
          {chosenFile ? (
            <ChosenFileRemark {...choice} file={chosenFile} fileKind={fileKind} />
          ) : (
            <EarlierFileRemark {...choice} />
          )}
          {!isPictureKind(fileKind) && (
            <PhotoPages
              inputRef={inputRef}
              chosenFile={chosenFile}
              draftName={draftName}
              isFileStored={storedFile !== undefined}
            />
          )}
        </>
      )}
    </FieldFrame>
  );
}

interface FileChoiceOptions extends Pick<FileFieldProps, 'draftName' | 'fileKind'> {
  fieldName: string;
}

/** The file that is chosen in a field, restored and kept like typed input. */
function useFileChoice(
  inputRef: RefObject<HTMLInputElement | null>,
  { draftName, fileKind, fieldName }: FileChoiceOptions,
) {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const isTypingKept = useAtomValue(isTypingKeptAtom);
  const [chosenFile, setChosenFile] = useState<File>();
  const [sendableFile, setSendableFile] = useState<FileToSend>();
  /** Why a file has to be chosen again. */
  const [lostMessage, setLostMessage] = useState('');
  const storedFile = readStoredFile(draftName, fieldName);
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // A chosen file is always sent, even the same one again: the server may have lost it.
    if (file) dropStoredFile(draftName, fieldName);
    setChosenFile(file);
    setSendableFile(undefined);
    setLostMessage('');
    keepChosenFileName(draftName, fieldName, file?.name ?? '');
    if (!file) return void keepFiles(site, email, draftName, fieldName, []);
    const preparedFile = await prepareFileToSend(file, fileKind);
    // Another file may have been chosen meanwhile.
    if (input.files?.[0] !== file) return;
    setSendableFile(preparedFile);
    if (preparedFile) return;
    // Emptied, because browsers fire no event when the same file is chosen again.
    chooseFile(input, undefined);
    setLostMessage(texts.files.unreadable(file.name));
    keepChosenFileName(draftName, fieldName, file.name);
  };
  const restore = useEffectEvent(async () => {
    const chosenName = readChosenFileName(draftName, fieldName);
    // Photographed pages are restored by `PhotoPages`.
    await (inputRef.current && pendingFiles.get(inputRef.current));
    const [keptFile] = await readKeptFiles(site, email, draftName, fieldName);
    if (!inputRef.current || inputRef.current.files?.length) return;
    if (keptFile) chooseFile(inputRef.current, restoreFile(keptFile));
    else if (chosenName)
      setLostMessage(
        chosenName === photosPdfName ? texts.photos.lost : texts.files.lost(chosenName),
      );
  });
  const isFileStored = storedFile !== undefined;
  useEffect(() => {
    if (!isFileStored && inputRef.current) pendingFiles.set(inputRef.current, restore());
  }, [isFileStored, inputRef]);
  // Also when she asks for it after choosing a file.
  useEffect(() => {
    if (!isTypingKept || !sendableFile) return;
    const { data, ...facts } = sendableFile;
    // Of a PDF made here, `PhotoPages` keeps the pages.
    const isMadeOfPhotos = pagesOf(chosenFile).length > 0;
    const filesToKeep =
      isMadeOfPhotos || findProblem(fileKind, sendableFile) ? [] : [{ data, facts }];
    void keepFiles(site, email, draftName, fieldName, filesToKeep);
  }, [isTypingKept, chosenFile, sendableFile, fileKind, site, email, draftName, fieldName]);
  return { chosenFile, sendableFile, storedFile, lostMessage, choose };
}

interface ChosenFileRemarkProps {
  file: File;
  fileKind: FileKind;
  /** `undefined` while it is being prepared. */
  sendableFile: FileToSend | undefined;
}

/** A small picture of the chosen file, and what it costs to send it. */
function ChosenFileRemark({ file, fileKind, sendableFile }: ChosenFileRemarkProps) {
  // The picture's space is reserved from the start, so that Submit does not move.
  const hasPicture = sendableFile ? isPicture(sendableFile.content) : isPictureKind(fileKind);
  return (
    <>
      {hasPicture && <Thumbnail picture={sendableFile?.data} />}
      <p className="hint" role="status">
        <Text>
          {sendableFile ? makeSizeRemark(fileKind, file, sendableFile) : texts.files.preparing}
        </Text>
        {!sendableFile && <progress aria-hidden="true" />}
      </p>
    </>
  );
}

interface EarlierFileRemarkProps {
  storedFile: UploadedFile | undefined;
  /** Why a file has to be chosen again; empty if it has not. */
  lostMessage: string;
}

/** What has become of a file that was chosen before. */
function EarlierFileRemark({ storedFile, lostMessage }: EarlierFileRemarkProps) {
  if (storedFile) return <p className="stored icon done">{texts.files.stored(storedFile.name)}</p>;
  if (!lostMessage) return null;
  return (
    <p className="stored" role="status">
      {lostMessage}
    </p>
  );
}

/** The type that file pickers assign to files without an extension. */
const unknownType = 'application/octet-stream';

/** @returns a file that was kept on an earlier visit to this page, ready to be sent */
function restoreFile({ data, facts }: Awaited<ReturnType<typeof readKeptFiles>>[number]): File {
  const fileProperties = { name: textOf(facts.name), content: textOf(facts.content) };
  const file = new File([data], fileProperties.name, { type: data.type });
  setFileToSend(file, { ...fileProperties, data });
  return file;
}

function findProblem(
  fileKind: FileKind,
  { name, data, ...facts }: FileToSend,
): FileProblem | undefined {
  return findFileProblem(fileKind, { name, size: data.size, ...facts });
}

/** @returns how much mobile data it costs to send a file, or what to do about one that can't be sent */
function makeSizeRemark(fileKind: FileKind, file: File, sendableFile: FileToSend): string {
  const { files } = texts;
  const { data, content: contentType, isEncrypted } = sendableFile;
  const problem = findProblem(fileKind, sendableFile);
  const helpByProblem: Partial<Record<FileProblem, string>> = isPictureKind(fileKind)
    ? { ...files.help.picture, tooSmall: files.tooSmall(limits.files[fileKind].minSidePx) }
    : files.help.pdf;
  if (problem) return helpByProblem[problem] ?? '';
  const sentSize = formatSize(data.size);
  if (isEncrypted) return `${files.size(sentSize)} ${files.encrypted}`;
  if (!isPicture(contentType) || data.size === file.size) return files.size(sentSize);
  return data.size < file.size
    ? files.shrunk(formatSize(file.size), sentSize)
    : files.converted(sentSize);
}
