import { openJourneys } from '../applicant/context.ts';
import { describeTarget } from '../applicant/print.ts';
import { loadJourney, type SavedJourney } from '../applicant/saved-journey.ts';
import { readCertificateEnd } from '../backend/certificate.ts';
import type { ResolvedSettings } from '../core/configuration.ts';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import { runSecrets } from '../core/secrets.ts';
import { createProgressLine, print, printNotice } from '../core/terminal.ts';
import { formatCountedNoun } from '../core/text.ts';
import {
  defineCommand,
  journeySettings,
  makeReportOption,
  makeValueOption,
  makeWholeNumberParser,
  nameTarget,
  targetSettings,
  type Values,
} from '../define-command.ts';
import { reportFormatNames } from '../report/files.ts';
import { type RunRecord, recordRun } from '../report/run-record.ts';
import { runSmokeAttempts } from '../smoke/attempts.ts';
import {
  type Comparison,
  findChangesSince,
  findSlownessReasons,
  formatSmokeReport,
  type LastGood,
  makeSmokeReport,
  readLastGood,
  type Surroundings,
  writeLastGood,
} from '../smoke/report.ts';
import { type Observation, runSmoke } from '../smoke/run.ts';
import { cleanUpAfter, listCreatedRecords } from './clean-up.ts';

const commandOptions = {
  lastGood: makeValueOption(
    '<file>',
    'compare with the run in this file; a good run is written there',
  ),
  slow: makeValueOption(
    '<ms>',
    'how long the answer of an operation may take',
    makeWholeNumberParser(1),
    3000,
  ),
  confirm: makeValueOption(
    '<n>',
    'NOT REACHED, NO MAIL and SLOW count where they repeat n times, each time with a new applicant',
    makeWholeNumberParser(0, 10),
    0,
  ),
  confirmAfter: makeValueOption(
    '<s>',
    'how long to wait before that',
    makeWholeNumberParser(0, 3600),
    60,
  ),
  save: makeValueOption(
    '<file>',
    'write to this file how far the journey is, for "journey --resume"; {date} becomes the day',
  ),
  report: makeReportOption('write a report, e.g. html=smoke.html (repeatable)', reportFormatNames),
};

export const command = defineCommand({
  name: 'smoke',
  description:
    'Reads what is public, walks one applicant as far as the adapters allow, and says in one line who has to act.',
  settings: [...targetSettings, ...journeySettings],
  options: commandOptions,
  helpText: `
Exit codes: 0 good, 1 broken contract, 2 misconfigured, 3 not reached, 4 waiting
for a person, 5 no mail, 6 slow, 70 this program crashed, 130 interrupted.

Examples:
  admissions smoke --target mock                    a demonstration
  admissions smoke --profile staging --last-good last-good.json
  admissions smoke --profile staging --report prometheus=smoke.prom
  admissions smoke --profile staging --confirm 1    what does not repeat is a note
  admissions smoke --profile staging --save 'reports/{date}.run.json'
  admissions smoke --target URL --report github-summary=$GITHUB_STEP_SUMMARY

What stays on the backend is listed at the end: one applicant per run.`,
  run: (flags) =>
    recordRun(
      { command: 'smoke', target: nameTarget(flags), reports: flags.report ?? [] },
      async (record) => {
        const journey = await loadJourney(flags, requireTarget);
        try {
          const { exitCode, isPartial, observations, lastGood } = await runAndReport(
            journey,
            flags,
            record,
          );
          // Last of all, because nothing that went wrong with the run may be good.
          if (flags.lastGood !== undefined && exitCode === exitCodes.done && !isPartial)
            await writeLastGood(flags.lastGood, journey.settings.target, observations, lastGood);
          return exitCode;
        } finally {
          journey.releaseLock();
        }
      },
    ),
});

/** @throws {CliError} (exit 2) where no target is set: a job that lost its configuration would walk the mock, and be good every night */
function requireTarget({ settingOrigins }: ResolvedSettings): void {
  if (settingOrigins.target === 'default')
    throw new CliError(
      'smoke needs a target: name the backend with --target URL, or with --profile or --config of a configuration that has one; --target mock is a demonstration',
    );
}

type SmokeFlags = Values<typeof commandOptions>;

async function runAndReport(
  { settings, resumeCommand, startSaving: saver }: SavedJourney,
  flags: SmokeFlags,
  record: RunRecord,
): Promise<{
  exitCode: ExitCode;
  isPartial: boolean;
  observations: ReadonlyMap<string, Observation>;
  lastGood: LastGood | undefined;
}> {
  const lastGood =
    flags.lastGood === undefined ? undefined : await readLastGood(flags.lastGood, settings.target);
  await record.begin(describeTarget(settings), lastGood && new Date(lastGood.at));
  const startedAt = new Date();
  const progress = createProgressLine();
  const openedJourneys = await openJourneys(settings, progress.showProgress);
  try {
    const certificateEndPromise = findCertificateEnd(settings.target, openedJourneys.signal);
    const smokeAttempts = await runSmokeAttempts({
      walkApplicant: async () => {
        const context = openedJourneys.createContext();
        const saveStep = saver?.(context);
        const smokeRun = await runSmoke(context, {
          onCheckStart: (title) => progress.showProgress(`${title} …`),
          saveStep,
        });
        progress.clearLine();
        return { context, smokeRun };
      },
      repeats: flags.confirm,
      pauseMs: flags.confirmAfter * 1000,
      onPause: ({ text }) =>
        printNotice(
          `${runSecrets.hide(text)}: tried again in ${formatCountedNoun(flags.confirmAfter, 'second')}`,
        ),
      maxMs: flags.slow,
      findSlownessReasons: (observations) =>
        findSlownessReasons(observations, flags.slow, lastGood),
    });
    const { attempts, decisive, observations, verdict } = smokeAttempts;
    const { context, smokeRun } = decisive;
    const comparison: Comparison = {
      since: lastGood?.at,
      changes: lastGood ? findChangesSince(lastGood, observations) : [],
      slowReasons: smokeAttempts.slowReasons,
      unrepeatedProblems: smokeAttempts.unrepeatedProblems,
    };
    const certificateEnd = await certificateEndPromise;
    const surroundings: Surroundings = {
      ...(certificateEnd && { certificateEnd }),
      clockAheadMs: smokeRun.clockAheadMs,
    };
    const smokeReport = makeSmokeReport(smokeRun, context, {
      verdict,
      comparison,
      surroundings,
      startedAt,
      attempts: attempts.length,
    });
    const isResumeNeedless =
      verdict.exitCode === exitCodes.done || verdict.exitCode === exitCodes.tooSlow;
    const shownResumeCommand =
      isResumeNeedless || smokeRun.created.applicants.length === 0 ? undefined : resumeCommand;
    const endRun = async () => {
      const report = await record.end(smokeReport);
      const lines = formatSmokeReport(report, smokeRun, {
        comparison,
        surroundings,
        resumeCommand: shownResumeCommand,
        leftApplicants: attempts
          .filter((attempt) => attempt !== decisive)
          .flatMap((attempt) => attempt.smokeRun.created.applicants),
      });
      for (const line of lines) print(line);
      return report.exitCode;
    };
    const exitCode =
      shownResumeCommand === undefined
        ? await cleanUpAfter(
            endRun,
            listCreatedRecords(attempts.map((attempt) => attempt.context)),
            context,
          )
        : await endRun();
    return { exitCode, isPartial: verdict.isPartial ?? false, observations, lastGood };
  } finally {
    progress.clearLine();
    await openedJourneys.close();
  }
}

/** In milliseconds; a certificate that cannot be read in this time is not spoken of. */
const certificateTimeoutMs = 5000;

/** @returns when the backend's certificate expires; `undefined` where it is not https, or is not reached directly */
async function findCertificateEnd(target: string, signal: AbortSignal): Promise<Date | undefined> {
  if (!target.startsWith('https:')) return undefined;
  return readCertificateEnd(new URL(target), { signal, timeoutMs: certificateTimeoutMs }).catch(
    () => undefined,
  );
}
