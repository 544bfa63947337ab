/** Keeps two processes from walking the same journey: each would pay, and apply. */
import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { CliError } from '../exit.ts';
import { tryParseJson } from '../json.ts';

/**
 * Takes a run file for this process, by a file beside it that names the process. What a killed one left is taken over.
 * @returns what gives it back
 * @throws {CliError} (exit 2) when another process of this machine walks with it, or the folder can't be written to
 */
export function lockRunFile(path: string): () => void {
  const lock = `${path}.lock`;
  const owner = ownerOf(lock);
  if (owner !== undefined) {
    throw new CliError(
      `another journey (process ${owner}) is walking with ${path}: wait for its end, or remove ${lock} if that process is something else`,
    );
  }
  try {
    unlinkIfThere(lock);
    const handle = openSync(lock, 'wx', 0o600);
    writeSync(handle, JSON.stringify({ pid: process.pid, host: hostname() }));
    closeSync(handle);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Without its folder there is no run file: whoever reads or writes it says so.
    if (code === 'ENOENT') return () => {};
    const why = code === 'EEXIST' ? 'another journey has just begun with it' : message;
    throw new CliError(`the run file ${path} can't be written: ${why}`);
  }
  return () => unlinkIfThere(lock);
}

/** @returns the process that holds the lock; `undefined` where none does, or it is over, or on another machine */
function ownerOf(lock: string): number | undefined {
  const { pid, host } = readLock(lock);
  // Of containers each has a name of its own, and the same few numbers.
  if (host !== hostname() || pid === process.pid || typeof pid !== 'number') return undefined;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : undefined;
  }
}

function readLock(lock: string): { pid?: unknown; host?: unknown } {
  try {
    return (tryParseJson(readFileSync(lock, 'utf8')) as object | null | undefined) ?? {};
  } catch {
    return {};
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
