/** Faults that refuse, lose, change or do not check files. */
import { limits, sniffType } from '@one-planet/contract';
import type { Upload } from '../world/entities.ts';
import { findFile, storeFile } from '../world/files.ts';
import type { World } from '../world/world.ts';
import {
  type Behaviour,
  type Call,
  changesResponse,
  type Fault,
  faultsOf,
  remembersPerWorld,
  withChanges,
  wrapsHandler,
} from './fault.ts';

/** The fields that name an uploaded file, each with a type it accepts. */
const typeByFileField = {
  profilePicture: 'image/png',
  attachmentUrl: 'image/png',
  educationDocument: 'application/pdf',
} as const;

/** @returns the file of a call of files.upload */
function uploadOf({ body }: Call): File {
  return (body as { file: File }).file;
}

/**
 * Stores files that break a rule, and accepts their names.
 * @param fields the fields in which the names are accepted
 * @param isInvalid true for a file that breaks the rule
 */
function acceptsFiles(
  sentence: string,
  fields: readonly (keyof typeof typeByFileField)[],
  isInvalid: (file: Pick<Upload, 'type' | 'bytes'>) => boolean,
): Behaviour {
  return {
    sentence,
    wrapHandler: async (call, next) => {
      const { operation, world, person, body } = call;
      if (operation.name === 'files.upload') {
        const result = await next();
        const bytes = new Uint8Array(await uploadOf(call).arrayBuffer());
        const type = sniffType(bytes) ?? 'application/octet-stream';
        const isRefusedForFile = result.status === 413 || result.status === 415;
        if (!isRefusedForFile || !isInvalid({ type, bytes })) return result;
        return { status: 200, body: (await storeFile(world, person?.id ?? 0, type, bytes)).name };
      }
      const sentFields = (body ?? {}) as Record<string, unknown>;
      const filesToDisguise = fields.flatMap((field) => {
        const file = findFile(world, String(sentFields[field]));
        return file && isInvalid(file) ? [{ file, type: typeByFileField[field] }] : [];
      });
      for (const { file, type } of filesToDisguise)
        await changeFile(world, file.name, { type, bytes: file.bytes.subarray(0, 1) });
      const result = await next();
      for (const { file } of filesToDisguise) await changeFile(world, file.name, file);
      return result;
    },
  };
}

async function changeFile(world: World, name: string, changes: Partial<Upload>): Promise<void> {
  await world.uploads.update((q) => q.where({ name }), {
    data(file) {
      Object.assign(file, changes);
    },
  });
}

const maxPictureBytes = limits.files.profilePicture.maxBytes;
const maxDocumentBytes = limits.files.educationDocument.maxBytes;
const tooBig = { status: 413, body: 'File too big' } as const;

/** Returns stored files with changed bytes. */
function damagesFiles(
  sentence: string,
  damage: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): Behaviour {
  const handlerWrapper = wrapsHandler('files.get', async (_call, next) => {
    const result = await next();
    if (!(result.body instanceof Blob)) return result;
    const bytes = damage(new Uint8Array(await result.body.arrayBuffer()));
    return { ...result, body: new Blob([bytes], { type: result.body.type }) };
  });
  return { sentence, ...handlerWrapper };
}

/**
 * Refuses files that are valid.
 * @param mustRefuse true for such a file
 */
function refusesFiles(sentence: string, mustRefuse: (file: File) => boolean): Behaviour {
  const handlerWrapper = wrapsHandler('files.upload', async (call, next) =>
    mustRefuse(uploadOf(call)) ? tooBig : await next(),
  );
  return { sentence, ...handlerWrapper };
}

/**
 * Stores an upload under another name; an existing file of that name is overwritten.
 * @param chooseName returns the name
 */
function storesUnderName(
  sentence: string,
  chooseName: (originalName: string, call: Call) => string | undefined,
): Behaviour {
  const handlerWrapper = wrapsHandler('files.upload', async (call, next) => {
    const result = await next();
    const newName = chooseName(uploadOf(call).name, call);
    const { world } = call;
    const storedUpload = findFile(world, String(result.body));
    if (!storedUpload || newName === undefined) return result;
    const { ownerId, type, bytes } = storedUpload;
    if (findFile(world, newName)) await changeFile(world, newName, { ownerId, type, bytes });
    else await world.uploads.create({ name: newName, ownerId, type, bytes });
    return { ...result, body: newName };
  });
  return { sentence, ...handlerWrapper };
}

export const fileFaults: readonly Fault[] = faultsOf({
  'upload-mangled': damagesFiles(
    'A stored file comes back with its last byte changed.',
    (bytes) => {
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff;
      return bytes;
    },
  ),
  'upload-truncated': damagesFiles('A stored file comes back without its second half.', (bytes) =>
    bytes.slice(0, bytes.length / 2),
  ),
  'upload-4mb-refused': refusesFiles(
    'A file of exactly 4 MB is refused.',
    ({ size }) => size === maxPictureBytes,
  ),
  'document-10mb-refused': refusesFiles(
    'A file of exactly 10 MB is refused.',
    ({ size }) => size === maxDocumentBytes,
  ),
  'upload-capitals-refused': refusesFiles('A name that ends in capitals is refused.', ({ name }) =>
    /\.[A-Z]+$/.test(name),
  ),
  'upload-jpeg-refused': refusesFiles('A name that ends in jpeg is refused.', ({ name }) =>
    name.endsWith('.jpeg'),
  ),
  'upload-name-ascii-only': refusesFiles(
    'A name in letters beyond A to Z is refused.',
    ({ name }) => /[^ -~]/.test(name),
  ),
  'upload-name-100-refused': refusesFiles(
    'A name of more than 100 letters is refused.',
    ({ name }) => name.length > 100,
  ),
  'upload-name-collision': storesUnderName(
    'A second file of the same name overwrites the first one of its owner.',
    (originalName, { person }) => `${person?.id}-${originalName}`,
  ),
  'upload-path-trick': storesUnderName(
    'A file is stored under the path its sender gives it.',
    (original) => (/[/\\]/.test(original) ? original : undefined),
  ),
  'picture-over-4mb': acceptsFiles(
    'A picture of more than 4 MB is accepted.',
    ['profilePicture', 'attachmentUrl'],
    ({ type, bytes }) => type !== 'application/pdf' && bytes.length > maxPictureBytes,
  ),
  'document-over-10mb': acceptsFiles(
    'A document of more than 10 MB is accepted.',
    ['educationDocument'],
    ({ type, bytes }) => type === 'application/pdf' && bytes.length > maxDocumentBytes,
  ),
  'document-as-picture': acceptsFiles(
    'A PDF is accepted as the profile picture.',
    ['profilePicture'],
    ({ type }) => type === 'application/pdf',
  ),
  'document-as-receipt': acceptsFiles(
    'A PDF is accepted as the receipt of a deposit.',
    ['attachmentUrl'],
    ({ type }) => type === 'application/pdf',
  ),
  'upload-any-type': acceptsFiles(
    'A file of any type is accepted, also as a picture.',
    ['profilePicture', 'attachmentUrl'],
    ({ type }) => type === 'application/octet-stream',
  ),
});

const typeByExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
};

/** Trusts the name of a file: uploads that are refused for their content are stored with the type their name says. */
function trustsFileName(
  sentence: string,
  isTrusted: (file: File) => boolean,
  chooseType = (file: File) => typeByExtension[file.name.split('.').at(-1) ?? ''],
): Behaviour {
  const handlerWrapper = wrapsHandler('files.upload', async (call, next) => {
    const result = await next();
    const file = uploadOf(call);
    const type = chooseType(file);
    if (result.status < 400 || !type || !isTrusted(file)) return result;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const storedUpload = await storeFile(call.world, call.person?.id ?? 0, type, bytes);
    return { status: 200, body: storedUpload.name };
  });
  return { sentence, ...handlerWrapper };
}

/** The types that the senders of files declared, by the names of the files. */
const declaredTypesIn = remembersPerWorld(() => new Map<string, string>());

const isServedFile = ({ operation }: { operation: { name: string } }, { ok }: Response) =>
  operation.name === 'files.get' && ok;

export const fileContentFaults: readonly Fault[] = faultsOf({
  'upload-by-name': trustsFileName(
    'What a file is called counts, not what is in it.',
    ({ size }) => size > 0,
  ),
  'upload-empty': trustsFileName('An empty file is accepted.', ({ size }) => size === 0),
  'upload-svg': trustsFileName(
    'An SVG is accepted as a picture.',
    ({ type }) => type === 'image/svg+xml',
    () => 'image/png',
  ),
  'jpeg-by-header': trustsFileName(
    'A JPEG counts as whole when its header is.',
    ({ type, size }) => type === 'image/jpeg' && size > 0,
  ),
  'file-declared-type': {
    sentence: 'A file is served with the type that its sender declared.',
    ...wrapsHandler('files.upload', async (call, next) => {
      const result = await next();
      if (result.status < 300)
        declaredTypesIn(call.world).set(String(result.body), uploadOf(call).type);
      return result;
    }),
    changeResponse: (call, response) => {
      const declaredType = declaredTypesIn(call.world).get(call.params.fileName ?? '');
      return isServedFile(call, response) && declaredType
        ? withChanges(response, { headers: { 'content-type': declaredType } })
        : response;
    },
  },
  'file-without-type': changesResponse(
    'Every file is served as a stream of bytes.',
    isServedFile,
    () => ({
      headers: { 'content-type': 'application/octet-stream' },
    }),
  ),
  'file-sniffed': {
    sentence: 'A file is served without forbidding browsers to guess its type.',
    changeResponse: (call, response) => {
      if (!isServedFile(call, response)) return response;
      const headers = new Headers(response.headers);
      headers.delete('x-content-type-options');
      return new Response(response.body, { status: response.status, headers });
    },
  },
});
