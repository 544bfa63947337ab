import { sniffType } from '@one-planet/contract';
import type { Upload } from '../data/entities.ts';
import { storeFile } from '../rules/stored-files.ts';
import type { Call, Fault } from './fault.ts';

/** The fields that name an uploaded file, and a type each takes. */
const typesOf = {
  profilePicture: 'image/png',
  attachmentUrl: 'image/png',
  educationDocument: 'application/pdf',
} as const;

/** @returns the file a call of files.upload carries */
export function uploadOf({ body }: Call): File {
  return (body as { file: File }).file;
}

/**
 * Files that break a rule are stored anyway, and accepted where their names are sent.
 * @param fields where they are taken
 * @param breaks true for a file that breaks the rule
 */
export function acceptsFiles(
  name: string,
  sentence: string,
  fields: readonly (keyof typeof typesOf)[],
  breaks: (file: Pick<Upload, 'type' | 'bytes'>) => boolean,
): Fault {
  return {
    name,
    sentence,
    handle: async (call, next) => {
      const { operation, world, person, body } = call;
      if (operation.name === 'files.upload') {
        const answer = await next();
        const bytes = new Uint8Array(await uploadOf(call).arrayBuffer());
        const type = sniffType(bytes) ?? 'application/octet-stream';
        const isRule = answer.status === 413 || answer.status === 415;
        if (!isRule || !breaks({ type, bytes })) return answer;
        return { status: 200, body: (await storeFile(world, person?.id ?? 0, type, bytes)).name };
      }
      const sent = (body ?? {}) as Record<string, unknown>;
      const hidden = fields.flatMap((field) => {
        const file = world.uploads.find('name', String(sent[field]));
        return file && breaks(file) ? [{ file, type: typesOf[field] }] : [];
      });
      const undo = hidden.map(({ file, type }) => disguise(file, type));
      const answer = await next();
      for (const show of undo) show();
      return answer;
    },
  };
}

/** Makes a stored file look small and of another type. @returns a function that undoes it */
function disguise(file: Upload, type: string): () => void {
  const { type: before, bytes } = file;
  Object.assign(file, { type, bytes: bytes.subarray(0, 1) });
  return () => Object.assign(file, { type: before, bytes });
}
