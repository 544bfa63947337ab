/** Mail on a real IMAP server, Debian's dovecot. Servers with habits are in cli/src/backend/mailbox-imap.test.ts. */
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
  installPackages,
  makeCertificate,
} from '../support/installed-programs.ts';

const site = 'https://college.example';
const link = `${site}/applicant/activate/a1-b2`;
const user = 'nightly@college.test';
const password = 'Mail-box-Secret-77';

const isRoot = process.getuid?.() === 0;
/** Dovecot refuses to read mail as root; as root, the mail belongs to nobody. */
const owner = isRoot ? { uid: 65_534, gid: 65_534 } : userInfo();

const server = await startDovecot();
const open: Mailbox[] = [];
beforeAll(() => {
  process.env.ADMISSIONS_MAIL_PASSWORD = password;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((mailbox) => mailbox.close?.()));
});
afterAll(() => server?.close());

describe.skipIf(!server)('mail on a real IMAP server', () => {
  test('mail that comes late is waited for', async () => {
    const to = newAddress();
    const address = read(await mailbox({ waitMs: 10_000 }), to);
    await deliver({ to, text: 'Something else, without a link.' });
    await deliver({ to, text: link });
    expect(await address).toBe(link);
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
    const inAnHour = Date.now() + 3_600_000;
    await expect(read(await mailbox({ waitMs: 100 }), to, inAnHour)).rejects.toThrow(
      /no activation mail/,
    );
    await deliver({ to, text: `${link}-2` });
    const { address } = await (await mailbox()).activationLink(to, 0, signal, `${link}-1`);
    expect(address).toBe(`${link}-2`);
  });

  test('a temporary password is found in mail that came later', async () => {
    const to = newAddress();
    const box = await mailbox({ waitMs: 20_000 });
    await deliver({ to, text: 'Welcome! Your password: Older-123' });
    await vi.waitUntil(async () => (await box.seenMails(to, signal)).size === 1);
    const temporary = box.temporaryPassword(to, await box.seenMails(to, signal), signal);
    await deliver({ to, html: '<p>Your temporary password is:<br><b>Ab&amp;12345</b></p>' });
    expect(await temporary).toBe('Ab&12345');
  });

  test('the connection is made again when it broke', async () => {
    const [box, to] = [await mailbox(), newAddress()];
    await deliver({ to, text: link });
    expect(await read(box, to)).toBe(link);
    await box.close?.();
    expect(await read(box, to)).toBe(link);
  });

  test('STARTTLS, and plain text where it is asked for', async () => {
    const to = newAddress();
    await deliver({ to, text: link });
    const port = server?.plainPort;
    expect(await read(await mailbox({ port, security: 'starttls' }), to)).toBe(link);
    expect(await read(await mailbox({ port, security: 'none' }), to)).toBe(link);
  });

  test('a certificate nobody vouches for is refused, and so is a server without TLS', async () => {
    const to = newAddress();
    const unknown = await mailbox({ caFile: undefined as unknown as string, waitMs: 1 });
    await expect(read(unknown, to)).rejects.toThrow(/gave no mail: .*(SELF_SIGNED|self-signed)/i);
    const plain = await mailbox({ port: server?.plainPort, waitMs: 1 });
    await expect(read(plain, to)).rejects.toMatchObject({ exitCode: 5 });
  });

  test('a refused password and a folder that is not there are mistakes in the settings', async () => {
    process.env.WRONG = 'not-the-Secret-1';
    const refused = read(await mailbox({ passwordEnv: 'WRONG' }), newAddress());
    await expect(refused).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/refused to log in "nightly@college.test"/),
    });
    await expect(refused).rejects.not.toThrow(/not-the-Secret/);
    const nowhere = await mailbox({ folder: 'Nowhere' });
    await expect(read(nowhere, newAddress())).rejects.toMatchObject({ exitCode: 2 });
  });

  test('a server that is down gives no mail', async () => {
    await expect(read(await mailbox({ port: 1, waitMs: 1 }), newAddress())).rejects.toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(/127\.0\.0\.1:1 gave no mail: ECONNREFUSED/),
    });
  });
});

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `nightly+${addresses}@college.test`;
}

/** A mailbox made from a run's settings. */
async function mailbox(changes: Partial<ImapSettings> = {}): Promise<Mailbox> {
  const { tlsPort: port, caFile } = server ?? {};
  const settings = {
    use: 'imap',
    host: '127.0.0.1',
    port,
    user,
    caFile,
    waitMs: 1000,
    everyMs: 20,
  } as const;
  const box = await createMailbox(
    { mailbox: { ...settings, ...changes } as ImapSettings, folder: '/', siteOrigin: site },
    { origin: site, mockPages: () => Promise.reject(), access: { request } },
  );
  open.push(box);
  return box;
}

async function read(box: Mailbox, to: string, since = 0): Promise<string> {
  return (await box.activationLink(to, since, signal)).address.replace(/\?.*/, '');
}

interface Letter {
  to: string;
  text?: string;
  html?: string;
}

/** Puts a mail into the inbox, as a delivery agent does. */
async function deliver({ to, text, html }: Letter): Promise<void> {
  const part = (type: string, content: string) =>
    `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}`;
  const parts = [
    ...(text === undefined ? [] : [part('text/plain', text)]),
    ...(html === undefined ? [] : [part('text/html', html)]),
  ];
  const head = `From: College <admissions@college.test>\nTo: <${to}>\nDate: ${new Date().toUTCString()}\nMIME-Version: 1.0`;
  const body = parts.map((content) => `--parts\n${content}\n`).join('');
  await server?.deliver(
    `${head}\nContent-Type: multipart/alternative; boundary="parts"\n\n${body}--parts--\n`,
  );
}

/** @returns `undefined` where there is no dovecot; in CI that is an error */
async function startDovecot() {
  // Where Debian keeps daemons, which are on the PATH of root only.
  const find = () => findProgram(['dovecot'], ['/usr/sbin', '/usr/local/sbin']);
  const program =
    (await find()) ?? ((await installPackages('dovecot-imapd')) ? await find() : undefined);
  if (!program) {
    const missing = 'No IMAP server for the tests: apt-get install dovecot-imapd';
    if (process.env.CI) throw new Error(missing);
    process.stderr.write(`${missing} (the tests that need one are skipped)\n`);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'));
  const [tlsPort, plainPort] = [await findFreePort(), await findFreePort()];
  const { certFile: caFile } = await makeCertificate(folder);
  for (const name of ['.', 'new', 'cur', 'tmp']) {
    await mkdir(join(folder, 'mail', name), { recursive: true });
    await chown(join(folder, 'mail', name), owner.uid, owner.gid);
  }
  const { stdout: version } = await promisify(execFile)(program, ['--version']);
  await writeFile(join(folder, 'users'), `${user}:{PLAIN}${password}::::::\n`);
  await writeFile(join(folder, 'dovecot.conf'), configOf(version, folder, { tlsPort, plainPort }));
  // Dovecot's own users must reach it.
  await chmod(folder, 0o755);
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  for (const port of [tlsPort, plainPort]) {
    await vi.waitUntil(() => accepts(port), { timeout: 15_000, interval: 20 });
  }
  let delivered = 0;
  return {
    ...{ tlsPort, plainPort, caFile },
    async deliver(source: string) {
      delivered += 1;
      const name = `${Date.now()}.${delivered}.test`;
      const file = join(folder, 'mail/tmp', name);
      await writeFile(file, source.replace(/\r?\n/g, '\r\n'));
      await chown(file, owner.uid, owner.gid);
      await rename(file, join(folder, 'mail/new', name));
    },
    async close() {
      process.off('exit', kill);
      const exit = once(child, 'exit');
      kill();
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

/** Version 2.4 (Debian 13) names its settings otherwise than 2.3. @param version as `dovecot --version` prints it */
function configOf(
  version: string,
  folder: string,
  { tlsPort, plainPort }: { tlsPort: number; plainPort: number },
): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const account = `uid=${owner.uid} gid=${owner.gid} home=${folder}/mail`;
  const dialect =
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
    ${account.replaceAll(' ', '\n    ')}
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
  args = ${account}
}`;
  return `${dialect}
${withoutRoot()}base_dir = ${folder}/run
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

/** Without root it must not ask for root's rights. */
function withoutRoot(): string {
  if (isRoot) return '';
  const { username } = userInfo();
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  return `default_internal_user = ${username}
default_login_user = ${username}
default_internal_group = ${group}
`;
}
