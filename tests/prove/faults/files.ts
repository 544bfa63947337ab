/** Faults that refuse, lose, change or do not check files. */
import { limits } from '@one-planet/contract';
import {
  type Behaviour,
  type Call,
  changesResponse,
  type Fault,
  faultsOf,
  remembersPerWorld,
  withChanges,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';
import { findFile } from '../../../mocks/src/world/files.ts';

/** @returns the file of a call of files.upload */
function uploadOf({ body }: Call): File {
  return (body as { file: File }).file;
}

const maxPictureBytes = limits.files.profilePicture.maxBytes;
const maxDocumentBytes = limits.files.educationDocument.maxBytes;
const tooBig = { status: 413, body: 'File too big' } as const;

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

/** The types that the senders of files declared, by the names of the files. */
const declaredTypesIn = remembersPerWorld(() => new Map<string, string>());

const isServedFile = ({ operation }: { operation: { name: string } }, { ok }: Response) =>
  operation.name === 'files.get' && ok;

export const fileFaults: readonly Fault[] = faultsOf({
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
  'upload-name-collision': {
    sentence: 'A second file of the same name overwrites the first one of its owner.',
    ...wrapsHandler('files.upload', async (call, next) => {
      const result = await next();
      const { uploads } = call.world;
      const upload = findFile(call.world, String(result.body));
      if (!upload) return result;
      const name = `${upload.ownerId}-${uploadOf(call).name}`;
      uploads.delete((q) => q.where({ name }));
      await uploads.create({ ...upload, name });
      return { ...result, body: name };
    }),
  },
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
