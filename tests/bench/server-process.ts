import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts one of this folder's servers in a process of its own.
 * @returns its address, as it printed it, its process, and how long that took in milliseconds
 */
export async function startProcess(script: string, ...args: string[]) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=@one-planet/source', file, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data).trim()));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    stop: () => void child.kill(),
  };
}
