import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArgs, findChromium } from '../chromium.ts';

/**
 * Starts a Chromium with an empty profile for a tool that drives it itself.
 * @returns its debugging port, and how to end it
 */
export async function startDebuggedChromium(): Promise<{
  port: number;
  stop: () => Promise<void>;
}> {
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
    // Its helpers may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { port, stop };
}
