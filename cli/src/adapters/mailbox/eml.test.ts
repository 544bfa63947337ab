import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { request } from '../../backend/testing/request.ts';
import { folderWith } from '../../process/testing/folder.ts';
import { createMailbox } from './index.ts';

const link = 'https://college.example/applicant/activate/a1';
const letter = (to: string, token: string, date?: string) =>
  `To: ${to}\r\n${date ? `Date: ${date}\r\n` : ''}Content-Type: text/plain\r\n\r\n${link}${token}\r\n`;
const { signal } = new AbortController();

async function readFrom(path: string, folder: string, email: string, since = 0, waitMs = 20) {
  const mailbox = { use: 'eml' as const, path, waitMs, everyMs: 5 };
  const box = await createMailbox(
    { mailbox, folder, siteOrigin: undefined },
    { mockPages: () => Promise.reject(), access: { request } },
  );
  return box.activationLink(email, since, signal);
}

test('messages of a folder are read, the newest of hers first', async () => {
  const folder = await folderWith({
    '1.eml': letter('a@x.example', '-old', 'Fri, 20 Nov 2026 10:00:00 +0000'),
    '2.eml': letter('a@x.example', '-new', 'Fri, 20 Nov 2026 11:00:00 +0000'),
    '3.eml': letter('b@x.example', '-other', 'Fri, 20 Nov 2026 12:00:00 +0000'),
    'notes.txt': letter('a@x.example', '-no'),
  });
  expect(await readFrom('.', folder, 'a@x.example')).toBe(`${link}-new`);
  const later = Date.parse('2026-11-20T11:00:01Z');
  await expect(readFrom('.', folder, 'a@x.example', later)).rejects.toMatchObject({ exitCode: 5 });
});

test('one file is enough; without a date the time of the file counts', async () => {
  const folder = await folderWith({ 'mail.eml': letter('a@x.example', '') });
  expect(await readFrom('mail.eml', folder, 'a@x.example')).toBe(link);
  await utimes(join(folder, 'mail.eml'), 1000, 1000);
  await expect(readFrom('mail.eml', folder, 'a@x.example', 1_000_001)).rejects.toThrow(
    /no activation/,
  );
});

test('a Maildir is read, also what is delivered while it is waited for', async () => {
  const folder = await folderWith({});
  for (const name of ['new', 'cur', 'tmp']) await mkdir(join(folder, name));
  const found = readFrom('.', folder, 'a@x.example', 0, 10_000);
  await writeFile(join(folder, 'tmp', '1.host'), letter('a@x.example', '-md'));
  await rename(join(folder, 'tmp', '1.host'), join(folder, 'new', '1.host'));
  expect(await found).toBe(`${link}-md`);
});

test('a path that is not there is reported', async () => {
  await expect(readFrom('nowhere', await folderWith({}), 'a@x.example')).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/^the mailbox's path nowhere cannot be read/),
  });
});
