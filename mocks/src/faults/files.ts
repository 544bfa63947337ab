/** Files that are stored, found or accepted wrongly. */
import { limits } from '@one-planet/contract';
import { around } from './answers.ts';
import type { Call, Fault } from './fault.ts';
import { acceptsFiles, uploadOf } from './file-use.ts';

const picture = limits.files.profilePicture.maxBytes;
const largest = limits.files.educationDocument.maxBytes;
const tooBig = { status: 413, body: 'File too big' } as const;

/** Stored files come back with other bytes. */
function damages(
  name: string,
  sentence: string,
  damage: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): Fault {
  const handle = around('files.get', async (_call, next) => {
    const answer = await next();
    if (!(answer.body instanceof Blob)) return answer;
    const bytes = damage(new Uint8Array(await answer.body.arrayBuffer()));
    return { ...answer, body: new Blob([bytes], { type: answer.body.type }) };
  });
  return { name, sentence, ...handle };
}

/** A file of exactly the limit is refused. */
function refusesLimit(name: string, sentence: string, limit: number): Fault {
  const handle = around('files.upload', async (call, next) =>
    uploadOf(call).size === limit ? tooBig : await next(),
  );
  return { name, sentence, ...handle };
}

/** An upload is stored under the name `choose` answers; one of that name is overwritten. */
function names(
  name: string,
  sentence: string,
  choose: (original: string, call: Call) => string | undefined,
): Fault {
  const handle = around('files.upload', async (call, next) => {
    const answer = await next();
    const chosen = choose(uploadOf(call).name, call);
    const { uploads } = call.world;
    const stored = uploads.find('name', String(answer.body));
    if (!stored || chosen === undefined) return answer;
    const { ownerId, type, bytes } = stored;
    const known = uploads.find('name', chosen);
    if (known) Object.assign(known, { ownerId, type, bytes });
    else await uploads.create({ name: chosen, ownerId, type, bytes });
    return { ...answer, body: chosen };
  });
  return { name, sentence, ...handle };
}

export const files: readonly Fault[] = [
  damages('upload-mangled', 'A stored file comes back with its last byte changed.', (bytes) => {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 0xff;
    return bytes;
  }),
  damages('upload-truncated', 'A stored file comes back without its second half.', (bytes) =>
    bytes.slice(0, bytes.length / 2),
  ),
  refusesLimit('upload-4mb-refused', 'A file of exactly 4 MB is refused.', picture),
  refusesLimit('document-10mb-refused', 'A file of exactly 10 MB is refused.', largest),
  names(
    'upload-name-collision',
    'A second file of the same name overwrites the first one of its owner.',
    (original, { person }) => `${person?.id}-${original}`,
  ),
  names('upload-path-trick', 'A file is stored under the path its sender gives it.', (original) =>
    /[/\\]/.test(original) ? original : undefined,
  ),
  acceptsFiles(
    'picture-over-4mb',
    'A picture of more than 4 MB is accepted.',
    ['profilePicture', 'attachmentUrl'],
    ({ type, bytes }) => type !== 'application/pdf' && bytes.length > picture,
  ),
  acceptsFiles(
    'document-over-10mb',
    'A document of more than 10 MB is accepted.',
    ['educationDocument'],
    ({ type, bytes }) => type === 'application/pdf' && bytes.length > largest,
  ),
  acceptsFiles(
    'document-as-picture',
    'A PDF is accepted as the profile picture.',
    ['profilePicture'],
    ({ type }) => type === 'application/pdf',
  ),
  acceptsFiles(
    'upload-any-type',
    'A file of any type is accepted, also as a picture.',
    ['profilePicture', 'attachmentUrl'],
    ({ type }) => type === 'application/octet-stream',
  ),
];
