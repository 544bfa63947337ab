import { type FileKind, limits } from './limits.ts';

/** What is known about a file before it is sent; a browser's `File` fits. */
export interface FileFacts {
  name: string;
  /** In bytes. */
  size: number;
  /** The media type according to its first bytes (`sniffType`); empty when unknown, left out when nobody looked. */
  content?: string;
}

const messages: Record<FileKind, { missing: string; type: string; tooBig: string }> = {
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

/**
 * Checks a chosen file by name, size and, where it is known, content (journey specification, section 5). A file of exactly the limit is accepted.
 * @returns the message of the first broken rule, in the specified words, or `undefined`
 */
export function checkFile(kind: FileKind, file: FileFacts | null | undefined): string | undefined {
  const rule = limits.files[kind];
  if (!file) return messages[kind].missing;
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!(rule.extensions as readonly string[]).includes(extension)) return messages[kind].type;
  if (file.content !== undefined && !fileTypes[kind].includes(file.content)) {
    return messages[kind].type;
  }
  if (file.size > rule.maxBytes) return messages[kind].tooBig;
  return undefined;
}

/** The media type of a file, by its first bytes and never by its name. */
export function sniffType(
  bytes: Uint8Array,
): 'image/png' | 'image/jpeg' | 'application/pdf' | undefined {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf';
  return undefined;
}

/** The media types allowed for each kind of file. */
export const fileTypes: Record<FileKind, readonly string[]> = {
  receipt: ['image/png', 'image/jpeg'],
  profilePicture: ['image/png', 'image/jpeg'],
  educationDocument: ['application/pdf'],
};
