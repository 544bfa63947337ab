/** Keeps two processes from walking the same journey: each would pay, and apply. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { CliError } from '../../process/exit.ts';
import { tryParseJson } from '../../process/json.ts';

interface Lock {
  pid?: unknown;
  host?: unknown;
}

/**
 * Takes a run file for this process, by a file beside it that names the process. What a killed one left is taken over.
 * @returns what gives it back
 * @throws {CliError} (exit 2) when another process of this machine walks with it, or the folder cannot be written to
 */
export function lockRunFile(path: string): () => void {
  const file = `${path}.lock`;
  const left = readLock(file);
  if (left && isHeld(left)) {
    throw new CliError(
      `another journey (process ${left.pid}) is walking with ${path}: wait for its end, or remove ${file} if that process is something else`,
    );
  }
  const release = () => rmSync(file, { force: true });
  try {
    if (left) release();
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Without its folder there is no run file: whoever reads or writes it says so.
    if (code === 'ENOENT') return () => {};
    const why = code === 'EEXIST' ? 'another journey has just begun with it' : message;
    throw new CliError(`the run file ${path} cannot be written: ${why}`);
  }
  return release;
}

/** @returns `undefined` where there is none */
function readLock(file: string): Lock | undefined {
  try {
    return (tryParseJson(readFileSync(file, 'utf8')) as Lock | null | undefined) ?? {};
  } catch {
    return undefined;
  }
}

/** Whether its process is one of this machine, and lives. */
function isHeld({ pid, host }: Lock): boolean {
  // Of containers each has a name of its own, and the same few numbers.
  if (host !== hostname() || pid === process.pid || typeof pid !== 'number') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
