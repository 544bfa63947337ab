/** Tools that request one address as fast as they can. */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const seconds = 10;

/** @returns answers per second */
export async function autocannon(url: string, connections: number): Promise<number> {
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const args = [program, '--json', '-c', String(connections), '-d', String(seconds), url];
  const { requests, non2xx } = JSON.parse(await output(process.execPath, args));
  if (non2xx > 0) throw new Error(`${url} answered autocannon with ${non2xx} refusals`);
  return requests.average;
}

/** @returns answers per second; `undefined` where wrk is not on the path */
export async function wrk(url: string, connections: number): Promise<number | undefined> {
  if (spawnSync('wrk', ['--version']).error) return undefined;
  const told = await output('wrk', [
    '-t',
    '1',
    '-c',
    String(connections),
    '-d',
    `${seconds}s`,
    url,
  ]);
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(told)?.[1];
  if (rate === undefined || /Non-2xx/.test(told)) throw new Error(`wrk said ${told}`);
  return Number(rate);
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let told = '';
  child.stdout.on('data', (data) => {
    told += data;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return told;
}
