/** Runs before the first test of a project: finds its browsers, and builds the command and the site once per run. */
import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { findChromium, findFirefox, findOldChromium, oldChromium } from './engines.ts';

/** @throws {Error} saying what to install */
export default async function setup({ name }: TestProject): Promise<void> {
  process.env.CHROMIUM_PATH = await findChromium();
  if (name === oldChromium) await findOldChromium();
  else if (name === 'firefox') await findFirefox();
  if (process.env.IS_BUILT) return;
  process.env.IS_BUILT = 'yes';
  runWorkspaceScript('bundle', 'cli');
  runWorkspaceScript('build', 'web');
}

/** Runs an npm script of a workspace. */
export function runWorkspaceScript(script: 'bundle' | 'build', workspace: 'cli' | 'web'): void {
  execFileSync('npm', ['run', '--silent', script, '-w', workspace], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
