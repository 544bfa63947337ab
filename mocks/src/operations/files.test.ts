import { limits } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { staffAccount } from '../index.ts';
import { bring, logIn, stateOf } from '../testing/journey.ts';
import { biography, uploadPicture } from '../testing/payloads.ts';
import { startSession } from '../testing/session.ts';
import { samplePdf, samplePicture } from '../world/seed.ts';

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3, 255, 254, 13, 10, 0xff, 0xd9]);

/** Bytes that start like a file of that kind and are as long as asked. */
function sized(start: Uint8Array<ArrayBuffer>, length: number): Blob {
  return new Blob([start, new Uint8Array(length - start.length)]);
}

test.each([
  ['PNG', () => samplePicture(), 'image/png', '.png'],
  ['JPEG', () => jpeg, 'image/jpeg', '.jpg'],
  ['PDF', () => samplePdf(), 'application/pdf', '.pdf'],
])('a %s comes back byte for byte, typed by its content', async (_, bytes, type, extension) => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  const sent = await bytes();
  const stored = await session.call('files.upload', {
    file: new Blob([sent], { type: 'text/html' }),
    token,
  });
  expect(stored.status).toBe(200);
  expect(stored.body).toMatch(new RegExp(`^[0-9a-f]{32}\\${extension}$`));
  const read = await session.call('files.get', { params: { fileName: stored.body }, token });
  expect(read.bytes).toEqual(sent);
  expect(read.headers.get('content-type')).toBe(type);
  expect(read.headers.get('x-content-type-options')).toBe('nosniff');
});

test('other content, no content and too much content are refused', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  const status = async (file: Blob) => (await session.call('files.upload', { file, token })).status;
  const picture = limits.files.profilePicture.maxBytes;
  const document = limits.files.educationDocument.maxBytes;
  expect(await status(new Blob(['<script>']))).toBe(415);
  expect(await status(new Blob([]))).toBe(400);
  expect(await status(new Blob([samplePdf().slice(0, 40)]))).toBe(400);
  expect(await status(sized(jpeg, picture))).toBe(200);
  expect(await status(sized(jpeg, picture + 1))).toBe(413);
  expect(await status(sized(samplePdf(), document))).toBe(200);
  expect(await status(sized(samplePdf(), document + 1))).toBe(413);
  expect(await status(sized(samplePdf(), document + 2 * 1024 * 1024))).toBe(413);
});

test('a body without the file field is refused', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'ACTIVATED');
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    session.raw('/api/files/private/upload_v2', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    });
  const other = new FormData();
  other.set('picture', new Blob([jpeg]));
  const text = new FormData();
  text.set('file', 'text');
  expect((await send(other)).status).toBe(400);
  expect((await send(text)).status).toBe(400);
  expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415);
  const broken = await send('no parts', { 'content-type': 'multipart/form-data; boundary=x' });
  expect(broken).toMatchObject({ status: 400, body: expect.stringMatching(/\w/) });
});

test('only the owner and staff read a file', async () => {
  const session = await startSession();
  const owner = await bring(session, 'ACTIVATED', 'owner@example.com');
  const other = await bring(session, 'ACTIVATED', 'other@example.com');
  const staff = await logIn(session, staffAccount.email, staffAccount.password);
  const fileName = await uploadPicture(session, owner.token);
  const get = async (token: string, name = fileName) =>
    (await session.call('files.get', { params: { fileName: name }, token })).status;
  expect(await get(owner.token)).toBe(200);
  expect(await get(staff)).toBe(200);
  expect(await get(other.token)).toBe(403);
  expect(await get(owner.token, '../../etc/passwd')).toBe(404);
  expect((await session.call('files.get', { params: { fileName } })).status).toBe(401);
});

test('a biography takes a picture and a PDF of the applicant, and shows them afterwards', async () => {
  const session = await startSession();
  const applicant = await bring(session, 'BIOGRAPHIC_APPLICANT');
  const { token } = applicant;
  const right = await biography(session, token);
  const other = await bring(session, 'ACTIVATED', 'other@example.com');
  const wrong = [
    { profilePicture: right.educationDocument },
    { educationDocument: right.profilePicture },
    { profilePicture: await uploadPicture(session, other.token) },
    { dateOfBirth: '2020-01-01' },
  ];
  const save = (change: object) =>
    session.call('applicants.saveBioData', { body: { ...right, ...change }, token });
  for (const change of wrong) expect((await save(change)).status).toBe(400);
  expect((await save({ id: other.id })).status).toBe(403);
  expect(await stateOf(session, applicant)).toBe('BIOGRAPHIC_APPLICANT');
  expect((await save({ id: applicant.id })).status).toBe(200);
  const { body } = await session.call('applicants.getBioData', { token });
  expect(body).toEqual({
    profilePicture: right.profilePicture,
    countryOfResidence: 'Ethiopia',
    nationality: 'Ethiopian',
  });
});
