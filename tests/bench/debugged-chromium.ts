import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArgs, findChromium } from '../chromium.ts';
import type { StoredSession } from '../site/applicants.ts';
import { plant } from './planted-session.ts';

interface Debugged {
  port: number;
  stop: () => Promise<void>;
}

/**
 * Starts a Chromium with an empty profile for a tool that drives it itself.
 * @returns its debugging port, and how to end it
 */
export async function startDebuggedChromium(): Promise<Debugged> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-chromium-'));
  const args = [...chromiumArgs, `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const child = spawn(await findChromium(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const found = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//m.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said}`)));
  });
  const stop = async () => {
    process.off('exit', kill);
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    // Its helper processes may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { port, stop };
}

/** The same, with this session in every page from the start, including pages the tool opens. */
export async function startLoggedInChromium(session: StoredSession): Promise<Debugged> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: [...chromiumArgs, '--remote-debugging-port=0'],
    viewport: null,
  });
  await context.addInitScript(plant, session);
  const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  const stop = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { port: Number(port), stop };
}
