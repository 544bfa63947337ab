import { type FileKind, limits } from './limits.ts';

type Data = Blob | ArrayBuffer | ArrayBufferView;

/** Something to upload: a `File` or `Blob`, bytes, or either with a name. */
export type Uploadable = Data | { name: string; data: Data };

/** What the rules need to know about a file before it is sent; a browser's `File` has it. */
export interface FileFacts {
  name: string;
  /** In bytes. */
  size: number;
  /**
   * The media type according to the first bytes (`sniffType`): empty when unknown, left out when the bytes were not
   * read.
   */
  content?: string;
  /** Why the file cannot be opened; left out when it was not tried, or can be. */
  fault?: FileFault;
  /** Of a picture, in pixels; left out when it was not opened. */
  shorterSidePx?: number;
}

/** `cut`: a part of the file is missing. */
export type FileFault = 'cut';

/** The faults of a chosen file. `otherPicture` is a picture of a type that the backend does not accept. */
export type FileProblem = 'missing' | 'otherPicture' | 'type' | 'tooBig' | 'tooSmall' | FileFault;

/** The messages of the specification. */
const messagesByFileKind: Record<FileKind, Record<'missing' | 'type' | 'tooBig', string>> = {
  receipt: {
    missing: 'Please attach the transaction receipt',
    type: 'Only image files are supported',
    tooBig: "File too big, can't exceed 4MB",
  },
  profilePicture: {
    missing: 'Please attach your profile picture',
    type: 'Only image files are supported',
    tooBig: 'File too big, cannot exceed 4MB',
  },
  educationDocument: {
    missing: 'Please attach your education document',
    type: 'Only PDF files are supported',
    tooBig: 'File too big, cannot exceed 10MB',
  },
};

/** Messages that the specification lacks. Its message for a wrong type would say of a picture that it is none. */
const sharedMessages = {
  otherPicture: 'Only JPEG and PNG pictures are supported',
  tooSmall: 'This picture is too small',
  cut: 'Part of this file is missing',
};

/**
 * Checks a chosen file: its type by its content, or by its name if the content was not read; whether it can be opened;
 * its size. A file of exactly a limit is accepted.
 * @returns the first rule that it breaks, or `undefined`
 */
export function findFileProblem(
  kind: FileKind,
  file: FileFacts | null | undefined,
): FileProblem | undefined {
  const { extensions, maxBytes, minSidePx } = limits.files[kind];
  if (!file) return 'missing';
  const { name, size, content, fault, shorterSidePx = minSidePx } = file;
  const isAccepted =
    content === undefined
      ? (extensions as readonly string[]).includes(extensionOf(name))
      : fileTypes[kind].includes(content);
  if (!isAccepted && isPictureKind(kind) && content?.startsWith('image/')) return 'otherPicture';
  if (!isAccepted) return 'type';
  if (fault) return fault;
  if (size > maxBytes) return 'tooBig';
  return shorterSidePx < minSidePx ? 'tooSmall' : undefined;
}

/** @returns the message of the first rule that a file breaks, or `undefined` */
export function makeFileMessage(
  kind: FileKind,
  file: FileFacts | null | undefined,
): string | undefined {
  const problem = findFileProblem(kind, file);
  return problem && { ...sharedMessages, ...messagesByFileKind[kind] }[problem];
}

/** @returns true for a kind of file that has to be a picture */
export function isPictureKind(kind: FileKind): boolean {
  return fileTypes[kind].includes('image/jpeg');
}

/** @returns the extension of a file's name in lower case, without the dot; empty where it has none */
function extensionOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** The file extensions of the accepted media types. */
const extensionsByMediaType: Readonly<Partial<Record<string, readonly string[]>>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
};

/**
 * @param sniffedType as `sniffType` returns it
 * @returns the name under which a file is sent: with the extension of its content, whatever extension it had. The name
 * stays for a content that is not accepted.
 */
export function nameFor(sniffedType: string, fileName: string): string {
  const [firstExtension, ...otherExtensions] = extensionsByMediaType[sniffedType] ?? [];
  const hasRightExtension = (fileName: string) =>
    firstExtension === undefined ||
    [firstExtension, ...otherExtensions].includes(extensionOf(fileName));
  // "Certificate No. 12" has no extension.
  const nameWithoutExtension = removeExtension(fileName);
  return (
    [fileName, nameWithoutExtension].find(hasRightExtension) ??
    `${nameWithoutExtension}.${firstExtension}`
  );
}

/** Removes an extension, or else the dots and blanks at the end. */
function removeExtension(fileName: string): string {
  const nameWithoutExtension = fileName.replace(/\.[a-z]\w{1,4}$/i, '');
  if (nameWithoutExtension !== fileName) return nameWithoutExtension;
  let { length } = fileName;
  while (length > 0 && /[.\s]/.test(fileName.charAt(length - 1))) length -= 1;
  return fileName.slice(0, length);
}

const typesAndSignatures = [
  ['image/png', /^\x89PNG\r\n.\n/s],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftypavi[fs]/s],
  ['image/heic', /^.{4}ftyp(he[iv]|mif1|msf1)/s],
  // PDF readers accept the mark anywhere near the beginning, after a byte order mark, blank lines or a printer's
  // commands.
  ['application/pdf', /%PDF-/],
] as const;

/** How many bytes at the start of a file show its media type. */
export const signatureBytes = 1_024;

/** Finds the media type of a file by its first bytes; the name is ignored. */
export function sniffType(bytes: Uint8Array): (typeof typesAndSignatures)[number][0] | undefined {
  const startText = readStartAsText(bytes);
  return typesAndSignatures.find(([, signature]) => signature.test(startText))?.[0];
}

/** @returns a PDF without the bytes before its beginning, because some backends would not recognize it as a PDF */
export function pdfFrom(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.subarray(Math.max(0, readStartAsText(bytes).indexOf('%PDF-')));
}

function readStartAsText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, signatureBytes));
}

/** The media types allowed for each kind of file. */
export const fileTypes: Record<FileKind, readonly string[]> = {
  receipt: ['image/png', 'image/jpeg'],
  profilePicture: ['image/png', 'image/jpeg'],
  educationDocument: ['application/pdf'],
};
