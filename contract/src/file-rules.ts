import { type FileKind, limits } from './limits.ts';

/** A file before it is sent; a browser's `File` fits. */
export interface FileFacts {
  name: string;
  /** In bytes. */
  size: number;
  /** The media type according to its first bytes (`sniffType`); empty when unknown, left out when nobody looked. */
  content?: string;
}

/** The faults of a chosen file. `otherPicture`: it is a picture, but of a kind that the backend does not take. */
export type FileProblem = 'missing' | 'otherPicture' | 'type' | 'tooBig';

/** The specified messages. */
const messages: Record<FileKind, Record<Exclude<FileProblem, 'otherPicture'>, string>> = {
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

/** Not in the specification, whose message says of a picture that it is none. */
const otherPicture = 'Only JPEG and PNG pictures are supported';

/**
 * Checks a chosen file by name, size and, where it is known, content (journey specification, section 5). A file of exactly the limit is accepted.
 * @returns the first rule that it breaks, or `undefined`
 */
export function fileProblem(
  kind: FileKind,
  file: FileFacts | null | undefined,
): FileProblem | undefined {
  const { extensions, maxBytes } = limits.files[kind];
  if (!file) return 'missing';
  const { name, size, content } = file;
  const isTaken = content === undefined || fileTypes[kind].includes(content);
  if (!isTaken && isPictureKind(kind) && content.startsWith('image/')) return 'otherPicture';
  if (!isTaken || !(extensions as readonly string[]).includes(extensionOf(name))) return 'type';
  return size > maxBytes ? 'tooBig' : undefined;
}

/** @returns the message of the first rule that a file breaks, or `undefined` */
export function checkFile(kind: FileKind, file: FileFacts | null | undefined): string | undefined {
  const problem = fileProblem(kind, file);
  return problem === 'otherPicture' ? otherPicture : problem && messages[kind][problem];
}

/** @returns true for a kind of file that is a picture */
export function isPictureKind(kind: FileKind): boolean {
  return fileTypes[kind].includes('image/jpeg');
}

/** @returns the extension of a file's name in lower case, without the dot; empty where it has none */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

const signatures = [
  ['image/png', /^\x89PNG\r\n.\n/s],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['application/pdf', /^%PDF-/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftypavi[fs]/s],
  ['image/heic', /^.{4}ftyp(he[iv]|mif1|msf1)/s],
] as const;

/** How many bytes at the start of a file show its media type. */
export const signatureBytes = 16;

/** The media type of a file, by its first bytes and never by its name. */
export function sniffType(bytes: Uint8Array): (typeof signatures)[number][0] | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, signatureBytes));
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}

/** The media types allowed for each kind of file. */
export const fileTypes: Record<FileKind, readonly string[]> = {
  receipt: ['image/png', 'image/jpeg'],
  profilePicture: ['image/png', 'image/jpeg'],
  educationDocument: ['application/pdf'],
};
