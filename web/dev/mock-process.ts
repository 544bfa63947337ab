import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const admissions = fileURLToPath(new URL('../../cli/bin/admissions.js', import.meta.url));
/** Loaded first: ends the mock when this process is gone, even if it was killed. */
const endWithParent =
  'data:text/javascript,process.once("disconnect",()=>process.exit());process.channel.unref()';

/** The mock ended before it listened. It has already printed why, or what was asked for (`--help`). */
export class MockEnded extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super(`admissions mock ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/**
 * Starts `admissions mock` in a process that ends with this one.
 * @returns its origin, and what resolves to its exit code
 * @throws {MockEnded} when it ends before it listens
 */
export async function startMock(
  flags: readonly string[],
): Promise<{ origin: string; ended: Promise<number> }> {
  const args = ['--import', endWithParent, admissions, 'mock', ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  process.once('exit', () => child.kill());
  let said = '';
  const listening = new Promise<string>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const origin = /^API +(\S+)\/api$/m.exec(said)?.[1];
      if (origin) resolve(origin);
    });
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  const origin = await Promise.race([listening, ended]);
  if (typeof origin === 'string') return { origin, ended };
  process.stdout.write(said);
  throw new MockEnded(origin);
}
