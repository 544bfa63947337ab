/** Files as they are stored: named at random, and whole. */
import { type FileKind, fileTypes, limits } from '@one-planet/contract';
import type { Person, Upload } from './entities.ts';
import type { World } from './world.ts';

/** How a file of each type ends; what may follow is ignored. */
const endings: Readonly<Record<string, readonly number[]>> = {
  // IEND
  'image/png': [0x49, 0x45, 0x4e, 0x44],
  'image/jpeg': [0xff, 0xd9],
  // %%EOF
  'application/pdf': [0x25, 0x25, 0x45, 0x4f, 0x46],
};

/** @returns whether the file has its end: an upload over a bad connection may be cut off */
export function isWhole(type: string, bytes: Uint8Array): boolean {
  const ending = endings[type];
  if (!ending) return true;
  const [first = 0] = ending;
  // From behind: that is where it stands.
  for (
    let position = bytes.lastIndexOf(first);
    position >= 0;
    position = bytes.lastIndexOf(first, position - 1)
  ) {
    if (ending.every((byte, offset) => bytes[position + offset] === byte)) return true;
    if (position === 0) return false;
  }
  return false;
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

/** Stores bytes under a name nobody can guess, with the extension of their content. */
export async function storeFile(
  world: World,
  ownerId: number,
  type: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Upload> {
  const name = `${world.random.tokens.token()}.${extensions[type] ?? 'bin'}`;
  return await world.uploads.create({ name, ownerId, type, bytes });
}

/** @returns whether somebody may read a file: its owner, anyone whose biography names it, and staff */
export function mayRead(person: Person, file: Upload): boolean {
  return person.role !== 'ROLE_APPLICANT' || owns(person, file);
}

/** @returns what is wrong with the name of an uploaded file in a payload, or `undefined` */
export function fileProblem(
  world: World,
  person: Person,
  kind: FileKind,
  name: string,
): string | undefined {
  const file = world.uploads.find('name', name);
  if (!file || !owns(person, file)) return `There is no uploaded file "${name}" of yours.`;
  if (!fileTypes[kind].includes(file.type)) {
    return kind === 'educationDocument'
      ? 'Only PDF files are supported'
      : 'Only image files are supported';
  }
  if (file.bytes.length > limits.files[kind].maxBytes) return 'File too big';
  return undefined;
}

/** Pre-created applicants share one picture and one document: their biographies name it. */
function owns(person: Person, file: Upload): boolean {
  return (
    file.ownerId === person.id ||
    person.bio?.profilePicture === file.name ||
    person.bio?.educationDocument === file.name
  );
}
