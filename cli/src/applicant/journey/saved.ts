/** `--save FILE` and `--resume FILE`: which journey is walked, and where it is written down. */
import { settingFlags } from '../../config/layers.ts';
import { type Flags, loadSettings, type ResolvedSettings } from '../../config/load.ts';
import { CliError } from '../../process/exit.ts';
import type { JourneyContext } from './context.ts';
import type { StepSaver } from './result.ts';
import {
  checkNewRunFile,
  lockRunFile,
  type RunFile,
  readRunFile,
  writeRunFile,
} from './run-file.ts';

export interface SaveFlags {
  save?: string | undefined;
  resume?: string | undefined;
}

export interface SavedJourney {
  settings: ResolvedSettings;
  /** What an earlier run left. */
  earlier: RunFile | undefined;
  /** Begins to write the run file; left out where none is asked for. */
  save?: (context: JourneyContext) => StepSaver;
  /** Lets others have the run file. */
  release: () => void;
}

/**
 * Loads the settings, those of the earlier run first where one goes on.
 * @throws {CliError} (exit 2) when the run file does not fit them, or would be lost
 */
export async function loadJourney(flags: Flags & SaveFlags): Promise<SavedJourney> {
  const { save, resume } = flags;
  if (save !== undefined && resume !== undefined && save !== resume) {
    throw new CliError('--resume FILE keeps writing to that file: leave out --save');
  }
  const path = resume ?? save;
  const release = path === undefined ? () => {} : lockRunFile(path);
  try {
    return { ...(await loadLocked(flags, path)), release };
  } catch (error) {
    release();
    throw error;
  }
}

async function loadLocked(
  flags: Flags & SaveFlags,
  path: string | undefined,
): Promise<Omit<SavedJourney, 'release'>> {
  const { resume } = flags;
  const earlier = resume === undefined ? undefined : readRunFile(resume);
  const settings = await loadSettings({ ...earlier?.flags, ...flags });
  if (path === undefined) return { settings, earlier };
  if (settings.target === 'mock') {
    throw new CliError(
      'the embedded mock ends with its run, so nothing can be resumed there: name a backend with --target, e.g. that of "admissions mock"',
    );
  }
  if (earlier) checkSame(earlier, settings, path);
  else checkNewRunFile(path);
  return {
    settings,
    earlier,
    save: (context) => saveTo(path, fileOf(context, flags, earlier), context),
  };
}

function checkSame(earlier: RunFile, settings: ResolvedSettings, path: string): void {
  const { target, dialectName, applicantName } = settings;
  const pairs: [string, string, string][] = [
    ['target', earlier.target, target],
    ['dialect', earlier.dialect, dialectName],
    ['applicant', earlier.applicant, applicantName],
  ];
  for (const [name, then, now] of pairs) {
    if (then === now) continue;
    throw new CliError(
      `${path} belongs to a journey with ${name} "${then}"; the ${name} now is "${now}": give it again with --${name}`,
    );
  }
}

function fileOf(
  { settings, email }: JourneyContext,
  flags: Flags,
  earlier: RunFile | undefined,
): RunFile {
  if (earlier) return { ...earlier, flags: { ...earlier.flags, ...wordsOf(flags) } };
  return {
    version: 1,
    email,
    startedAt: new Date().toISOString(),
    target: settings.target,
    dialect: settings.dialectName,
    applicant: settings.applicantName,
    flags: wordsOf(flags),
    memory: {},
    steps: [],
    finished: false,
  };
}

/** The options that set settings, as typed. */
function wordsOf(flags: Flags): Record<string, string> {
  const words = Object.entries(flags).filter(([name]) => settingFlags.includes(name));
  return Object.fromEntries(words.filter(([, word]) => typeof word === 'string'));
}

/**
 * Writes the file now, and whenever the context learns something or a step ends.
 * @param file as it is before the first step of this run
 * @throws {CliError} (exit 2) when it cannot be written
 */
function saveTo(path: string, file: RunFile, context: JourneyContext): StepSaver {
  let current = file;
  const write = (change: Partial<RunFile>) => {
    const { token: _, passwordToken: __, ...memory } = context.memory;
    current = { ...current, ...change, memory };
    writeRunFile(path, current);
  };
  const { remember } = context;
  context.remember = (learnt) => {
    remember(learnt);
    write({});
  };
  write({});
  return ({ id, outcome, after, ms }, finished) => {
    const steps =
      outcome === 'done' ? [...current.steps, { id, after, ms: Math.round(ms) }] : current.steps;
    write({ steps, finished });
  };
}
