/** `--save FILE` and `--resume FILE`: which journey is walked, and the file that stores its progress. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { applicantExamples, namedDialects } from '@one-planet/contract';
import { z } from 'zod';
import {
  type Flags,
  loadSettings,
  type ResolvedSettings,
  settingFlagNames,
} from '../core/configuration.ts';
import { CliError } from '../core/exit.ts';
import { fillInDate, readTextSync, writeAtomically } from '../core/files.ts';
import {
  findDifferences,
  formatJson,
  JsonSyntaxError,
  parseJson,
  tryParseJson,
} from '../core/json.ts';
import { runSecrets } from '../core/secrets.ts';
import { type JourneyContext, savedMemorySchema } from './context.ts';
import type { StepSaver } from './journey.ts';

/*
 * The run file holds what a journey needs to continue after a crash, a kill, or days of staff work. It holds no
 * secrets: tokens are requested again, and the password is in the applicant's own file. Only its owner can read it,
 * because it holds her email address.
 */

const runFileSchema = z.object({
  version: z.literal(1),
  email: z.string(),
  startedAt: z.string(),
  /** The target the journey was started with: it must not be resumed on another backend. */
  target: z.string(),
  dialect: z.string(),
  applicant: z.string(),
  flags: z.record(z.string()),
  memory: savedMemorySchema,
  steps: z.array(z.object({ id: z.string(), after: z.string().nullable(), ms: z.number() })),
  finished: z.boolean(),
});
type RunFile = z.infer<typeof runFileSchema>;

/** @throws {CliError} (exit 2) when there is a file at the path, which would be overwritten */
function checkNewRunFile(path: string): void {
  const earlierRun = parseRunFile(path);
  if (earlierRun && !earlierRun.finished) {
    throw new CliError(
      `${path} holds an unfinished journey: resume it with --resume ${path}, or remove the file`,
    );
  }
}

function parseRunFile(path: string): RunFile | undefined {
  let runFileJson: unknown;
  try {
    runFileJson = parseJson(readTextSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const reason = error instanceof JsonSyntaxError ? 'is not a run file' : 'cannot be read';
    throw new CliError(`${path} ${reason}: ${(error as Error).message}`);
  }
  const parsing = runFileSchema.safeParse(runFileJson);
  if (parsing.success) return parsing.data;
  const [firstDifference] = findDifferences(runFileSchema, runFileJson);
  throw new CliError(`${path} is not a run file: ${firstDifference?.filter(Boolean).join(' ')}`);
}

/** @throws {CliError} (exit 2) when the folder of a new run file is not there and cannot be made */
function makeFolderOf(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw new CliError(`the run file ${path} cannot be written: ${(error as Error).message}`);
  }
}

interface Lock {
  pid?: unknown;
  host?: unknown;
  /** When the process began, as its system writes it; left out where the system does not tell. */
  processStart?: unknown;
}

/**
 * Locks a run file for this process with a second file beside it, which names the process. The lock of a process that
 * was killed is taken over.
 * @returns a function that removes the lock
 * @throws {CliError} (exit 2) when another process on this machine holds the lock, or the folder cannot be written to
 */
function lockRunFile(path: string): () => void {
  const lockPath = `${path}.lock`;
  const earlierLock = readLock(lockPath);
  if (earlierLock && isHeldByRunningProcess(earlierLock)) {
    throw new CliError(
      `another journey (process ${earlierLock.pid}) is using ${path}: wait until it ends, or remove ${lockPath} if that process is something else`,
    );
  }
  const removeLock = () => {
    process.off('exit', removeLock);
    rmSync(lockPath, { force: true });
  };
  try {
    if (earlierLock) removeLock();
    const { pid } = process;
    const lock: Lock = { pid, host: hostname(), processStart: readProcessStart(pid) };
    writeFileSync(lockPath, JSON.stringify(lock), { mode: 0o600, flag: 'wx' });
    process.on('exit', removeLock);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Where the folder does not exist there is no run file either: reading or writing the run file reports that.
    if (code === 'ENOENT') return () => {};
    const reason = code === 'EEXIST' ? 'another journey has just started using it' : message;
    throw new CliError(`the run file ${path} cannot be written: ${reason}`);
  }
  return removeLock;
}

function readLock(lockPath: string): Lock | undefined {
  try {
    return (tryParseJson(readTextSync(lockPath)) as Lock | null | undefined) ?? {};
  } catch {
    return undefined;
  }
}

function isHeldByRunningProcess({ pid, host, processStart }: Lock): boolean {
  // Containers have different host names and reuse the same few process ids, so both are compared.
  if (host !== hostname() || pid === process.pid || typeof pid !== 'number') return false;
  // A system gives the id of a process that has ended to another one.
  if (processStart !== undefined && processStart !== readProcessStart(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * @returns when a process began, as its system writes it: two processes with the same id differ in it; `undefined` where
 * there is no such process, or the system does not tell
 */
function readProcessStart(pid: number): string | undefined {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const processStat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last bracket may hold anything; the time is the 22nd field (proc(5)).
    const ticksSinceBoot = processStat.slice(processStat.lastIndexOf(')') + 2).split(' ')[19];
    return `${bootId} ${ticksSinceBoot}`;
  } catch {
    const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    });
    return status === 0 ? stdout.trim() : undefined;
  }
}

/**
 * Fills in `{date}`. Where the day already has a file that must not be overwritten, a number is added.
 * @returns the path of a run file
 */
function chooseRunFile(path: string): string {
  if (!path.includes('{date}')) return path;
  for (let number = 1; ; number += 1) {
    const candidate = fillInDate(
      path.replaceAll('{date}', number === 1 ? '{date}' : `{date}-${number}`),
    );
    const lock = readLock(`${candidate}.lock`);
    const isInUse = lock !== undefined && isHeldByRunningProcess(lock);
    if (!isInUse && parseRunFile(candidate)?.finished !== false) return candidate;
  }
}

interface SaveFlags {
  save?: string;
  resume?: string;
}

export interface SavedJourney {
  settings: ResolvedSettings;
  earlierRun: RunFile | undefined;
  /** The command line that goes on with the run file; left out without `--save` and `--resume`. */
  resumeCommand: string | undefined;
  /** Starts saving the run file; left out without `--save` and `--resume`. */
  startSaving?: (context: JourneyContext) => StepSaver;
  releaseLock: () => void;
}

/**
 * Loads the settings; with `--resume` those of the saved run come first.
 * @param checkSettings throws where the command cannot use them; it is called before the run file is compared with them
 * @throws {CliError} (exit 2) when the run file does not match the settings, or would be overwritten
 */
export async function loadJourney(
  flags: Flags & SaveFlags,
  checkSettings: (settings: ResolvedSettings) => void = () => {},
): Promise<SavedJourney> {
  const { save, resume } = flags;
  if (save !== undefined && resume !== undefined && save !== resume) {
    throw new CliError('--resume FILE keeps writing to that file: leave out --save');
  }
  const path = resume ?? (save === undefined ? undefined : chooseRunFile(save));
  if (path !== undefined && resume === undefined) makeFolderOf(path);
  const releaseLock = path === undefined ? () => {} : lockRunFile(path);
  try {
    const journey = await loadLocked(flags, path, checkSettings);
    const allFlags = { ...journey.earlierRun?.flags, ...pickSettingFlags(flags) };
    const resumeCommand =
      path === undefined ? undefined : formatResumeCommand(allFlags, path, journey.settings);
    return { ...journey, resumeCommand, releaseLock };
  } catch (error) {
    releaseLock();
    throw error;
  }
}

async function loadLocked(
  flags: Flags & SaveFlags,
  path: string | undefined,
  checkSettings: (settings: ResolvedSettings) => void,
): Promise<Omit<SavedJourney, 'releaseLock' | 'resumeCommand'>> {
  const { resume } = flags;
  const earlierRun = resume === undefined ? undefined : parseRunFile(resume);
  if (resume !== undefined && !earlierRun) {
    throw new CliError(
      `there is no run file ${resume}: a journey writes one with --save ${resume}`,
    );
  }
  if (earlierRun) checkRunFileFlags(earlierRun.flags, pickSettingFlags(flags), path ?? '');
  const settings = await loadSettings({ ...earlierRun?.flags, ...flags });
  checkSettings(settings);
  if (path === undefined) return { settings, earlierRun };
  if (settings.target === 'mock') {
    throw new CliError(
      'the embedded mock ends with its run, so nothing can be resumed there: name a backend with --target, e.g. that of "admissions mock"',
    );
  }
  if (earlierRun) {
    await checkTargetOfRunFile(earlierRun, flags, settings, path);
    checkSameSettings(earlierRun, settings, path);
  } else checkNewRunFile(path);
  return {
    settings,
    earlierRun,
    startSaving: (context) =>
      saveRunFile(path, makeFirstRunFile(context, flags, earlierRun), context),
  };
}

/** Whether a flag names a file, a part of one, or nothing that this program knows. */
function namesFile(flagName: string, value: string): boolean {
  if (flagName === 'dialect') return !Object.hasOwn(namedDialects, value);
  if (flagName === 'applicant') return !Object.hasOwn(applicantExamples, value);
  return (
    ['config', 'profile', 'examKey'].includes(flagName) || !settingFlagNames.includes(flagName)
  );
}

/**
 * A run file may come from somebody else. What names a file, whose programs would be run, counts only where this command
 * line names it as well.
 * @throws {CliError} (exit 2) naming the first entry that does not
 */
function checkRunFileFlags(
  runFileFlags: RunFile['flags'],
  flags: RunFile['flags'],
  path: string,
): void {
  for (const [flagName, value] of Object.entries(runFileFlags)) {
    if (!namesFile(flagName, value) || flags[flagName] === value) continue;
    const optionName = `--${flagName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new CliError(
      `${path}: flags.${flagName.slice(0, 80)}: the journey was begun with "${value.slice(0, 80)}", which a run file cannot choose: give ${optionName} again`,
    );
  }
}

/**
 * A configuration's passwords and certificates are sent to the target, and its programs and staff requests act on what
 * that answers. So a run file chooses a target only where no configuration is in force.
 * @throws {CliError} (exit 2) when the target is neither that of the configuration nor given on this command line
 */
async function checkTargetOfRunFile(
  { flags: runFileFlags }: RunFile,
  flags: Flags,
  { target, configFile }: ResolvedSettings,
  path: string,
): Promise<void> {
  const { target: runFileTarget, ...otherFlags } = runFileFlags;
  if (configFile === undefined || runFileTarget === undefined) return;
  if ((await loadSettings({ ...otherFlags, ...flags })).target === target) return;
  throw new CliError(
    `${path}: flags.target: the journey was begun on "${target.slice(0, 80)}", which is not the target of ${configFile}: give --target again`,
  );
}

/** @returns the command line that goes on with the journey of a run file */
function formatResumeCommand(
  flags: RunFile['flags'],
  path: string,
  { configFile }: ResolvedSettings,
): string {
  const flagsToRepeat = Object.entries(flags).filter(
    ([name, value]) => namesFile(name, value) || (name === 'target' && configFile !== undefined),
  );
  const commandArguments = [
    ...flagsToRepeat.flatMap(([name, value]) => [
      name === 'examKey' ? '--exam-key' : `--${name}`,
      value,
    ]),
    ...['--resume', path],
  ];
  const quotedArguments = commandArguments.map((argument) =>
    /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`,
  );
  return `admissions journey ${quotedArguments.join(' ')}`;
}

function checkSameSettings(earlierRun: RunFile, settings: ResolvedSettings, path: string): void {
  const { target, dialectName, applicantName } = settings;
  const settingsToCompare: [string, string, string][] = [
    ['target', earlierRun.target, target],
    ['dialect', earlierRun.dialect, dialectName],
    ['applicant', earlierRun.applicant, applicantName],
  ];
  for (const [name, earlierValue, currentValue] of settingsToCompare) {
    if (earlierValue === currentValue) continue;
    throw new CliError(
      `${path} belongs to a journey with ${name} "${earlierValue}"; the ${name} now is "${currentValue}": give it again with --${name}`,
    );
  }
}

function makeFirstRunFile(
  { settings, email }: JourneyContext,
  flags: Flags,
  earlierRun: RunFile | undefined,
): RunFile {
  if (earlierRun)
    return { ...earlierRun, flags: { ...earlierRun.flags, ...pickSettingFlags(flags) } };
  return {
    version: 1,
    email,
    startedAt: new Date().toISOString(),
    target: settings.target,
    dialect: settings.dialectName,
    applicant: settings.applicantName,
    flags: pickSettingFlags(flags),
    memory: {},
    steps: [],
    finished: false,
  };
}

function pickSettingFlags(flags: Flags): Record<string, string> {
  const settingFlagEntries = Object.entries(flags).filter(([name]) =>
    settingFlagNames.includes(name),
  );
  return Object.fromEntries(settingFlagEntries.filter(([, value]) => typeof value === 'string'));
}

/**
 * Writes the run file now, and again whenever the context remembers something or a step ends.
 * @param firstRunFile its content before the first step of this run
 * @throws {CliError} (exit 2) when it cannot be written
 */
function saveRunFile(path: string, firstRunFile: RunFile, context: JourneyContext): StepSaver {
  let currentRunFile = firstRunFile;
  const writeChange = (runFileChange: Partial<RunFile>) => {
    const { token: _, passwordToken: __, ...memory } = context.memory;
    const { payment, program } = memory;
    // A backend may repeat a secret in a text that only people read.
    const shownTexts = {
      ...(payment && {
        payment: { ...payment, description: runSecrets.hide(payment.description) },
      }),
      ...(program !== undefined && { program: runSecrets.hide(program) }),
    };
    currentRunFile = {
      ...currentRunFile,
      ...runFileChange,
      memory: { ...memory, ...shownTexts },
    };
    try {
      writeAtomically(path, `${formatJson(currentRunFile)}\n`);
    } catch (error) {
      throw new CliError(`the run file ${path} cannot be written: ${(error as Error).message}`);
    }
  };
  const { remember } = context;
  context.remember = (rememberedFacts) => {
    remember(rememberedFacts);
    writeChange({});
  };
  writeChange({});
  return ({ id, outcome, after, ms }, isFinished) => {
    const finishedSteps =
      outcome === 'done'
        ? [
            ...currentRunFile.steps,
            { id, after: after && runSecrets.hide(after), ms: Math.round(ms) },
          ]
        : currentRunFile.steps;
    writeChange({ steps: finishedSteps, finished: isFinished });
  };
}
