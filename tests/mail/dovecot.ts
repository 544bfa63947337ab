/** A real IMAP server: Debian's dovecot, with a mailbox, a certificate and ports of its own. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram, installPackages } from '../installed.ts';

export interface MailServer {
  host: string;
  /** With TLS from the start, and without it (STARTTLS is offered). */
  tlsPort: number;
  plainPort: number;
  user: string;
  password: string;
  /** The certificate that its own is to be trusted by. */
  caFile: string;
  /** Puts a message into the inbox, as a delivery agent does. @param source the whole message */
  deliver: (source: string) => Promise<void>;
  close: () => Promise<void>;
}

const isRoot = process.getuid?.() === 0;
/** Dovecot reads no mail as root: there it is that of nobody. */
const owner = isRoot ? { uid: 65_534, gid: 65_534 } : userInfo();

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
    const what = "No IMAP server for the tests: install Debian's dovecot-imapd";
    if (process.env.CI) throw new Error(what);
    process.stderr.write(`${what}; the tests with a real one are left out\n`);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'));
  const [tlsPort, plainPort] = [await freePort(), await freePort()];
  const user = 'nightly@college.test';
  const password = 'Mail-box-Secret-77';
  const caFile = await makeCertificate(folder);
  const maildir = join(folder, 'mail', 'new');
  for (const name of ['.', 'new', 'cur', 'tmp']) {
    await mkdir(join(folder, 'mail', name), { recursive: true });
    await chown(join(folder, 'mail', name), owner.uid, owner.gid);
  }
  const config = configOf({ folder, tlsPort, plainPort });
  await writeFile(join(folder, 'users'), `${user}:{PLAIN}${password}::::::\n`);
  await writeFile(join(folder, 'dovecot.conf'), config);
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
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configOf({
  folder,
  tlsPort,
  plainPort,
}: {
  folder: string;
  tlsPort: number;
  plainPort: number;
}): string {
  const { uid, gid } = owner;
  // Run by anybody, it must not ask for the rights of root.
  const { username } = userInfo();
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  const own = isRoot
    ? ''
    : `default_internal_user = ${username}
default_login_user = ${username}
default_internal_group = ${group}
`;
  return `${own}base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_failure_delay = 0 secs
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
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
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail
}
`;
}

async function makeCertificate(folder: string): Promise<string> {
  const cert = join(folder, 'cert.pem');
  const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(
    ' ',
  );
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', cert];
  await promisify(execFile)('openssl', [...args, ...names, ...files]);
  return cert;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
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
