/** Stored files: complete, and with random names. */
import { type FileKind, fileTypes, limits } from '@one-planet/contract';
import type { Person, Upload } from './entities.ts';
import type { World } from './world.ts';

/** The bytes with which a file of each type ends; bytes after them are ignored. */
const endBytesByType: Readonly<Record<string, readonly number[]>> = {
  // IEND
  'image/png': [0x49, 0x45, 0x4e, 0x44],
  'image/jpeg': [0xff, 0xd9],
  // %%EOF
  'application/pdf': [0x25, 0x25, 0x45, 0x4f, 0x46],
};

/** @returns whether a file is complete; an upload over a bad connection may be cut off */
export function isWholeFile(type: string, bytes: Uint8Array): boolean {
  const endBytes = endBytesByType[type];
  if (!endBytes) return true;
  const [first = 0] = endBytes;
  // The end is searched from behind, because it is near the end of the file.
  for (
    let endPosition = bytes.lastIndexOf(first);
    endPosition >= 0;
    endPosition = bytes.lastIndexOf(first, endPosition - 1)
  ) {
    if (endBytes.every((byte, offset) => bytes[endPosition + offset] === byte)) return true;
    if (endPosition === 0) return false;
  }
  return false;
}

const extensionByType: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

/** Stores bytes under an unguessable name, with the extension of their content. */
export async function storeFile(
  world: World,
  ownerId: number,
  type: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Upload> {
  const name = `${world.random.tokens.drawToken()}.${extensionByType[type] ?? 'bin'}`;
  return await world.uploads.create({ name, ownerId, type, bytes });
}

/** @returns the stored file with this name */
export function findFile(world: World, name: string): Upload | undefined {
  return world.uploads.findFirst((q) => q.where({ name }));
}

/** @returns whether a person may read a file: its owner, everybody whose biography names it, and staff */
export function mayRead(person: Person, file: Upload): boolean {
  return person.role !== 'ROLE_APPLICANT' || isOwnerOf(person, file);
}

/** @returns what is wrong with the name of an uploaded file in a payload, or `undefined` */
export function findFileProblem(
  world: World,
  person: Person,
  kind: FileKind,
  name: string,
): string | undefined {
  const file = findFile(world, name);
  if (!file || !isOwnerOf(person, file)) return `There is no uploaded file "${name}" of yours.`;
  if (!fileTypes[kind].includes(file.type)) {
    return kind === 'educationDocument'
      ? 'Only PDF files are supported'
      : 'Only image files are supported';
  }
  if (file.bytes.length > limits.files[kind].maxBytes) return 'File too big';
  return undefined;
}

/** Pre-created applicants share one picture and one document, which their biographies name. */
function isOwnerOf(person: Person, file: Upload): boolean {
  return (
    file.ownerId === person.id ||
    person.bio?.profilePicture === file.name ||
    person.bio?.educationDocument === file.name
  );
}
