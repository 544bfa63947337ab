/** The files of the second backend, and the biography that needs them. */
import { expect, test } from 'vitest';
import { documentOf, pictureOf } from './samples.ts';
import { withSecondBackend } from './started.ts';

const someone = withSecondBackend();

test('a file of exactly the limit is taken, and its owner alone reads it', async () => {
  const selam = await someone().enter();
  const megabyte = 1024 * 1024;
  const stored = await selam.upload(documentOf(10 * megabyte), 'school.pdf');
  expect(stored.status).toBe(200);
  expect((await selam.upload(pictureOf(4 * megabyte), 'me.PNG')).status).toBe(200);
  expect((await selam.upload(documentOf(10 * megabyte + 1), 'school.pdf')).status).toBe(413);
  expect((await selam.upload(pictureOf(4 * megabyte + 1), 'me.jpg')).status).toBe(413);
  expect((await selam.upload(documentOf(99), 'me.jpg')).status).toBe(415);
  const read = `GET /api/files/private/get_file_1/${stored.text}`;
  expect((await selam.call(read)).headers.get('content-type')).toBe('application/pdf');
  expect((await (await someone().enter()).call(read)).status).toBe(404);
});

test.each([
  ['a day that is none', { dateOfBirth: '2001-02-29' }],
  ['someone under age', { dateOfBirth: `${new Date().getUTCFullYear() - 17}-01-01` }],
  ['a country with a digit', { countryOfBirth: 'Ethiopia 2' }],
  ['a gender that is none', { gender: 'x' }],
  ['a picture of somebody else', { profilePicture: 'unknown.jpg' }],
])('the biography refuses %s', async (_what, wrong) => {
  const selam = await someone().enter();
  await selam.takeExam();
  await selam.call('POST /api/payments/private/make_offline_payment', await selam.payment());
  await selam.staff('verify');
  const path = 'POST /api/applicants/private/save_bio_data';
  const biography = await selam.biography();
  expect((await selam.call(path, { ...biography, ...wrong })).status).toBeOneOf([400, 404]);
  expect((await selam.call(path, biography)).status).toBe(200);
});
