import { expect, onTestFinished, test, vi } from 'vitest';
import type { ImapSettings } from '../core/settings.ts';
import { serveImap } from '../testing/imap-server.ts';
import { makeClosedAddress, request, signal, stubEnv } from '../testing/support.ts';
import { createMailbox } from './adapters.ts';
import { createImapSource } from './mailbox-imap.ts';

const site = 'https://college.example';
const link = `${site}/applicant/activate/a1`;
const applicantEmail = 'nightly+1@college.example';

const makeLetter = (recipient: string, text = link, extraHeaders = '') =>
  `${extraHeaders}To: ${recipient}\nContent-Type: text/plain\n\n${text}\n`;

async function openMailboxAt(
  port: number,
  waitMs = 20,
  settingChanges: Partial<ImapSettings> = {},
) {
  stubEnv({ ADMISSIONS_MAIL_PASSWORD: 'Mail-box-Secret' });
  const settings = { use: 'imap', host: '127.0.0.1', port, security: 'none', user: 'me' } as const;
  const mailbox = await createMailbox(
    {
      mailbox: { ...settings, waitMs, everyMs: 5, ...settingChanges },
      folder: '/',
      siteOrigin: site,
    },
    { origin: site, requestMockPage: () => Promise.reject(), pageAccess: { request } },
  );
  onTestFinished(() => mailbox.close?.());
  return mailbox;
}

const behavioursByName: Record<string, Parameters<typeof serveImap>[0]> = {
  'refuses to search with BAD': { searchEnding: 'BAD Unknown search key' },
  'refuses to search with NO': { searchEnding: 'NO [CANNOT] Search is off' },
  'finds nothing': {},
  'finds mails to others': { foundNumbers: '1 2' },
  'finds whatever there is, and what is not': { foundNumbers: '1 7 8' },
};

test.for(Object.entries(behavioursByName))('mail is found where a server %s', async ([, habit]) => {
  const server = await serveImap(habit);
  server.deliverMessage(makeLetter('nightly+10@college.example', `${link}-other`));
  server.deliverMessage(makeLetter('nightly@college.example', `${link}-other`));
  server.deliverMessage(makeLetter(`Hana <${applicantEmail.toUpperCase()}>`));
  const mailbox = await openMailboxAt(server.port);
  expect(await mailbox.waitForActivationLink(applicantEmail, new Set(), signal)).toEqual({
    address: link,
    forwardingHosts: [],
  });
  expect((await mailbox.findSeenMailIds(applicantEmail, signal)).size).toBe(1);
});

test('a mail that cannot be read costs no other mail, whether the server searches or not', async () => {
  for (const foundNumbers of ['1 2', '']) {
    const server = await serveImap({ foundNumbers });
    server.deliverMessage(`${'X-A: b\n'.repeat(300_000)}To: ${applicantEmail}\n\n${link}-no`);
    server.deliverMessage(makeLetter(applicantEmail));
    const mailbox = await openMailboxAt(server.port);
    const { address } = await mailbox.waitForActivationLink(applicantEmail, new Set(), signal);
    expect(address).toBe(link);
    expect([...(mailbox.problemTexts ?? [])]).toEqual([
      expect.stringMatching(/passed over .*head/),
    ]);
  }
});

test('a server that refuses connections is reported at once, not after the time for a mail', async () => {
  const closedPort = Number(new URL(await makeClosedAddress()).port);
  const mailbox = await openMailboxAt(closedPort, 3_600_000);
  await expect(
    mailbox.waitForActivationLink(applicantEmail, new Set(), signal),
  ).rejects.toMatchObject({
    exitCode: 5,
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

test('a server that refuses to send its mails is reported with its own words', async () => {
  const server = await serveImap({ fetchEnding: 'NO [SERVERBUG] The index is broken' });
  server.deliverMessage(makeLetter(applicantEmail));
  const mailbox = await openMailboxAt(server.port);
  await expect(
    mailbox.waitForActivationLink(applicantEmail, new Set(), signal),
  ).rejects.toMatchObject({
    exitCode: 5,
    message: expect.stringMatching(/gave no mail: NO: .*The index is broken/),
  });
});

test('a look for mails ends, also where the server goes on and on', async () => {
  const { port } = await serveImap({ hasEndlessNoop: true });
  stubEnv({ ADMISSIONS_MAIL_PASSWORD: 'Mail-box-Secret' });
  const settings = { use: 'imap', host: '127.0.0.1', port, security: 'none', user: 'me' } as const;
  const source = createImapSource({ ...settings, waitMs: 20, everyMs: 5 }, '/', 200);
  onTestFinished(() => source.close?.());
  await expect(source.find(applicantEmail, signal)).rejects.toMatchObject({
    exitCode: 5,
    message: `the IMAP server 127.0.0.1:${port} did not finish within 0.2 s`,
  });
});

test('mail that was delivered to her counts, whomever it names', async () => {
  const server = await serveImap({ searchEnding: 'BAD' });
  server.deliverMessage(
    makeLetter('list@college.example', link, `Delivered-To: ${applicantEmail}\n`),
  );
  const mailbox = await openMailboxAt(server.port);
  expect((await mailbox.waitForActivationLink(applicantEmail, new Set(), signal)).address).toBe(
    link,
  );
});

test.for([
  [
    { searchEnding: 'BAD Unknown search key' },
    'the server refused to search (BAD: Unknown search key); none of the newest 2 mails there is to her',
  ],
  [
    { searchEnding: 'NO [CANNOT] Search is off' },
    'the server refused to search (NO: Search is off); none of the newest 2 mails there is to her',
  ],
  [{}, 'none of the newest 2 mails there is to her'],
] as const)('what the server said to %j stands in the message', async ([habit, remark]) => {
  const server = await serveImap(habit);
  for (const recipient of ['a@college.example', 'b@college.example'])
    server.deliverMessage(makeLetter(recipient));
  const mailbox = await openMailboxAt(server.port);
  await expect(
    mailbox.waitForActivationLink(applicantEmail, new Set(), signal),
  ).rejects.toMatchObject({
    exitCode: 5,
    message: expect.stringMatching(/^no activation mail to .* came to me at 127\.0\.0\.1 in 0 s; /),
  });
  await expect(mailbox.waitForActivationLink(applicantEmail, new Set(), signal)).rejects.toThrow(
    remark,
  );
});

test('an access token logs in where the settings name one', async () => {
  const server = await serveImap();
  server.deliverMessage(makeLetter(applicantEmail));
  stubEnv({ TOKEN: 'Mail-box-Token' });
  const mailbox = await openMailboxAt(server.port, 20, { accessTokenEnv: 'TOKEN' });
  expect((await mailbox.waitForActivationLink(applicantEmail, new Set(), signal)).address).toBe(
    link,
  );
  const expectedCredentials = Buffer.from('user=me\x01auth=Bearer Mail-box-Token\x01\x01').toString(
    'base64',
  );
  expect(server.receivedCommands).toContain(
    `AUTHENTICATE XOAUTH2 ${expectedCredentials.toUpperCase()}`,
  );
});

test.for([
  ['NO [AUTHENTICATIONFAILED] Invalid credentials', 2],
  ['NO [UNAVAILABLE] Too many connections', 5],
] as const)('a login that ends with %s is exit code %i', async ([logInEnding, exitCode]) => {
  const server = await serveImap({ logInEnding });
  const refusedWait = (await openMailboxAt(server.port, 1)).waitForActivationLink(
    applicantEmail,
    new Set(),
    signal,
  );
  await expect(refusedWait).rejects.toMatchObject({ exitCode });
  await expect(refusedWait).rejects.not.toThrow(/Mail-box-Secret/);
});

test('a large folder is looked through from its end, and each mail once', async () => {
  const server = await serveImap();
  for (let number = 1; number <= 500; number += 1)
    server.deliverMessage(makeLetter(`n${number}@x.example`));
  const mailbox = await openMailboxAt(server.port, 30_000);
  const linkPromise = mailbox.waitForActivationLink(applicantEmail, new Set(), signal);
  const listHeaderFetches = () =>
    server.receivedCommands.filter((command) => command.includes('[HEADER]'));
  await vi.waitUntil(
    () => server.receivedCommands.filter((command) => command === 'NOOP').length > 2,
    {
      timeout: 30_000,
    },
  );
  server.deliverMessage(makeLetter(applicantEmail));
  expect((await linkPromise).address).toBe(link);
  expect(listHeaderFetches()).toHaveLength(2);
  expect(listHeaderFetches().map((command) => command.split(' ')[2])).toEqual([
    '301:500',
    '501:501',
  ]);
});
