/** A real IMAP server: Debian's dovecot, with a mailbox, a certificate and ports of its own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Listening, listen } from '../../cli/src/process/listen.ts';
import { makeCertificate } from '../certificate.ts';
import { findProgram, installPackages } from '../installed.ts';
import { dovecotConfig, oauth2Settings, owner } from './dovecot-config.ts';

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

/** Tells dovecot whose a token is. @param users by their tokens */
async function startIdentityProvider(users: Record<string, string>): Promise<Listening> {
  const server = createHttpServer(({ headers: { authorization = '' } }, response) => {
    const email = users[authorization.replace(/^Bearer /, '')];
    response.writeHead(200, { 'content-type': 'application/json' });
    // Dovecot treats an answer without a name as a failure of the provider.
    response.end(JSON.stringify({ active: email !== undefined, email: email ?? 'nobody' }));
  });
  return listen(server, 0);
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
