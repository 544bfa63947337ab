/** A real IMAP server: Debian's dovecot, with a mailbox, a certificate and ports of its own. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Listening, listen } from '../../cli/src/core/listen.ts';
import { findProgram, freePort, installPackages, makeCertificate } from './installed.ts';

export interface MailServer {
  host: string;
  /** With TLS from the start, and without it (offers STARTTLS). */
  tlsPort: number;
  plainPort: number;
  user: string;
  password: string;
  /** An OAuth 2 token that also logs in. */
  accessToken: string;
  /** The certificate to trust. */
  caFile: string;
  /** Puts a message into the inbox, as a delivery agent does. @param source the whole message */
  deliver: (source: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Where Debian keeps daemons, which are on the PATH of root only. */
const daemons = ['/usr/sbin', '/usr/local/sbin'];

/** @returns the program; `undefined` where it is missing and can't be installed */
async function findDovecot(): Promise<string | undefined> {
  const found = await findProgram(['dovecot'], daemons);
  if (found || !(await installPackages('dovecot-imapd'))) return found;
  return findProgram(['dovecot'], daemons);
}

/**
 * Starts dovecot.
 * @returns `undefined` where there is none; in CI that is an error
 */
export async function startDovecot(): Promise<MailServer | undefined> {
  const program = await findDovecot();
  if (!program) {
    const what = 'No IMAP server for the tests: apt-get install dovecot-imapd';
    if (process.env.CI) throw new Error(what);
    process.stderr.write(`${what} (the tests that need one are skipped)\n`);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'));
  const [tlsPort, plainPort] = [await freePort(), await freePort()];
  const user = 'nightly@college.test';
  const password = 'Mail-box-Secret-77';
  const { certFile: caFile } = await makeCertificate(folder);
  const maildir = join(folder, 'mail', 'new');
  for (const name of ['.', 'new', 'cur', 'tmp']) {
    await mkdir(join(folder, 'mail', name), { recursive: true });
    await chown(join(folder, 'mail', name), owner.uid, owner.gid);
  }
  const { stdout: version } = await promisify(execFile)(program, ['--version']);
  const accessToken = 'Mail-box-Token-88';
  const identity = await startIdentityProvider({ [accessToken]: user });
  const settings = { folder, tlsPort, plainPort, identityUrl: identity.url };
  await writeFile(join(folder, 'users'), `${user}:{PLAIN}${password}::::::\n`);
  await writeFile(join(folder, 'oauth2.conf'), oauth2Settings(settings));
  await writeFile(join(folder, 'dovecot.conf'), dovecotConfig(version, settings));
  // Dovecot's own users must reach it.
  await chmod(folder, 0o755);
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  await Promise.all([listening(tlsPort), listening(plainPort)]);

  let delivered = 0;
  return {
    host: '127.0.0.1',
    tlsPort,
    plainPort,
    user,
    password,
    accessToken,
    caFile,
    deliver: async (source) => {
      delivered += 1;
      const name = `${Date.now()}.${delivered}.test`;
      const written = join(folder, 'mail', 'tmp', name);
      await writeFile(written, source.replace(/\r?\n/g, '\r\n'));
      await chown(written, owner.uid, owner.gid);
      await rename(written, join(maildir, name));
    },
    close: async () => {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await identity.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Dovecot asks it whose a token is. @param users by their tokens */
async function startIdentityProvider(users: Record<string, string>): Promise<Listening> {
  const server = createHttpServer(({ headers: { authorization = '' } }, response) => {
    const email = users[authorization.replace(/^Bearer /, '')];
    response.writeHead(200, { 'content-type': 'application/json' });
    // Dovecot treats an answer without a name as a failure of the provider.
    response.end(JSON.stringify({ active: email !== undefined, email: email ?? 'nobody' }));
  });
  return listen(server, 0);
}

/** Resolves once something accepts connections there. */
async function listening(port: number): Promise<void> {
  const giveUp = performance.now() + 15_000;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    if (performance.now() > giveUp) throw new Error(`dovecot does not listen on ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// The configuration of the tests' dovecot; version 2.4 (Debian 13) has other setting names than 2.3.

const isRoot = process.getuid?.() === 0;
/** Dovecot refuses to read mail as root; as root, the mail belongs to nobody. */
const owner: { uid: number; gid: number } = isRoot ? { uid: 65_534, gid: 65_534 } : userInfo();

interface DovecotSettings {
  /** Holds the certificate, the users and the mail; dovecot writes there what it keeps. */
  folder: string;
  tlsPort: number;
  plainPort: number;
  /** The address that says whose an OAuth 2 token is. */
  identityUrl: string;
}

/** @param version as `dovecot --version` prints it, e.g. `2.3.19.1 (9b53102964)` */
function dovecotConfig(version: string, settings: DovecotSettings): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > 2 || (major === 2 && minor >= 4);
  return `${isNew ? since24(settings) : until23(settings)}${always(settings)}`;
}

function always({ folder, tlsPort, plainPort }: DovecotSettings): string {
  return `${ownUser()}base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
listen = 127.0.0.1
ssl = yes
auth_failure_delay = 0 secs
auth_mechanisms = plain xoauth2
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
function ownUser(): string {
  if (isRoot) return '';
  const { username } = userInfo();
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  return `default_internal_user = ${username}
default_login_user = ${username}
default_internal_group = ${group}
`;
}

/** The settings for OAuth 2 are in a file of their own: see {@link oauth2Settings}. */
function until23({ folder }: DovecotSettings): string {
  return `protocols = imap
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
passdb {
  driver = passwd-file
  args = ${folder}/users
}
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/oauth2.conf
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail
}
`;
}

/** How dovecot learns whose a token is, as Microsoft's and Google's mailboxes do. */
function oauth2Settings({ identityUrl }: Pick<DovecotSettings, 'identityUrl'>): string {
  return `introspection_mode = auth
introspection_url = ${identityUrl}
username_attribute = email
active_attribute = active
active_value = true
`;
}

/** Its first line must be the version of the configuration. */
function since24({ folder, ...settings }: DovecotSettings): string {
  return `dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
protocols {
  imap = yes
}
ssl_server_cert_file = ${folder}/cert.pem
ssl_server_key_file = ${folder}/key.pem
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = ${folder}/mail
passdb passwd-file {
  passwd_file_path = ${folder}/users
}
oauth2 {
${oauth2Settings(settings)}}
userdb static {
  fields {
    uid = ${owner.uid}
    gid = ${owner.gid}
    home = ${folder}/mail
  }
}
`;
}

/** Messages as mail programs write them. */

export interface Letter {
  to: string;
  subject?: string;
  text?: string;
  html?: string;
  /** Default: now. */
  date?: Date;
  encoding?: keyof typeof encodings;
}

/** @returns a whole message, with a plain part, an HTML part, or both */
export function message({
  to,
  subject = 'A letter',
  text,
  html,
  date,
  encoding = '8bit',
}: Letter): string {
  const parts = [
    ...(text === undefined ? [] : [part('text/plain', text, encoding)]),
    ...(html === undefined ? [] : [part('text/html', html, encoding)]),
  ];
  const head = [
    'From: One Planet College <admissions@college.test>',
    `To: Somebody <${to}>`,
    `Subject: ${subject}`,
    `Date: ${(date ?? new Date()).toUTCString()}`,
    `Message-ID: <${Math.random().toString(36).slice(2)}@college.test>`,
    'MIME-Version: 1.0',
  ].join('\n');
  if (parts.length === 1) return `${head}\n${parts[0]}\n`;
  const boundary = '----=_Part_0_77';
  const body = parts.map((one) => `--${boundary}\n${one}\n`).join('');
  return `${head}\nContent-Type: multipart/alternative; boundary="${boundary}"\n\n${body}--${boundary}--\n`;
}

/** Quoted-printable with every byte encoded: a link is broken in the middle, as in real mails. */
const encodings = {
  '8bit': String,
  base64: (text: string) => lines(Buffer.from(text).toString('base64'), /.{1,76}/g, '\n'),
  'quoted-printable': (text: string) =>
    lines(Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '=$&'), /.{1,75}/g, '=\n'),
};

const lines = (text: string, line: RegExp, end: string) => (text.match(line) ?? []).join(end);

const part = (type: string, text: string, encoding: keyof typeof encodings) =>
  `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n${encodings[encoding](text)}`;
