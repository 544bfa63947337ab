import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMailbox } from '../../cli/src/backend/adapters.ts';
import type { Mailbox } from '../../cli/src/backend/mailbox.ts';
import type { ImapSettings } from '../../cli/src/core/settings.ts';
import { request } from '../../cli/src/testing/support.ts';
import { type MailServer, message, startDovecot } from '../support/dovecot.ts';

const site = 'https://college.example';
const link = `${site}/applicant/activate/a1-b2`;
const { signal } = new AbortController();

const server = await startDovecot();
const open: Mailbox[] = [];

beforeAll(() => {
  process.env.ADMISSIONS_MAIL_PASSWORD = server?.password ?? '';
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close?.()));
});
afterAll(() => server?.close());

/** A mailbox made from a run's settings. */
async function mailbox(own: Partial<ImapSettings> = {}): Promise<Mailbox> {
  const { host, tlsPort, user, caFile } = server as MailServer;
  const box = await createMailbox(
    {
      mailbox: {
        use: 'imap',
        host,
        port: tlsPort,
        user,
        caFile,
        waitMs: 1000,
        everyMs: 20,
        ...own,
      },
      folder: '/',
      siteOrigin: site,
    },
    { origin: site, mockPages: never, access: { request } },
  );
  open.push(box);
  return box;
}
const never = () => Promise.reject(new Error('no mock here'));

let count = 0;
const newAddress = () => `nightly+${++count}@college.test`;
const deliver = (letter: Parameters<typeof message>[0]) => server?.deliver(message(letter));
const read = async (box: Mailbox, to: string, since = 0) =>
  (await box.activationLink(to, since, signal)).address;

describe.skipIf(!server)('mail on a real IMAP server', () => {
  const encodings = ['8bit', 'quoted-printable', 'base64'] as const;
  const letters = {
    'plain text': { text: `Selam!\nOpen ${link}.\nድህረ ገጽ` },
    HTML: { html: `<p>Selam! <a class=b href="${link}?a=1&amp;b=2">Activate</a></p>` },
    both: { text: `Open ${link} please`, html: `<a href='${link}'>Activate</a> ድህረ ገጽ` },
  };
  test.for(
    Object.entries(letters).flatMap(([kind, letter]) =>
      encodings.map((encoding) => ({ kind, letter, encoding })),
    ),
  )('an activation link is found in $kind, sent as $encoding', async ({ letter, encoding }) => {
    const to = newAddress();
    await deliver({ to, ...letter, encoding });
    expect((await read(await mailbox(), to)).replace(/\?.*/, '')).toBe(link);
  });

  test('mail that comes late is waited for', async () => {
    const to = newAddress();
    const box = await mailbox({ waitMs: 10_000 });
    const found = read(box, to);
    await deliver({ to, text: 'Something else, without a link.' });
    await deliver({ to, text: link });
    expect(await found).toBe(link);
  });

  test('only mail to that recipient counts, also among addresses with tags', async () => {
    const to = newAddress();
    await deliver({ to: to.replace('+', '+x'), text: `${link}-other` });
    await deliver({ to: `${to}.example`, text: `${link}-other` });
    await expect(read(await mailbox({ waitMs: 100 }), to)).rejects.toMatchObject({ exitCode: 5 });
    await deliver({ to: to.toUpperCase(), text: link });
    expect(await read(await mailbox(), to)).toBe(link);
  });

  test('older mail does not count, and the newest is taken', async () => {
    const to = newAddress();
    await deliver({ to, text: `${link}-1` });
    const soon = Date.now() + 3_600_000;
    await expect(read(await mailbox({ waitMs: 100 }), to, soon)).rejects.toThrow(
      /no activation mail/,
    );
    await deliver({ to, text: `${link}-2` });
    const box = await mailbox();
    expect((await box.activationLink(to, 0, signal, `${link}-1`)).address).toBe(`${link}-2`);
    const both = await box.mails?.(to, signal, ({ length }) => length === 2);
    expect(both?.map((mail) => mail.link).sort()).toEqual([`${link}-1`, `${link}-2`]);
  });

  test('a temporary password is found in mail that came later, and after others were refused', async () => {
    const to = newAddress();
    const box = await mailbox({ waitMs: 20_000 });
    await deliver({ to, text: 'Welcome! Your password: Older-123' });
    await vi.waitUntil(async () => (await box.seen(to, signal)).size === 1);
    const older = await box.seen(to, signal);
    const next = (refused: string[] = []) => box.temporaryPassword(to, older, signal, refused);
    const found = next();
    await deliver({
      to,
      html: '<p>Your temporary password is:<br><b>Ab&amp;12345</b></p>',
      encoding: 'base64',
    });
    expect(await found).toBe('Ab&12345');
    await deliver({ to, text: 'Your temporary password: Second1', encoding: 'quoted-printable' });
    expect(await next(['Ab&12345'])).toBe('Second1');
  });

  test('patterns of the settings are used', async () => {
    const to = newAddress();
    await deliver({
      to,
      text: 'Code <<K-99>>. See https://x.example/go/1 and https://x.example/activate-me/2',
    });
    const box = await mailbox({ linkPattern: 'activate-me', passwordPattern: '<<(.+?)>>' });
    expect(await read(box, to)).toBe('https://x.example/activate-me/2');
    expect(await box.temporaryPassword(to, new Set(), signal)).toBe('K-99');
  });

  test('the connection is made again when it broke', async () => {
    const box = await mailbox();
    const to = newAddress();
    await deliver({ to, text: link });
    expect(await read(box, to)).toBe(link);
    await box.close?.();
    expect(await read(box, to)).toBe(link);
  });

  test('STARTTLS, and plain text where it is asked for', async () => {
    const to = newAddress();
    await deliver({ to, text: link });
    const { plainPort: port } = server as MailServer;
    expect(await read(await mailbox({ port, security: 'starttls' }), to)).toBe(link);
    expect(await read(await mailbox({ port, security: 'none' }), to)).toBe(link);
  });

  test('a certificate nobody vouches for is refused, and so is a server without TLS', async () => {
    const to = newAddress();
    const { plainPort: port } = server as MailServer;
    const unknown = await mailbox({ caFile: undefined as unknown as string, waitMs: 1 });
    await expect(read(unknown, to)).rejects.toThrow(/gave no mail: .*(SELF_SIGNED|self-signed)/i);
    await expect(read(await mailbox({ port, waitMs: 1 }), to)).rejects.toMatchObject({
      exitCode: 5,
    });
  });

  test('an access token logs in where the settings name one', async () => {
    const to = newAddress();
    await deliver({ to, text: link });
    process.env.TOKEN = server?.accessToken;
    expect(await read(await mailbox({ accessTokenEnv: 'TOKEN' }), to)).toBe(link);
  });

  test.each([
    [
      'a token that is over',
      'accessTokenEnv',
      /refused to log in "nightly@college.test": .*access/,
    ],
    ['a refused password', 'passwordEnv', /refused to log in "nightly@college.test"/],
  ])('%s is a mistake in the settings, and is not shown', async (_what, setting, message) => {
    process.env.WRONG = 'not-the-Secret-1';
    const refused = read(await mailbox({ [setting]: 'WRONG' }), newAddress());
    await expect(refused).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message),
    });
    await expect(refused).rejects.not.toThrow(/not-the-Secret/);
  });

  test('a server that is too busy to log in is no refused password', async () => {
    const busy = createServer((socket) => {
      socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n');
      socket.on('data', (data) => {
        const [tag] = String(data).split(' ');
        socket.write(`${tag} NO [UNAVAILABLE] Too many connections\r\n`);
      });
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    const box = await mailbox({ port, security: 'none', waitMs: 1 });
    await expect(read(box, newAddress())).rejects.toMatchObject({ exitCode: 5 });
    busy.close();
  });

  test('a folder that is not there, a password that is nowhere, a server that is down', async () => {
    const to = newAddress();
    await expect(read(await mailbox({ folder: 'Nowhere' }), to)).rejects.toMatchObject({
      exitCode: 2,
    });
    await expect(mailbox({ passwordEnv: 'NOWHERE_SET' })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/NOWHERE_SET, which is not set/),
    });
    await expect(read(await mailbox({ port: 1, waitMs: 1 }), to)).rejects.toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(/127\.0\.0\.1:1 gave no mail: ECONNREFUSED/),
    });
  });
});
