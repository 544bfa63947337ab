/**
 * The run file: what a journey needs to go on after a crash, a kill, or days of staff work. It holds no secret:
 * tokens are got anew, the password is the applicant's own in her file. Readable by its owner only, because of her
 * e-mail address.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { differences } from '../../process/differences.ts';
import { CliError } from '../../process/exit.ts';
import { JsonSyntaxError, parseJson, tryParseJson } from '../../process/json.ts';
import { writeWhole } from '../../process/write-whole.ts';
import type { Kept } from './context.ts';

const id = z.union([z.string(), z.number()]);
const kept = z.object({
  registeredAt: z.number().optional(),
  applicantId: id.optional(),
  exam: z
    .object({
      id,
      results: z.string(),
      questions: z.number(),
      endsAt: z.number(),
    })
    .optional(),
  examPassed: z.boolean().optional(),
  payment: z
    .object({
      code: z.string(),
      amount: z.number(),
      description: z.string(),
      banks: z.array(z.object({ id, bank: z.string(), account: z.string(), status: z.string() })),
    })
    .optional(),
  program: z.string().optional(),
});

const schema = z.object({
  version: z.literal(1),
  email: z.string(),
  startedAt: z.string(),
  /** What the journey was started with: a resumed one must not land on another backend. */
  target: z.string(),
  dialect: z.string(),
  applicant: z.string(),
  flags: z.record(z.string()),
  memory: kept,
  steps: z.array(z.object({ id: z.string(), after: z.string().nullable(), ms: z.number() })),
  /** Whether there is nothing left to do. */
  finished: z.boolean(),
});
export type RunFile = Omit<z.infer<typeof schema>, 'memory'> & { memory: Kept };

/** @throws {CliError} (exit 2) when there is none, or it is no run file */
export function readRunFile(path: string): RunFile {
  const file = parseRunFile(path);
  if (file) return file;
  throw new CliError(`there is no run file ${path}: a journey writes one with --save ${path}`);
}

/** @throws {CliError} (exit 2) when something stands at the path that would be lost */
export function checkNewRunFile(path: string): void {
  const file = parseRunFile(path);
  if (file && !file.finished) {
    throw new CliError(
      `${path} holds an unfinished journey: resume it with --resume ${path}, or remove the file`,
    );
  }
}

/** Writes the file whole or not at all, so that a kill in the middle leaves the one before. */
export function writeRunFile(path: string, file: RunFile): void {
  try {
    writeWhole(path, `${JSON.stringify(file, null, 2)}\n`);
  } catch (error) {
    throw new CliError(`the run file ${path} cannot be written: ${(error as Error).message}`);
  }
}

function parseRunFile(path: string): RunFile | undefined {
  let value: unknown;
  try {
    value = parseJson(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const why = error instanceof JsonSyntaxError ? 'is not a run file' : 'cannot be read';
    throw new CliError(`${path} ${why}: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as RunFile;
  const [first] = differences(schema, value);
  throw new CliError(`${path} is not a run file: ${first?.filter(Boolean).join(' ')}`);
}

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
      `another journey (process ${left.pid}) is using ${path}: wait until it ends, or remove ${file} if that process is something else`,
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
    // Without its folder there is no run file: reading or writing it reports that.
    if (code === 'ENOENT') return () => {};
    const why = code === 'EEXIST' ? 'another journey has just started using it' : message;
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
