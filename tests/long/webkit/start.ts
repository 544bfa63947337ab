/** WebKitGTK, driven over W3C WebDriver on a screen that nobody sees. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findProgram, installPackages, isExecutable } from '../../installed.ts';

export interface WebKit {
  driver: string;
  screen: string;
  browser: string;
}

/** The programs, installed first if the tests run as root. @throws {Error} saying what to install */
export async function findWebKit(): Promise<WebKit> {
  const found = await search();
  if (found) return found;
  if (await installPackages('webkit2gtk-driver', 'xvfb')) {
    const installed = await search();
    if (installed) return installed;
  }
  throw new Error('No WebKit for the tests: install it (apt-get install webkit2gtk-driver xvfb)');
}

async function search(): Promise<WebKit | undefined> {
  const driver = await findProgram(['WebKitWebDriver']);
  const screen = await findProgram(['Xvfb']);
  const browser = await miniBrowser();
  return driver && screen && browser ? { driver, screen, browser } : undefined;
}

/** It comes with the driver, below /usr/lib/<machine>/webkit2gtk-<version>. */
async function miniBrowser(): Promise<string | undefined> {
  for (const machine of await readdir('/usr/lib').catch(() => [])) {
    for (const library of await readdir(join('/usr/lib', machine)).catch(() => [])) {
      if (!library.startsWith('webkit2gtk-')) continue;
      const file = join('/usr/lib', machine, library, 'MiniBrowser');
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
}

export interface Driven {
  /** Where the driver listens. */
  address: string;
  browser: string;
  stop(): void;
}

/** Starts a screen and the driver. */
export async function startDriver(): Promise<Driven> {
  const { driver, screen, browser } = await findWebKit();
  const started: ChildProcess[] = [];
  const stop = () => {
    for (const one of started.reverse()) one.kill();
  };
  process.once('exit', stop);
  const size = ['-screen', '0', '1400x1000x24'];
  const server = spawn(screen, ['-displayfd', '3', ...size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  started.push(server);
  const display = await firstLine(server.stdio[3] as Readable);
  const port = await freePort();
  started.push(
    spawn(driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: `:${display}`,
        GDK_BACKEND: 'x11',
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
    }),
  );
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await isReady(address)); tries += 1) {
    if (tries === 100) throw new Error('WebKitWebDriver did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { address, browser, stop };
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function firstLine(from: Readable): Promise<string> {
  let text = '';
  for await (const data of from) {
    text += data;
    if (text.includes('\n')) break;
  }
  return text.trim();
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
