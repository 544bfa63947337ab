import { execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../cli/bin/admissions.js', import.meta.url));

/** Starts the built `admissions mock`. @returns its address, its process, and how to end it */
export async function startMock(): Promise<{ url: string; pid: number; stop: () => void }> {
  const child = spawn(process.execPath, [bin, 'mock', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data) => {
      const address = /http:\/\/[^/\s]+/.exec(String(data))?.[0];
      if (address) resolve(address);
      else reject(new Error(`the mock said ${data}`));
    });
    child.once('exit', (code) => reject(new Error(`the mock ended with ${code}`)));
  });
  return { url, pid: child.pid as number, stop: () => void child.kill() };
}

/** The raw measurements behind the figures. */
export interface LoadReport {
  journeysPerSecond: number;
  answersPerSecond: number;
  journeys: { through: number };
  clients: { cpuSeconds: number }[];
  errors: unknown[];
  timeline: {
    slices: { through: number; client?: { rssBytes: number; heapBytes: number } }[];
  };
}

/**
 * Walks applicants with the built `admissions load`.
 * @param file where its report goes
 * @throws unless all came through
 */
export async function runLoad(
  url: string,
  file: string,
  {
    applicants,
    concurrency = 10,
    args: own = [],
  }: { applicants: number; concurrency?: number; args?: readonly string[] },
): Promise<LoadReport> {
  const args = ['load', '--target', url, '--applicants', String(applicants)];
  args.push('--concurrency', String(concurrency), '--report', `json=${file}`, ...own);
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  const report: LoadReport = JSON.parse(await readFile(file, 'utf8'));
  if (code === 0 && report.journeys.through === applicants) return report;
  throw new Error(`admissions load ended with ${code}: ${JSON.stringify(report.errors)}`);
}

/** @returns the user and system time of a process so far, in seconds (Linux: /proc; elsewhere: ps) */
export async function cpuSecondsOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') {
    const told = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });
    return told
      .trim()
      .split(':')
      .reduce((sum, part) => sum * 60 + Number(part), 0);
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before it may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
