import { type FileKind, limits } from './limits.ts';

/** A file before it is sent; a browser's `File` fits. */
export interface FileFacts {
  name: string;
  /** In bytes. */
  size: number;
  /** The media type according to its first bytes (`sniffType`); empty when unknown, left out when nobody looked. */
  content?: string;
  /** Why nobody could read it, left out when nobody looked. */
  fault?: FileFault;
}

/** `cut`: a part of the file is missing. `locked`: a PDF that cannot be opened without a password. */
export type FileFault = 'cut' | 'locked';

/** The faults of a chosen file. `otherPicture`: it is a picture, but of a kind that the backend does not take. */
export type FileProblem = 'missing' | 'otherPicture' | 'type' | 'tooBig' | FileFault;

/** The specified messages. */
const messages: Record<FileKind, Record<'missing' | 'type' | 'tooBig', string>> = {
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

/** Not in the specification, whose message says of a picture that it is none, and which knows no faults. */
const otherMessages = {
  otherPicture: 'Only JPEG and PNG pictures are supported',
  cut: 'Part of this file is missing',
  locked: 'This PDF needs a password',
};

/**
 * Checks a chosen file (journey specification, section 5): its kind by its content or, where nobody looked, by its name;
 * its faults; its size. A file of exactly the limit is accepted.
 * @returns the first rule that it breaks, or `undefined`
 */
export function fileProblem(
  kind: FileKind,
  file: FileFacts | null | undefined,
): FileProblem | undefined {
  const { extensions, maxBytes } = limits.files[kind];
  if (!file) return 'missing';
  const { name, size, content, fault } = file;
  const isTaken =
    content === undefined
      ? (extensions as readonly string[]).includes(extensionOf(name))
      : fileTypes[kind].includes(content);
  if (!isTaken && isPictureKind(kind) && content?.startsWith('image/')) return 'otherPicture';
  if (!isTaken) return 'type';
  return fault ?? (size > maxBytes ? 'tooBig' : undefined);
}

/** @returns the message of the first rule that a file breaks, or `undefined` */
export function checkFile(kind: FileKind, file: FileFacts | null | undefined): string | undefined {
  const problem = fileProblem(kind, file);
  return problem && { ...otherMessages, ...messages[kind] }[problem];
}

/** @returns true for a kind of file that is a picture */
export function isPictureKind(kind: FileKind): boolean {
  return fileTypes[kind].includes('image/jpeg');
}

/** @returns the extension of a file's name in lower case, without the dot; empty where it has none */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The extensions of the media types that are taken. */
const extensionsOf: Readonly<Partial<Record<string, readonly string[]>>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
};

/**
 * @param content as `sniffType` returns it; for any other than those that are taken the name stays
 * @returns the name under which a file is sent: with an extension of its content, also where it had none or another's
 */
export function nameFor(content: string, name: string): string {
  const [firstExtension, ...otherExtensions] = extensionsOf[content] ?? [];
  const isRight = (extension: string) =>
    firstExtension === undefined ||
    [firstExtension, ...otherExtensions].includes(extensionOf(extension));
  // "Certificate No. 12" has no extension.
  const bare = name.replace(/(\.[a-z]\w{1,4}|[.\s]+)$/i, '');
  return [name, bare].find(isRight) ?? `${bare}.${firstExtension}`;
}

const signatures = [
  ['image/png', /^\x89PNG\r\n.\n/s],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftypavi[fs]/s],
  ['image/heic', /^.{4}ftyp(he[iv]|mif1|msf1)/s],
  // Readers take it wherever it stands among the first bytes: after a byte order mark, blank lines, a printer's commands.
  ['application/pdf', /%PDF-/],
] as const;

/** How many bytes at the start of a file show its media type. */
export const signatureBytes = 1_024;

/** The media type of a file, by its first bytes and never by its name. */
export function sniffType(bytes: Uint8Array): (typeof signatures)[number][0] | undefined {
  const start = startOf(bytes);
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}

/** @returns a PDF without what stands before its beginning, which careless backends take for another kind of file */
export function pdfFrom(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.subarray(Math.max(0, startOf(bytes).indexOf('%PDF-')));
}

function startOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, signatureBytes));
}

/** The media types allowed for each kind of file. */
export const fileTypes: Record<FileKind, readonly string[]> = {
  receipt: ['image/png', 'image/jpeg'],
  profilePicture: ['image/png', 'image/jpeg'],
  educationDocument: ['application/pdf'],
};
