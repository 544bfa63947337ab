import { limits } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { samplePdf, samplePicture } from '../seed/samples.ts';
import { type Case, compare, precreated } from '../testing/observe.ts';
import { biography, deposit, uploadPicture } from '../testing/payloads.ts';
import type { Session } from '../testing/session.ts';

const picture = limits.files.profilePicture.maxBytes;
const document = limits.files.educationDocument.maxBytes;
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]);
const text = new TextEncoder().encode('Paid.') as Uint8Array<ArrayBuffer>;

/** Bytes that start like a file of that kind and are as long as asked. */
function sized(start: Uint8Array<ArrayBuffer>, length: number): Blob {
  return new Blob([start, new Uint8Array(length - start.length)]);
}

const uploads = (file: Blob) => async (session: Session) => {
  const { token } = await precreated(session, 'ACTIVATED');
  return (await session.call('files.upload', { file, token })).status;
};

async function readsBack(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  const fileName = await uploadPicture(session, token);
  const sent = await samplePicture();
  const { bytes } = await session.call('files.get', { params: { fileName }, token });
  return [bytes.length - sent.length, bytes.every((byte, at) => byte === sent[at])];
}

/** Uploads a file and names it in a biography or as a receipt. @returns both statuses */
const uses =
  (file: Blob, field: 'profilePicture' | 'educationDocument' | 'attachmentUrl') =>
  async (session: Session) => {
    const isReceipt = field === 'attachmentUrl';
    const state = isReceipt ? 'TOOK_EXAM' : 'BIOGRAPHIC_APPLICANT';
    const { token } = await precreated(session, state);
    const stored = await session.call('files.upload', { file, token });
    const body = {
      ...(await (isReceipt ? deposit : biography)(session, token)),
      [field]: stored.body,
    };
    const operation = isReceipt ? 'payments.makeOffline' : 'applicants.saveBioData';
    return [stored.status, (await session.call(operation, { body, token })).status];
  };

/** Uploads two pictures of that name. @returns both stored names, and whether the first is still itself */
const names = (name: string) => async (session: Session) => {
  const { token } = await precreated(session, 'ACTIVATED');
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('file', new File([bytes], name));
    const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form };
    return (await session.raw<string>('/api/files/private/upload_v2', init)).body;
  };
  const [first, second] = [await upload(jpeg), await upload(await samplePicture())];
  const read = await session.call('files.get', { params: { fileName: first }, token });
  return [first.includes('receipt'), first === second, read.bytes.length === jpeg.length];
};

const cases: Case[] = [
  ['upload-mangled', readsBack, [0, true], [0, false]],
  ['upload-truncated', readsBack, [0, true], [expect.toSatisfy((it) => it < 0), true]],
  ['upload-4mb-refused', uploads(sized(jpeg, picture)), 200, 413],
  ['upload-4mb-refused', uploads(sized(jpeg, picture - 1)), 200, 200],
  ['document-10mb-refused', uploads(sized(samplePdf(), document)), 200, 413],
  ['picture-over-4mb', uses(sized(jpeg, picture + 1), 'profilePicture'), [413, 400], [200, 200]],
  ['picture-over-4mb', uses(sized(jpeg, picture + 1), 'attachmentUrl'), [413, 400], [200, 200]],
  ['picture-over-4mb', uploads(new Blob([text])), 415, 415],
  [
    'document-over-10mb',
    uses(sized(samplePdf(), document + 1), 'educationDocument'),
    [413, 400],
    [200, 200],
  ],
  ['document-as-picture', uses(new Blob([samplePdf()]), 'profilePicture'), [200, 400], [200, 200]],
  ['upload-any-type', uses(new Blob([text]), 'profilePicture'), [415, 400], [200, 200]],
  ['upload-any-type', uses(new Blob([text]), 'attachmentUrl'), [415, 400], [200, 200]],
  ['upload-any-type', uploads(new Blob([])), 400, 400],
  ['upload-name-collision', names('receipt.jpg'), [false, false, true], [true, true, false]],
  ['upload-path-trick', names('../receipt.jpg'), [false, false, true], [true, true, false]],
  ['upload-path-trick', names('receipt.jpg'), [false, false, true], [false, false, true]],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
