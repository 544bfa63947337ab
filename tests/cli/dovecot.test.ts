/**
 * Mail on a real IMAP server, Debian's dovecot. Unusual servers are simulated in cli/src/backend/mailbox-imap.test.ts.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMailbox } from '../../cli/src/backend/adapters.ts';
import type { Mailbox } from '../../cli/src/backend/mailbox.ts';
import type { ImapSettings } from '../../cli/src/core/settings.ts';
import { request, signal } from '../../cli/src/testing/support.ts';
import {
  findFreePort,
  findProgram,
  installDebianPackages,
  makeCertificateFiles,
} from '../support/installed-programs.ts';

const collegeOrigin = 'https://college.example';
const activationLink = `${collegeOrigin}/applicant/activate/a1-b2`;
const mailUser = 'nightly@college.test';
const password = 'Mail-box-Secret-77';

const isRoot = process.getuid?.() === 0;
/** The mail's owner. Dovecot refuses to read mail of root, so root gives it to the user nobody (65534). */
const processOwner = isRoot ? { uid: 65_534, gid: 65_534 } : userInfo();

const dovecotServer = await startDovecot();
const openMailboxes: Mailbox[] = [];
beforeAll(() => {
  process.env.ADMISSIONS_MAIL_PASSWORD = password;
});
afterEach(async () => {
  await Promise.all(openMailboxes.splice(0).map((mailbox) => mailbox.close?.()));
});
afterAll(() => dovecotServer?.close());

describe.skipIf(!dovecotServer)('mail on a real IMAP server', () => {
  test('the mailbox waits for a mail with a link', async () => {
    const to = newAddress();
    const mailedLink = readLink(await createImapMailbox({ waitMs: 10_000 }), to);
    await deliver({ to, text: 'Something else, without a link.' });
    await deliver({ to, text: activationLink });
    expect(await mailedLink).toBe(activationLink);
  });

  test('only mail to exactly this recipient is read, not to an address with a similar tag', async () => {
    const to = newAddress();
    await deliver({ to: to.replace('+', '+x'), text: `${activationLink}-other` });
    await deliver({ to: `${to}.example`, text: `${activationLink}-other` });
    await expect(readLink(await createImapMailbox({ waitMs: 100 }), to)).rejects.toMatchObject({
      exitCode: 5,
    });
    await deliver({ to: to.toUpperCase(), text: activationLink });
    expect(await readLink(await createImapMailbox(), to)).toBe(activationLink);
  });

  test('mail that was there before is ignored, and the newest link is read', async () => {
    const [imapMailbox, to] = [await createImapMailbox({ waitMs: 100 }), newAddress()];
    await deliver({ to, text: `${activationLink}-1` });
    await vi.waitUntil(async () => (await imapMailbox.findSeenMailIds(to, signal)).size === 1);
    const seenMailIds = await imapMailbox.findSeenMailIds(to, signal);
    await expect(imapMailbox.waitForActivationLink(to, seenMailIds, signal)).rejects.toThrow(
      /no activation mail/,
    );
    await deliver({ to, text: `${activationLink}-2` });
    for (const mailIds of [seenMailIds, new Set<string>()]) {
      const laterMailbox = await createImapMailbox();
      const { address } = await laterMailbox.waitForActivationLink(to, mailIds, signal);
      expect(address).toBe(`${activationLink}-2`);
    }
  });

  test('a temporary password is read from mail that came after the mails already seen', async () => {
    const to = newAddress();
    const imapMailbox = await createImapMailbox({ waitMs: 20_000 });
    await deliver({ to, text: 'Welcome! Your password: Older-123' });
    await vi.waitUntil(async () => (await imapMailbox.findSeenMailIds(to, signal)).size === 1);
    const temporaryPassword = imapMailbox.waitForTemporaryPassword(
      to,
      await imapMailbox.findSeenMailIds(to, signal),
      signal,
    );
    await deliver({ to, html: '<p>Your temporary password is:<br><b>Ab&amp;12345</b></p>' });
    expect(await temporaryPassword).toBe('Ab&12345');
  });

  test('a closed connection is opened again', async () => {
    const [imapMailbox, to] = [await createImapMailbox(), newAddress()];
    await deliver({ to, text: activationLink });
    expect(await readLink(imapMailbox, to)).toBe(activationLink);
    await imapMailbox.close?.();
    expect(await readLink(imapMailbox, to)).toBe(activationLink);
  });

  test('STARTTLS works, and so does plain text where the settings ask for it', async () => {
    const to = newAddress();
    await deliver({ to, text: activationLink });
    const port = dovecotServer?.plainPort;
    expect(await readLink(await createImapMailbox({ port, security: 'starttls' }), to)).toBe(
      activationLink,
    );
    expect(await readLink(await createImapMailbox({ port, security: 'none' }), to)).toBe(
      activationLink,
    );
  });

  test('an untrusted certificate is refused, and so is a server without TLS', async () => {
    const to = newAddress();
    const mailboxWithoutCa = await createImapMailbox({
      caFile: undefined as unknown as string,
      waitMs: 1,
    });
    await expect(readLink(mailboxWithoutCa, to)).rejects.toThrow(
      /gave no mail: .*(SELF_SIGNED|self-signed)/i,
    );
    const mailboxWithoutTls = await createImapMailbox({
      port: dovecotServer?.plainPort,
      waitMs: 1,
    });
    await expect(readLink(mailboxWithoutTls, to)).rejects.toMatchObject({ exitCode: 5 });
  });

  test('a refused password and a missing folder are reported as mistakes in the settings', async () => {
    process.env.WRONG = 'not-the-Secret-1';
    const refusedLogin = readLink(await createImapMailbox({ passwordEnv: 'WRONG' }), newAddress());
    await expect(refusedLogin).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/refused to log in "nightly@college.test"/),
    });
    await expect(refusedLogin).rejects.not.toThrow(/not-the-Secret/);
    const mailboxWithoutFolder = await createImapMailbox({ folder: 'Nowhere' });
    await expect(readLink(mailboxWithoutFolder, newAddress())).rejects.toMatchObject({
      exitCode: 2,
    });
  });

  test('a server that is down gives no mail', async () => {
    await expect(
      readLink(await createImapMailbox({ port: 1, waitMs: 1 }), newAddress()),
    ).rejects.toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(/127\.0\.0\.1:1 gave no mail: ECONNREFUSED/),
    });
  });
});

let addressCount = 0;
function newAddress(): string {
  addressCount += 1;
  return `nightly+${addressCount}@college.test`;
}

/** @returns a mailbox as a run creates it from its settings, with some of them changed */
async function createImapMailbox(settingChanges: Partial<ImapSettings> = {}): Promise<Mailbox> {
  const { tlsPort: port, caFile } = dovecotServer ?? {};
  const settings = {
    use: 'imap',
    host: '127.0.0.1',
    port,
    user: mailUser,
    caFile,
    waitMs: 1000,
    everyMs: 20,
  } as const;
  const imapMailbox = await createMailbox(
    {
      mailbox: { ...settings, ...settingChanges } as ImapSettings,
      folder: '/',
      siteOrigin: collegeOrigin,
    },
    { origin: collegeOrigin, requestMockPage: () => Promise.reject(), pageAccess: { request } },
  );
  openMailboxes.push(imapMailbox);
  return imapMailbox;
}

async function readLink(imapMailbox: Mailbox, to: string): Promise<string> {
  return (await imapMailbox.waitForActivationLink(to, new Set(), signal)).address.replace(
    /\?.*/,
    '',
  );
}

interface Mail {
  to: string;
  text?: string;
  html?: string;
}

/** Puts a mail into the inbox, as a delivery agent does. */
async function deliver({ to, text, html }: Mail): Promise<void> {
  const makeMimePart = (contentType: string, content: string) =>
    `Content-Type: ${contentType}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}`;
  const mimeParts = [
    ...(text === undefined ? [] : [makeMimePart('text/plain', text)]),
    ...(html === undefined ? [] : [makeMimePart('text/html', html)]),
  ];
  const mailHeaders = `From: College <admissions@college.test>\nTo: <${to}>\nDate: ${new Date().toUTCString()}\nMIME-Version: 1.0`;
  const body = mimeParts.map((content) => `--parts\n${content}\n`).join('');
  await dovecotServer?.deliver(
    `${mailHeaders}\nContent-Type: multipart/alternative; boundary="parts"\n\n${body}--parts--\n`,
  );
}

/** @returns the running server, or `undefined` where dovecot cannot be installed @throws in CI instead of that */
async function startDovecot() {
  // Debian has daemons in these folders, which are on the PATH of root only.
  const findDovecot = () => findProgram(['dovecot'], ['/usr/sbin', '/usr/local/sbin']);
  const program =
    (await findDovecot()) ??
    ((await installDebianPackages('dovecot-imapd')) ? await findDovecot() : undefined);
  if (!program) {
    const missingProgramMessage = 'No IMAP server for the tests: apt-get install dovecot-imapd';
    if (process.env.CI) throw new Error(missingProgramMessage);
    process.stderr.write(`${missingProgramMessage} (the tests that need one are skipped)\n`);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'));
  const [tlsPort, plainPort] = [await findFreePort(), await findFreePort()];
  const { certFile: caFile } = await makeCertificateFiles(folder);
  for (const name of ['.', 'new', 'cur', 'tmp']) {
    await mkdir(join(folder, 'mail', name), { recursive: true });
    await chown(join(folder, 'mail', name), processOwner.uid, processOwner.gid);
  }
  const { stdout: version } = await promisify(execFile)(program, ['--version']);
  await writeFile(join(folder, 'users'), `${mailUser}:{PLAIN}${password}::::::\n`);
  await writeFile(
    join(folder, 'dovecot.conf'),
    makeDovecotConfig(version, folder, { tlsPort, plainPort }),
  );
  // Dovecot's processes run as other users, and must read the folder.
  await chmod(folder, 0o755);
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  for (const listeningPort of [tlsPort, plainPort]) {
    await vi.waitUntil(() => acceptsConnections(listeningPort), { timeout: 15_000, interval: 20 });
  }
  let mailCount = 0;
  return {
    ...{ tlsPort, plainPort, caFile },
    async deliver(mailSource: string) {
      mailCount += 1;
      const name = `${Date.now()}.${mailCount}.test`;
      const file = join(folder, 'mail/tmp', name);
      await writeFile(file, mailSource.replace(/\r?\n/g, '\r\n'));
      await chown(file, processOwner.uid, processOwner.gid);
      await rename(file, join(folder, 'mail/new', name));
    },
    async close() {
      process.off('exit', kill);
      const exitEvent = once(child, 'exit');
      kill();
      await exitEvent;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}

/** Version 2.4 (Debian 13) renamed settings of 2.3. @param version as `dovecot --version` prints it */
function makeDovecotConfig(
  version: string,
  folder: string,
  { tlsPort, plainPort }: { tlsPort: number; plainPort: number },
): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const userFields = `uid=${processOwner.uid} gid=${processOwner.gid} home=${folder}/mail`;
  const versionSettings =
    major > 2 || (major === 2 && minor >= 4)
      ? `dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
protocols = imap
ssl_server_cert_file = ${folder}/cert.pem
ssl_server_key_file = ${folder}/key.pem
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = ${folder}/mail
passdb passwd-file {
  passwd_file_path = ${folder}/users
}
userdb static {
  fields {
    ${userFields.replaceAll(' ', '\n    ')}
  }
}`
      : `protocols = imap
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = ${userFields}
}`;
  return `${versionSettings}
${makeInternalUserSettings()}base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
listen = 127.0.0.1
ssl = yes
auth_failure_delay = 0 secs
first_valid_uid = 0
service anvil {
  chroot =
  # No waiting after a refused password.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
`;
}

/** @returns the settings with which dovecot runs as the current user; as root, none */
function makeInternalUserSettings(): string {
  if (isRoot) return '';
  const { username } = userInfo();
  const groupName = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  return `default_internal_user = ${username}
default_login_user = ${username}
default_internal_group = ${groupName}
`;
}
