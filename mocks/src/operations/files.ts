import { fileTypes, limits, maxFileBytes, sniffType } from '@one-planet/contract';
import { refuse } from '../server/responses.ts';
import { findFile, isWholeFile, mayRead, storeFile } from '../world/files.ts';
import type { Handlers } from './handlers.ts';

const acceptedTypes = Object.values(fileTypes).flat();
const maxPictureBytes = limits.files.profilePicture.maxBytes;

/** Uploaded pictures and documents. */
export const fileHandlers: Handlers<'files'> = {
  upload: async ({ body }, { world, person }) => {
    const { file } = body;
    if (!(file instanceof Blob)) return refuse(400, 'Please attach the file in the field "file".');
    if (file.size === 0) return refuse(400, 'The file is empty.');
    if (file.size > maxFileBytes) return refuse(413, "File too big, can't exceed 10MB");
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = sniffType(bytes);
    if (!type || !acceptedTypes.includes(type))
      return refuse(415, 'Only PNG, JPEG and PDF files are supported');
    if (type !== 'application/pdf' && file.size > maxPictureBytes) {
      return refuse(413, "File too big, can't exceed 4MB");
    }
    if (!isWholeFile(type, bytes))
      return refuse(400, 'The file ends in the middle. Please send it again.');
    const { name } = await storeFile(world, person.id, type, bytes);
    return { status: 200, body: name };
  },

  get: ({ params }, { world, person }) => {
    const file = findFile(world, params.fileName);
    if (!file) return refuse(404, 'There is no such file.');
    if (!mayRead(person, file)) return refuse(403, 'This file belongs to another applicant.');
    return { status: 200, body: new Blob([file.bytes], { type: file.type }) };
  },
};
