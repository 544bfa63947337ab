/** Tools that repeat the calls of a journey as fast as they can, whatever the answers say. */
import { spawn, spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Recorded } from './recorded-journey.ts';

const seconds = 6;

/** What a tool came to. */
export interface ToolRun {
  answersPerSecond: number;
  /** User and system time of its process for one answer, in milliseconds. */
  cpuMs: number;
}

/** @param folder for what the tool has to be told */
export async function autocannon(
  url: string,
  calls: readonly Recorded[],
  { connections, folder }: { connections: number; folder: string },
): Promise<ToolRun> {
  const file = `${folder}/calls.json`;
  const told = calls.map(({ body, ...call }) => ({ ...call, body: body.toString('base64') }));
  await writeFile(file, JSON.stringify(told));
  const script = fileURLToPath(new URL('autocannon-process.mjs', import.meta.url));
  return JSON.parse(
    await output(process.execPath, [script, url, file, String(connections), String(seconds)]),
  );
}

/** @returns `undefined` where wrk is not on the path */
export async function wrk(
  url: string,
  calls: readonly Recorded[],
  { connections, folder }: { connections: number; folder: string },
): Promise<ToolRun | undefined> {
  if (spawnSync('wrk', ['--version']).error) return undefined;
  const script = `${folder}/calls.lua`;
  await writeFile(script, luaOf(calls));
  // The shell's own last word: its time, then that of what it ran.
  const command = `wrk -t 1 -c ${connections} -d ${seconds}s -s "$0" "$1"; times`;
  const told = await output('sh', ['-c', command, script, url]);
  await rm(script);
  const answers = Number(/(\d+) requests in/.exec(told)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1]);
  const [, user, system] = /(\S+)s (\S+)s\s*$/.exec(told) ?? [];
  const cpuSeconds = secondsOf(user) + secondsOf(system);
  if (!(perSecond > 0 && cpuSeconds > 0) || /Non-2xx|Socket errors/.test(told)) {
    throw new Error(`wrk said ${told}`);
  }
  return { answersPerSecond: perSecond, cpuMs: (cpuSeconds * 1000) / answers };
}

/** Of e.g. `1m2.50`. */
function secondsOf(text = ''): number {
  const [minutes, rest] = text.split('m').map(Number);
  return (minutes ?? Number.NaN) * 60 + (rest ?? Number.NaN);
}

/** A script that has wrk send the calls in turn. */
function luaOf(calls: readonly Recorded[]): string {
  const text = (bytes: Buffer | string) =>
    `"${[...Buffer.from(bytes)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`;
  const formats = calls.map(({ method, path, headers, body }) => {
    const told = Object.entries(headers).map(([name, value]) => `[${text(name)}]=${text(value)}`);
    return `wrk.format(${text(method)}, ${text(path)}, {${told.join(',')}}, ${text(body)})`;
  });
  return `local calls
local next = 0
init = function() calls = {${formats.join(',\n')}} end
request = function() next = next % #calls + 1 return calls[next] end
`;
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (data) => {
    told += data;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return told;
}
