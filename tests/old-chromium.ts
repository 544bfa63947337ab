/**
 * Engines of old phones that still run: npm has them packed, in `chrome-aws-lambda`. They are fetched when they are asked
 * for, and kept: 45 MB each.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Browser, chromium, selectors } from 'playwright-core';

/** The versions of `chrome-aws-lambda`, by the engine inside. */
export const oldChromiums: Readonly<Record<string, string>> = {
  'chromium-88': '5.5.0',
  'chromium-92': '10.1.0',
};

const cache = fileURLToPath(new URL('../node_modules/.cache/old-chromium', import.meta.url));

/** Fetches an engine unless it is there. @returns its folder @throws {Error} saying what could not be fetched */
export async function findOldChromium(version: string): Promise<string> {
  const folder = join(cache, version);
  if (existsSync(join(folder, 'chromium'))) return folder;
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, 'made-'));
  const name = `chrome-aws-lambda@${version}`;
  process.stderr.write(`Fetching for the tests: npm pack ${name}\n`);
  try {
    const [packed] = execFileSync('npm', ['pack', name, '--silent'], { cwd: made })
      .toString()
      .trim()
      .split('\n');
    execFileSync('tar', ['xzf', packed ?? ''], { cwd: made });
    await unpack(join(made, 'package/bin/aws.tar.br'), join(made, 'aws.tar'));
    execFileSync('tar', ['xf', 'aws.tar'], { cwd: made });
    await unpack(join(made, 'package/bin/chromium.br'), join(made, 'chromium'));
    for (const spent of ['package', 'aws.tar', packed ?? '']) {
      await rm(join(made, spent), { recursive: true });
    }
    await rename(made, folder);
  } catch (cause) {
    await rm(made, { recursive: true, force: true });
    throw new Error(`No old Chromium for the tests: ${name} could not be fetched from npm`, {
      cause,
    });
  }
  return folder;
}

async function unpack(from: string, to: string): Promise<void> {
  await writeFile(to, await promisify(brotliDecompress)(await readFile(from)), { mode: 0o755 });
}

/** What Playwright's script in the page needs and these do not have, and nothing of the site uses; run as a part of that script. */
const lacking = `(() => {
  Element.prototype.checkVisibility ??= function () {
    return this.getClientRects().length > 0 && getComputedStyle(this).visibility === 'visible';
  };
  return { query: () => null, queryAll: () => [] };
})()`;

/** Playwright's own way to start a browser is a pipe that these do not have. */
export async function launchOldChromium(version: string): Promise<Browser> {
  const folder = await findOldChromium(version);
  const profile = await mkdtemp(join(tmpdir(), 'old-chromium-'));
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'];
  const own = ['--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(join(folder, 'chromium'), [...args, ...own], {
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  await selectors.register('old', lacking);
  const browser = await chromium.connectOverCDP(await addressOf(child.stderr));
  browser.on('disconnected', () => {
    kill();
    process.off('exit', kill);
    void rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  return browser;
}

/** @returns where the browser listens, as it says @throws {Error} with what it said instead */
async function addressOf(said: Readable): Promise<string> {
  let all = '';
  for await (const data of said.iterator({ destroyOnReturn: false })) {
    all += data;
    const address = /ws:\S+/.exec(all)?.[0];
    // What it says later is let go.
    if (address) return said.resume() && address;
  }
  throw new Error(`The old Chromium did not start: ${all}`);
}
