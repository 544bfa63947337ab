import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MailboxSettings } from '../core/settings.ts';
import { folderWith, request, serveTest, signal, stubEnv } from '../testing/support.ts';
import { createMailbox } from './adapters.ts';
import { commandMailbox, mockSource } from './mailbox.ts';
import { linkReader, usualLinkPattern } from './mailed-link.ts';

const backend = 'https://api.college.example';
const usualLinks = linkReader({ pattern: usualLinkPattern, siteOrigin: undefined, backend });
/** The mail has the link itself. */
const unwrappedLink = (address: string) => ({ address, forwardingHosts: [] });

/** A mailbox that is a script of Node's. */
async function mailbox(script: string, timeoutMs = 20_000) {
  const folder = await folderWith({ 's.mjs': script });
  const program = { command: [process.execPath, './s.mjs'], folder, timeoutMs };
  return commandMailbox(program, usualLinks);
}
const readArguments = 'const [to] = process.argv.slice(-1), wants = process.env.ADMISSIONS_WANTS;';
const link = 'https://college.example/applicant/activate/a1';

test('a program learns whose mail is wanted and what of it, and prints it', async () => {
  const box = await mailbox(
    `${readArguments} console.log(wants === 'activation-link' ? 'Open ${link}?to=' + to : 'Password: Ab-' + to)`,
  );
  expect(await box.activationLink('a@x.example', 0, signal)).toEqual(
    unwrappedLink(`${link}?to=a@x.example`),
  );
  expect(await box.temporaryPassword('b@x.example', new Set(), signal)).toBe('Ab-b@x.example');
});

test('a program may print a whole mail, whatever follows the link or wraps it', async () => {
  const read = async (text: string) => {
    const box = await mailbox(`console.log(${JSON.stringify(text)})`);
    return box.activationLink('a@x.example', 0, signal);
  };
  expect(await read(`ይክፈቱ፦ ${link}።`)).toEqual(unwrappedLink(link));
  const wrappedLink = `https://w.example/?url=${encodeURIComponent(link)}&amp;data=1`;
  const html = `<p>See <a href="https://college.example">us</a> <a href="${wrappedLink}">Activate</a>`;
  expect(await read(html)).toEqual({ address: link, forwardingHosts: ['w.example'] });
});

test('nothing printed, an old link, or no end is mail that did not come', async () => {
  const none = { exitCode: 5 };
  const silentMailbox = await mailbox('');
  await expect(silentMailbox.activationLink('a@x.example', 0, signal)).rejects.toMatchObject(none);
  const mailboxWithOldLink = await mailbox(`console.log('${link}')`);
  await expect(
    mailboxWithOldLink.activationLink('a@x.example', 0, signal, link),
  ).rejects.toMatchObject(none);
  const secondWait = mailboxWithOldLink.temporaryPassword('a@x.example', new Set(), signal, [link]);
  await expect(secondWait).rejects.toMatchObject(none);
  const endlessMailbox = await mailbox('setInterval(() => {}, 1000)', 200);
  await expect(endlessMailbox.activationLink('a@x.example', 0, signal)).rejects.toMatchObject(none);
});

test('a program that prints something else is a mistake in the settings', async () => {
  const misconfigured = { exitCode: 2 };
  const chatty = await mailbox("console.log('Dear applicant')");
  await expect(chatty.activationLink('a@x.example', 0, signal)).rejects.toMatchObject(
    misconfigured,
  );
  await expect(chatty.temporaryPassword('a@x.example', new Set(), signal)).rejects.toMatchObject(
    misconfigured,
  );
});

const letter = (recipient: string, token: string, date?: string) =>
  `To: ${recipient}\r\n${date ? `Date: ${date}\r\n` : ''}Content-Type: text/plain\r\n\r\n${link}${token}\r\n`;

const openMailbox = (mailbox: MailboxSettings, folder = '/') =>
  createMailbox(
    { mailbox, folder, siteOrigin: undefined },
    { origin: backend, mockPages: () => Promise.reject(), access: { request } },
  );

async function readFrom(path: string, folder: string, email: string, since = 0, waitMs = 20) {
  const box = await openMailbox({ use: 'eml', path, waitMs, everyMs: 5 }, folder);
  return (await box.activationLink(email, since, signal)).address;
}

test('messages of a folder are read, the newest of hers first', async () => {
  const folder = await folderWith({
    '1.eml': letter('a@x.example', '-old', 'Fri, 20 Nov 2026 10:00:00 +0000'),
    '2.eml': letter('a@x.example', '-new', 'Fri, 20 Nov 2026 11:00:00 +0000'),
    '3.eml': letter('b@x.example', '-other', 'Fri, 20 Nov 2026 12:00:00 +0000'),
    'notes.txt': letter('a@x.example', '-no'),
  });
  expect(await readFrom('.', folder, 'a@x.example')).toBe(`${link}-new`);
  const laterTime = Date.parse('2026-11-20T11:00:01Z');
  await expect(readFrom('.', folder, 'a@x.example', laterTime)).rejects.toMatchObject({
    exitCode: 5,
  });
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
  const foundLink = readFrom('.', folder, 'a@x.example', 0, 10_000);
  await writeFile(join(folder, 'tmp', '1.host'), letter('a@x.example', '-md'));
  await rename(join(folder, 'tmp', '1.host'), join(folder, 'new', '1.host'));
  expect(await foundLink).toBe(`${link}-md`);
});

test('a path that is not there is reported', async () => {
  await expect(readFrom('nowhere', await folderWith({}), 'a@x.example')).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/^the mailbox's path nowhere cannot be read/),
  });
});

// Mailpit's answers as its documentation shows them, without most of the fields that nobody reads.
const summary = {
  ID: '4oRBnPtCXgAqZniRhzLNmS',
  To: [{ Name: '', Address: 'nightly+1@college.example' }],
  Cc: [],
  Bcc: [],
  Created: '2026-10-03T21:35:32.228605299+03:00',
  Attachments: 0,
};
const message = {
  ...summary,
  Text: `Please open ${link}\r\n`,
  HTML: `<a href="${link}">Open</a>`,
  Attachments: [],
};
const list = (messages: unknown) => ({ total: 500, tags: [], messages });
const sentAt = Date.parse(summary.Created);

/** A mailbox on a server that answers like Mailpit. */
async function mailpit(answers: Record<string, unknown>, settings = {}) {
  const requests: { path: string; authorization: string | undefined }[] = [];
  const url = await serveTest((request, response) => {
    const path = String(request.url);
    requests.push({ path, authorization: request.headers.authorization });
    const answer = answers[path.replace(/\?.*/, '')];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer));
  });
  const box = await openMailbox({ use: 'mailpit', url, waitMs: 20, everyMs: 5, ...settings });
  const read = async (email: string, since = 0) =>
    (await box.activationLink(email, since, signal)).address;
  return { requests, read };
}

const mailpitResponses = {
  '/api/v1/search': list([summary]),
  [`/api/v1/message/${summary.ID}`]: message,
};

describe('mail that Mailpit caught', () => {
  test('is searched by its recipient and read by its id', async () => {
    const { requests, read } = await mailpit(mailpitResponses);
    expect(await read('nightly+1@college.example', sentAt)).toBe(link);
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/v1/search?query=to%3A%22nightly%2B1%40college.example%22&limit=50',
      `/api/v1/message/${summary.ID}`,
    ]);
  });

  test('counts only when it is hers and new', async () => {
    const { read } = await mailpit(mailpitResponses);
    const none = { exitCode: 5, message: expect.stringMatching(/^no activation mail to /) };
    await expect(read('nightly+1@college.example', sentAt + 1)).rejects.toMatchObject(none);
    await expect(read('1@college.example')).rejects.toMatchObject(none);
    const empty = await mailpit({ '/api/v1/search': list(null) });
    await expect(empty.read('nightly+1@college.example')).rejects.toMatchObject(none);
  });

  test('is requested with the password, where Mailpit wants one', async () => {
    stubEnv({ MAILPIT_TEST: 'pit-secret' });
    const { requests, read } = await mailpit(mailpitResponses, {
      user: 'ci',
      passwordEnv: 'MAILPIT_TEST',
    });
    await read('nightly+1@college.example');
    const expected = `Basic ${Buffer.from('ci:pit-secret').toString('base64')}`;
    expect(requests[0]?.authorization).toBe(expected);
  });

  test('is a mistake in the settings where something else answers', async () => {
    const { read } = await mailpit({ '/api/v1/search': { mails: [] } });
    await expect(read('a@college.example')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(
        /does not answer like Mailpit \(status 200 for \/api\/v1\/search\)/,
      ),
    });
  });

  test('is missing mail where nothing answers', async () => {
    const { read } = await mailpit({}, { url: 'http://127.0.0.1:1' });
    await expect(read('a@college.example')).rejects.toMatchObject({ exitCode: 5 });
  });
});

test('an outbox that answers no list of mails is reported', async () => {
  for (const invalidOutbox of [{}, [null], [{ to: 1 }]]) {
    const source = mockSource(async () => invalidOutbox);
    await expect(source.find('a@example.com', 0, signal)).rejects.toMatchObject({
      exitCode: 1,
      message: /no list of mails/,
    });
  }
});
