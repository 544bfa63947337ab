import { mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MailboxSettings } from '../core/settings.ts';
import { makeFolderWith, request, serveTest, signal, stubEnv } from '../testing/support.ts';
import { createMailbox } from './adapters.ts';
import { createCommandMailbox, createMockSource } from './mailbox.ts';
import { createLinkReader, usualLinkPattern } from './mailed-link.ts';

const backendOrigin = 'https://api.college.example';
const usualLinkReader = createLinkReader({
  linkPattern: usualLinkPattern,
  siteOrigin: undefined,
  backendOrigin,
});
/** The mail has the link itself. */
const makeUnwrappedLink = (address: string) => ({ address, forwardingHosts: [] });

/** A mailbox that is a script of Node's. */
async function makeScriptMailbox(script: string, timeoutMs = 20_000) {
  const folder = await makeFolderWith({ 's.mjs': script });
  const program = { command: [process.execPath, './s.mjs'], folder, timeoutMs };
  return createCommandMailbox(program, usualLinkReader);
}
const readArguments = 'const [to] = process.argv.slice(-1), wants = process.env.ADMISSIONS_WANTS;';
const link = 'https://college.example/applicant/activate/a1';

test('a program learns whose mail is wanted and what of it, and prints it', async () => {
  const scriptMailbox = await makeScriptMailbox(
    `${readArguments} console.log(wants === 'activation-link' ? 'Open ${link}?to=' + to : 'Password: Ab-' + to)`,
  );
  expect(await scriptMailbox.waitForActivationLink('a@x.example', new Set(), signal)).toEqual(
    makeUnwrappedLink(`${link}?to=a@x.example`),
  );
  expect(await scriptMailbox.waitForTemporaryPassword('b@x.example', new Set(), signal)).toBe(
    'Ab-b@x.example',
  );
});

test('a program may print a whole mail, whatever follows the link or wraps it', async () => {
  const readPrintedLink = async (text: string) => {
    const scriptMailbox = await makeScriptMailbox(`console.log(${JSON.stringify(text)})`);
    return scriptMailbox.waitForActivationLink('a@x.example', new Set(), signal);
  };
  expect(await readPrintedLink(`ይክፈቱ፦ ${link}።`)).toEqual(makeUnwrappedLink(link));
  const wrappedLink = `https://w.example/?url=${encodeURIComponent(link)}&amp;data=1`;
  const mailHtml = `<p>See <a href="https://college.example">us</a> <a href="${wrappedLink}">Activate</a>`;
  expect(await readPrintedLink(mailHtml)).toEqual({
    address: link,
    forwardingHosts: ['w.example'],
  });
});

test('nothing printed, an old link, or no end is mail that did not come', async () => {
  const noMailError = { exitCode: 5 };
  const silentMailbox = await makeScriptMailbox('');
  await expect(
    silentMailbox.waitForActivationLink('a@x.example', new Set(), signal),
  ).rejects.toMatchObject(noMailError);
  const mailboxWithOldLink = await makeScriptMailbox(`console.log('${link}')`);
  await expect(
    mailboxWithOldLink.waitForActivationLink('a@x.example', new Set(), signal, link),
  ).rejects.toMatchObject(noMailError);
  const secondWait = mailboxWithOldLink.waitForTemporaryPassword('a@x.example', new Set(), signal, [
    link,
  ]);
  await expect(secondWait).rejects.toMatchObject(noMailError);
  const endlessMailbox = await makeScriptMailbox('setInterval(() => {}, 1000)', 200);
  await expect(
    endlessMailbox.waitForActivationLink('a@x.example', new Set(), signal),
  ).rejects.toMatchObject(noMailError);
});

test('a program that prints something else is a mistake in the settings', async () => {
  const settingsError = { exitCode: 2 };
  const chattyMailbox = await makeScriptMailbox("console.log('Dear applicant')");
  await expect(
    chattyMailbox.waitForActivationLink('a@x.example', new Set(), signal),
  ).rejects.toMatchObject(settingsError);
  await expect(
    chattyMailbox.waitForTemporaryPassword('a@x.example', new Set(), signal),
  ).rejects.toMatchObject(settingsError);
});

const makeDatedLetter = (recipient: string, token: string, dateText?: string) =>
  `To: ${recipient}\r\n${dateText ? `Date: ${dateText}\r\n` : ''}Content-Type: text/plain\r\n\r\n${link}${token}\r\n`;

const openMailbox = (mailbox: MailboxSettings, folder = '/') =>
  createMailbox(
    { mailbox, folder, siteOrigin: undefined },
    { origin: backendOrigin, requestMockPage: () => Promise.reject(), pageAccess: { request } },
  );

async function readEmlLink(path: string, folder: string, email: string, waitMs = 20) {
  const box = await openMailbox({ use: 'eml', path, waitMs, everyMs: 5 }, folder);
  return (await box.waitForActivationLink(email, new Set(), signal)).address;
}

test('messages of a folder are read, the newest of hers first', async () => {
  const folder = await makeFolderWith({
    '1.eml': makeDatedLetter('a@x.example', '-old', 'Fri, 20 Nov 2026 10:00:00 +0000'),
    '2.eml': makeDatedLetter('a@x.example', '-new', 'Fri, 20 Nov 2026 11:00:00 +0000'),
    '3.eml': makeDatedLetter('b@x.example', '-other', 'Fri, 20 Nov 2026 12:00:00 +0000'),
    'notes.txt': makeDatedLetter('a@x.example', '-no'),
  });
  expect(await readEmlLink('.', folder, 'a@x.example')).toBe(`${link}-new`);
});

test.for([
  ['of the same second', 'Fri, 20 Nov 2026 10:00:00 +0000'],
  ['that is dated earlier', 'Fri, 20 Nov 2026 09:00:00 +0000'],
])('a mail %s is new when it was not there before the request', async ([, dateText]) => {
  const email = 'a@x.example';
  const folder = await makeFolderWith({
    '2.eml': makeDatedLetter(email, '-old', 'Fri, 20 Nov 2026 10:00:00 +0000'),
  });
  const box = await openMailbox({ use: 'eml', path: '.', waitMs: 20, everyMs: 5 }, folder);
  const seenMailIds = await box.findSeenMailIds(email, signal);
  await expect(box.waitForActivationLink(email, seenMailIds, signal)).rejects.toMatchObject({
    exitCode: 5,
  });
  await writeFile(join(folder, '1.eml'), makeDatedLetter(email, '-new', dateText));
  expect((await box.waitForActivationLink(email, seenMailIds, signal)).address).toBe(`${link}-new`);
});

test('of a large folder the newest mails are read, and a mail that comes is among them', async () => {
  const email = 'a@x.example';
  const letters = Array.from({ length: 250 }, (_, index) => [
    `${index}.eml`,
    makeDatedLetter(index === 0 ? email : 'b@x.example', '-old'),
  ]);
  const folder = await makeFolderWith(Object.fromEntries(letters));
  await utimes(join(folder, '0.eml'), 1, 1);
  const box = await openMailbox({ use: 'eml', path: '.', waitMs: 20, everyMs: 5 }, folder);
  expect(await box.findSeenMailIds(email, signal)).toEqual(new Set());
  await writeFile(join(folder, 'x.eml'), makeDatedLetter(email, '-new'));
  expect((await box.waitForActivationLink(email, new Set(), signal)).address).toBe(`${link}-new`);
});

test('one file is enough', async () => {
  const folder = await makeFolderWith({ 'mail.eml': makeDatedLetter('a@x.example', '') });
  expect(await readEmlLink('mail.eml', folder, 'a@x.example')).toBe(link);
});

test('without a date, and in one second, the time of the file counts', async () => {
  for (const dateText of [undefined, 'Fri, 20 Nov 2026 10:00:00 +0000']) {
    const folder = await makeFolderWith({
      '1.eml': makeDatedLetter('a@x.example', '-new', dateText),
      '2.eml': makeDatedLetter('a@x.example', '-old', dateText),
    });
    await utimes(join(folder, '2.eml'), 1000, 1000);
    expect(await readEmlLink('.', folder, 'a@x.example')).toBe(`${link}-new`);
  }
});

test('a Maildir is read, also what is delivered while it is waited for', async () => {
  const folder = await makeFolderWith({});
  for (const name of ['new', 'cur', 'tmp']) await mkdir(join(folder, name));
  const foundLink = readEmlLink('.', folder, 'a@x.example', 10_000);
  await writeFile(join(folder, 'tmp', '1.host'), makeDatedLetter('a@x.example', '-md'));
  await rename(join(folder, 'tmp', '1.host'), join(folder, 'new', '1.host'));
  expect(await foundLink).toBe(`${link}-md`);
});

const makeParts = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
const makeTextPart = (text: string) => `Content-Type: text/plain\r\n\r\n${text}`;
const nestedMail = await readFile(
  join(import.meta.dirname, '../../../tests/support/mails/nested-257.eml'),
  'utf8',
);
type HostileMail = [name: string, source: string, problem?: RegExp];
const hostileMails: HostileMail[] = [
  ['257 nested parts', nestedMail, /nesting/],
  ['2 MB of headers', `${'X-A: b\r\n'.repeat(260_000)}\r\n${link}-no`, /header/],
  ['60,000 parts', makeParts(...Array(60_000).fill(makeTextPart('x'))), /header/],
  ['60,000 parts without a type', makeParts(...Array(60_000).fill('\r\nx'))],
  [
    '200,000 groups of recipients',
    `To: ${'g: a@x.example, '.repeat(200_000)}\r\n\r\n${link}-no`,
    /header/,
  ],
  ['6,000 mails in each other', `${'Content-Type: message/rfc822\r\n\r\n'.repeat(6_000)}x`],
];

test.for(hostileMails)(
  'a mail of %s costs no other mail, and little time',
  { timeout: 30_000 },
  async ([, source, problem]) => {
    const folder = await makeFolderWith({
      '1.eml': source,
      '2.eml': makeDatedLetter('a@x.example', '-hers'),
    });
    const box = await openMailbox({ use: 'eml', path: '.', waitMs: 20, everyMs: 5 }, folder);
    const startedAt = performance.now();
    const mailedLink = await box.waitForActivationLink('a@x.example', new Set(), signal);
    // A mail of 2 MB took up to 46 s.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(mailedLink.address).toBe(`${link}-hers`);
    const problemTexts = [...(box.problemTexts ?? [])];
    expect(problemTexts).toEqual(problem ? [expect.stringMatching(problem)] : []);
    await expect(
      box.waitForActivationLink('nobody@x.example', new Set(), signal),
    ).rejects.toMatchObject({ message: expect.stringMatching(problem ?? /to nobody/) });
  },
);

test('a large attachment behind the text does no harm, and neither does a file that is no mail', async () => {
  const attachment = `Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${'QUFB\r\n'.repeat(500_000)}`;
  const source = `To: a@x.example\r\n${makeParts(makeTextPart(link), attachment)}`;
  const folder = await makeFolderWith({
    '1.eml': source,
    '.2.eml': makeDatedLetter('a@x.example', '-half'),
    'new/.3.host': makeDatedLetter('a@x.example', '-half'),
    'new/folder/4.eml': '',
  });
  expect(await readEmlLink('.', folder, 'a@x.example')).toBe(link);
});

test('a mail that was still being written at the first look is read again', async () => {
  const folder = await makeFolderWith({ '1.eml': 'To: a@x.exam' });
  const box = await openMailbox({ use: 'eml', path: '.', waitMs: 20_000, everyMs: 5 }, folder);
  expect(await box.findSeenMailIds('a@x.example', signal)).toEqual(new Set());
  await writeFile(join(folder, '1.eml'), makeDatedLetter('a@x.example', '-whole'));
  const { address } = await box.waitForActivationLink('a@x.example', new Set(), signal);
  expect(address).toBe(`${link}-whole`);
});

test('a file that is gone, and a folder that is replaced, are passed over while mail is waited for', async () => {
  const parent = await makeFolderWith({ 'mails/1.eml': makeDatedLetter('b@x.example', '') });
  const folder = join(parent, 'mails');
  await symlink(join(parent, 'nowhere'), join(folder, 'cur'));
  await mkdir(join(folder, 'new'));
  // It is listed, and cannot be opened any more, as a file that another program has just taken.
  await symlink(join(parent, 'nowhere'), join(folder, 'new', '1.host'));
  const box = await openMailbox({ use: 'eml', path: 'mails', waitMs: 20_000, everyMs: 5 }, parent);
  expect(await box.findSeenMailIds('a@x.example', signal)).toEqual(new Set());
  await rename(folder, join(parent, 'old'));
  const foundPromise = box.waitForActivationLink('a@x.example', new Set(), signal);
  expect(await box.findSeenMailIds('a@x.example', signal)).toEqual(new Set());
  await writeFile(folder, 'a file in its place');
  expect(await box.findSeenMailIds('a@x.example', signal)).toEqual(new Set());
  await rm(folder);
  await mkdir(folder);
  await writeFile(join(folder, '2.eml'), makeDatedLetter('a@x.example', '-new'));
  expect((await foundPromise).address).toBe(`${link}-new`);
  expect([...(box.problemTexts ?? [])]).toEqual([]);
});

test('a path that is not there is reported', async () => {
  await expect(
    readEmlLink('nowhere', await makeFolderWith({}), 'a@x.example'),
  ).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/^the mailbox's path nowhere cannot be read/),
  });
});

// Mailpit's answers as its documentation shows them, without most of the fields that nobody reads.
const mailpitSummary = {
  ID: '4oRBnPtCXgAqZniRhzLNmS',
  To: [{ Name: '', Address: 'nightly+1@college.example' }],
  Cc: [],
  Bcc: [],
  Created: '2026-10-03T21:35:32.228605299+03:00',
  Attachments: 0,
};
const mailpitMessage = {
  ...mailpitSummary,
  Text: `Please open ${link}\r\n`,
  HTML: `<a href="${link}">Open</a>`,
  Attachments: [],
};
const makeMailpitList = (messages: unknown) => ({ total: 500, tags: [], messages });

/** A mailbox on a server that answers like Mailpit. */
async function serveMailpit(responsesByPath: Record<string, unknown>, settings = {}) {
  const requests: { path: string; authorization: string | undefined }[] = [];
  const url = await serveTest((request, response) => {
    const path = String(request.url);
    requests.push({ path, authorization: request.headers.authorization });
    const scriptedBody = responsesByPath[path.replace(/\?.*/, '')];
    response.writeHead(scriptedBody === undefined ? 404 : 200).end(JSON.stringify(scriptedBody));
  });
  const box = await openMailbox({ use: 'mailpit', url, waitMs: 20, everyMs: 5, ...settings });
  const readLinkAddress = async (email: string, seenMailIds: readonly string[] = []) =>
    (await box.waitForActivationLink(email, new Set(seenMailIds), signal)).address;
  return { box, requests, read: readLinkAddress };
}

const mailpitResponses = {
  '/api/v1/search': makeMailpitList([mailpitSummary]),
  [`/api/v1/message/${mailpitSummary.ID}`]: mailpitMessage,
};

describe('mail that Mailpit caught', () => {
  test('is searched by its recipient and read by its id', async () => {
    const { requests, read } = await serveMailpit(mailpitResponses);
    expect(await read('nightly+1@college.example')).toBe(link);
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/v1/search?query=to%3A%22nightly%2B1%40college.example%22&limit=50',
      `/api/v1/message/${mailpitSummary.ID}`,
    ]);
  });

  test('is searched by the part of an address that Mailpit spells as it is', async () => {
    const Address = "nightly&'%1@college.example";
    const { requests, read } = await serveMailpit({
      ...mailpitResponses,
      [`/api/v1/message/${mailpitSummary.ID}`]: { ...mailpitMessage, To: [{ Name: '', Address }] },
    });
    expect(await read(Address)).toBe(link);
    expect(requests[0]?.path).toBe('/api/v1/search?query=to%3A%221%40college.example%22&limit=50');
  });

  test('counts only when it is hers and new', async () => {
    const { read } = await serveMailpit(mailpitResponses);
    const noMailError = { exitCode: 5, message: expect.stringMatching(/^no activation mail to /) };
    await expect(read('nightly+1@college.example', [mailpitSummary.ID])).rejects.toMatchObject(
      noMailError,
    );
    await expect(read('1@college.example')).rejects.toMatchObject(noMailError);
    const emptyMailpit = await serveMailpit({ '/api/v1/search': makeMailpitList(null) });
    await expect(emptyMailpit.read('nightly+1@college.example')).rejects.toMatchObject(noMailError);
  });

  test('is passed over where it was deleted, or cannot be read', async () => {
    const summaries = ['gone', 'odd', mailpitSummary.ID].map((ID) => ({ ...mailpitSummary, ID }));
    const { box, read } = await serveMailpit({
      ...mailpitResponses,
      '/api/v1/search': makeMailpitList(summaries),
      '/api/v1/message/odd': { To: 'nobody' },
    });
    expect(await read('nightly+1@college.example')).toBe(link);
    expect([...(box.problemTexts ?? [])]).toEqual([expect.stringMatching(/passed over/)]);
  });

  test('is requested with the password, where Mailpit wants one', async () => {
    stubEnv({ MAILPIT_TEST: 'pit-secret' });
    const { requests, read } = await serveMailpit(mailpitResponses, {
      user: 'ci',
      passwordEnv: 'MAILPIT_TEST',
    });
    await read('nightly+1@college.example');
    const expectedAuthorization = `Basic ${Buffer.from('ci:pit-secret').toString('base64')}`;
    expect(requests[0]?.authorization).toBe(expectedAuthorization);
  });

  test('is a mistake in the settings where something else answers', async () => {
    const { read } = await serveMailpit({ '/api/v1/search': { mails: [] } });
    await expect(read('a@college.example')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(
        /does not answer like Mailpit \(status 200 for \/api\/v1\/search\)/,
      ),
    });
  });

  test('is missing mail where nothing answers', async () => {
    const { read } = await serveMailpit({}, { url: 'http://127.0.0.1:1' });
    await expect(read('a@college.example')).rejects.toMatchObject({ exitCode: 5 });
  });
});

test('an outbox that answers no list of mails is reported', async () => {
  for (const invalidOutbox of [{}, [null], [{ to: 1 }]]) {
    const source = createMockSource(async () => invalidOutbox);
    await expect(source.find('a@example.com', signal)).rejects.toMatchObject({
      exitCode: 1,
      message: /no list of mails/,
    });
  }
});
