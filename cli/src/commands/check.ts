import { rulePlace } from '@one-planet/contract';
import { InvalidArgumentError } from 'commander';
import { describeTarget } from '../applicant/print.ts';
import { catalogue } from '../backend-checks/catalogue.ts';
import type { BackendCheck } from '../backend-checks/check.ts';
import {
  type Baseline,
  makeReport,
  readBaseline,
  updateBaseline,
} from '../backend-checks/report.ts';
import { openRun, runChecks } from '../backend-checks/run.ts';
import { chooseChecks, findCheck, readFailedIds } from '../backend-checks/selection.ts';
import type { CheckRun } from '../checks/engine.ts';
import { listFailingLevels } from '../checks/run-report.ts';
import { type Flags, loadSettings } from '../core/configuration.ts';
import { CliError, didYouMean, type ExitCode, exitCodes } from '../core/exit.ts';
import {
  createProgressLine,
  print,
  printNotice,
  printTo,
  readLineWidth,
} from '../core/terminal.ts';
import { formatCountedNoun, wrapWithHangingIndent } from '../core/text.ts';
import {
  defineCommand,
  makeBooleanOption,
  makeRepeatedOption,
  makeReportOption,
  makeValueOption,
  makeWholeNumberParser,
  makeWordParser,
  nameTarget,
  parsePositiveNumber,
  targetSettings,
  type Values,
} from '../define-command.ts';
import { reportFormatNames } from '../report/files.ts';
import { levels, type MissingPart, optionalParts } from '../report/report.ts';
import { type RunRecord, recordRun } from '../report/run-record.ts';
import { formatTerminalReport } from '../report/terminal.ts';
import { cleanUpAfter } from './clean-up.ts';

/* Lists of checks: one line each, all of them as a Markdown page, or everything about one of them. */

function formatCheckList(checks: readonly BackendCheck[]): string[] {
  return [
    ...checks.map(({ id, level }) => `${level.padEnd(7)}${id}`),
    '',
    `${checks.length} checks. To read the rule behind one of them: admissions check --explain ID`,
  ];
}

function formatMarkdownList(checks: readonly BackendCheck[]): string[] {
  const makeGroupName = (check: BackendCheck): string => check.operation ?? 'The whole backend';
  const countTexts = levels.map(
    (level) => `${checks.filter((check) => check.level === level).length} ${level}`,
  );
  return [
    '# The checks',
    '',
    `${checks.length} checks: ${countTexts.join(', ')}.`,
    '',
    '- **must**: the site breaks or a person is harmed without it. A finding fails the run.',
    '- **should**: nothing breaks at once, but any sensible backend does it. A finding fails the run with `--strict`.',
    '- **info**: a tolerated difference, reported and never failed.',
    ...[...new Set(checks.map(makeGroupName))].flatMap((groupName) => [
      '',
      `## ${groupName}`,
      ...checks.filter((check) => makeGroupName(check) === groupName).flatMap(formatMarkdownEntry),
    ]),
  ];
}

function formatMarkdownEntry({ id, level, sentence, rule, leavesOpen }: BackendCheck): string[] {
  return [
    '',
    `### \`${id}\``,
    '',
    `**${level}** · ${sentence}`,
    '',
    `- Rule: [${rule}](${rulePlace(rule)})`,
    ...(leavesOpen ? [`- Leaves open: ${leavesOpen}`] : []),
  ];
}

function formatExplanation(
  { id, level, sentence, rule, leavesOpen, stage }: BackendCheck,
  ruleTexts: Readonly<Record<BackendCheck['rule'], readonly string[]>>,
): string[] {
  return [
    `${id} (${level})`,
    '',
    ...wrapWithHangingIndent('  ', sentence, terminalWidth, 2),
    '',
    ...addLabel('rule', rulePlace(rule)),
    ...ruleTexts[rule].flatMap((text) => addLabel('', text)),
    '',
    // The line above already says what the rule leaves open.
    ...(leavesOpen ? addLabel('leaves open', leavesOpen) : []),
    ...(stage ? addLabel('applicant', `in the state ${stage}`) : []),
    // The command is not wrapped, so that it can be copied.
    `  ${'run it'.padEnd(12)}admissions check --only '${id}'`,
  ];
}

const terminalWidth = readLineWidth();

function addLabel(label: string, text: string): string[] {
  return wrapWithHangingIndent(`  ${label.padEnd(12)}`, text, terminalWidth, 14);
}

const commandOptions = {
  only: makeRepeatedOption('<id>', 'only these checks, by id or glob, e.g. "exams.*" (repeatable)'),
  failed: makeValueOption('<file>', 'only what failed or was blocked in this JSON report'),
  operation: makeRepeatedOption('<name>', 'only checks of this operation, or glob (repeatable)'),
  level: makeValueOption(
    '<level>',
    `only checks of this level: ${levels.join(', ')}`,
    makeWordParser(levels),
  ),
  strict: makeBooleanOption('a failed "should" fails the run too'),
  require: makeValueOption(
    '<what>',
    `fail when checks were skipped for want of it: all, or some of ${optionalParts.join(', ')}`,
    parseRequiredParts,
  ),
  list: makeBooleanOption('list the checks without running them'),
  format: makeValueOption(
    '<name>',
    'with --list: text or markdown',
    makeWordParser(['text', 'markdown']),
    'text',
  ),
  output: makeValueOption('<file>', 'with --list: write the list to a file instead'),
  explain: makeValueOption('<id>', 'explain a check: its rule in words, and what it leaves open'),
  baseline: makeValueOption('<file>', 'known findings, ignored until they expire'),
  updateBaseline: makeBooleanOption('write the findings of this run to the baseline'),
  report: makeReportOption('write a report, e.g. html=check.html (repeatable)', reportFormatNames),
  rate: makeValueOption('<n>', 'at most this many requests per second', parsePositiveNumber),
  concurrency: makeValueOption(
    '<n>',
    'how many checks at the same time',
    makeWholeNumberParser(1, 64),
    4,
  ),
  patience: makeValueOption(
    '<s>',
    'how long a check may wait for an exam or a session to end',
    makeWholeNumberParser(0, 86_400),
    20,
  ),
  evidence: makeValueOption(
    '<which>',
    'whose last request the reports show: failed (those that failed) or all',
    makeWordParser(['failed', 'all']),
    'failed',
  ),
  fuzz: makeValueOption(
    '<n>',
    'also send n random payloads to each operation',
    makeWholeNumberParser(1, 100_000),
  ),
  seed: makeValueOption('<n>', 'repeats a run of --fuzz', makeWholeNumberParser(0, 2_147_483_647)),
};

/**
 * @returns the parts that the run must not lack
 * @throws {InvalidArgumentError} suggesting a similar one
 */
function parseRequiredParts(text: string): readonly MissingPart[] {
  if (text.trim() === 'all') return optionalParts;
  return text.split(',').map((partName) => {
    const name = partName.trim();
    const requiredPart = optionalParts.find((candidate) => candidate === name);
    if (requiredPart) return requiredPart;
    throw new InvalidArgumentError(
      `There is no "${name}"${didYouMean(name, optionalParts)}. It must be all, or some of ${optionalParts.join(', ')}.`,
    );
  });
}

type CheckFlags = Values<typeof commandOptions> & Flags;

/* One run: opened, run, printed, and written to files. */

async function runCommand(
  checks: readonly BackendCheck[],
  flags: CheckFlags,
  record: RunRecord,
): Promise<ExitCode> {
  const {
    strict = false,
    require: requiredParts = [],
    rate: maxRequestsPerSecond,
    patience: maxWaitSeconds,
    fuzz,
    seed = Math.floor(Math.random() * 2 ** 31),
    concurrency,
  } = flags;
  const baseline = await openBaseline(flags);
  const settings = await loadSettings(flags);
  await record.begin(describeTarget(settings));
  const startedAt = new Date();
  let requestCount = 0;
  const checkProgress = createCheckProgress(checks.length);
  const { runContext, signal, close, cleanUp, listCreatedRecords } = await openRun(settings, {
    maxRequestsPerSecond,
    maxWaitSeconds,
    fuzz: fuzz === undefined ? undefined : { runs: fuzz, seed },
    onResponse: () => {
      requestCount += 1;
    },
    onWaiting: checkProgress.waiting,
  });
  try {
    const checkRun = await runChecks(checks, runContext, concurrency, checkProgress.result).finally(
      checkProgress.clear,
    );
    const endRun = async () => {
      const renewedBaseline = baseline && (await renewBaseline(baseline, checkRun, flags));
      const reportOptions = {
        strict,
        require: requiredParts,
        baseline: renewedBaseline,
        startedAt,
        requests: requestCount,
        showsPassed: flags.evidence === 'all',
      };
      const report = await record.end(makeReport(checkRun, runContext, reportOptions));
      for (const line of formatTerminalReport(report)) print(line);
      printRegistrationHint(checkRun);
      return report.exitCode;
    };
    return await cleanUpAfter(endRun, listCreatedRecords(), { cleanUp, signal });
  } finally {
    await close();
  }
}

async function openBaseline({
  baseline: baselinePath,
  updateBaseline: shouldUpdate,
}: CheckFlags): Promise<Baseline | undefined> {
  if (baselinePath !== undefined)
    return readBaseline(baselinePath, shouldUpdate ? 'is empty' : 'fails');
  if (shouldUpdate) throw new CliError('--update-baseline needs --baseline FILE');
  return undefined;
}

/** Returns the baseline after the run, and updates its file if the options ask for it. */
async function renewBaseline(
  baseline: Baseline,
  { results, bug }: CheckRun,
  { baseline: baselinePath, updateBaseline: shouldUpdate, strict = false }: CheckFlags,
): Promise<Baseline> {
  if (!shouldUpdate || baselinePath === undefined || bug) return baseline;
  const failingLevels = listFailingLevels(strict);
  const failedResults = results.filter(
    ({ outcome, check }) => outcome === 'failed' && failingLevels.includes(check.level),
  );
  await updateBaseline(baselinePath, baseline, failedResults, results);
  const findingsText = formatCountedNoun(failedResults.length, 'finding');
  printNotice(`${baselinePath} now holds ${findingsText}: say in each comment why it is known`);
  return readBaseline(baselinePath, 'fails');
}

/** If no applicant can be registered, suggests looking at that one request first. */
function printRegistrationHint({ results }: CheckRun): void {
  const registrationResult = results.find(
    ({ check }) => check.id === 'applicants.register/answers',
  );
  if (
    registrationResult?.outcome !== 'failed' ||
    results.every(({ outcome }) => outcome !== 'blocked')
  )
    return;
  printNotice(
    '\nNo applicant could be registered. If your backend speaks another dialect, run: admissions detect',
  );
}

function createCheckProgress(checkCount: number) {
  const { showProgress, clearLine } = createProgressLine();
  let doneCount = 0;
  const formatProgress = () => `${doneCount} of ${checkCount} checks`;
  showProgress(formatProgress());
  return {
    result: () => {
      doneCount += 1;
      showProgress(formatProgress());
    },
    waiting: (line: string) => showProgress(`${formatProgress()}; ${line}`),
    clear: clearLine,
  };
}

export const command = defineCommand({
  name: 'check',
  description:
    'Checks a backend against the contract and its rules, operation by operation and rule by rule, with applicants of its own.',
  settings: [...targetSettings, 'examKey', 'email', 'siteOrigin', 'sessionMinutes'],
  options: commandOptions,
  helpText: `
Examples:
  admissions check                                  on the embedded mock
  admissions check --target http://127.0.0.1:8080 --dialect alternate
  admissions check --operation auth.login --strict
  admissions check --only "*/missing/*" --list
  admissions check --list --format markdown --output checks.md
  admissions check --explain exams.create/in/APPLIED
  admissions check --report html=check.html --report junit=check.xml
  admissions check --baseline known.json            new findings fail, known do not
  admissions check --failed last.json               what failed last time
  admissions check --require all                    nothing skipped for want of mail
  admissions check --fuzz 100 --seed 7

A finding of level "must" fails the run; "should" with --strict; "info" never.
On a real backend, mailbox and staff come from admissions.config.json, as for
the journey; without them, the checks that need them are skipped, the verdict
is PARTIAL, and --require all makes that fail (exit 2).`,
  async run(flags) {
    const catalogueChecks = await loadChecks(flags);
    if (flags.explain !== undefined) {
      const check = findCheck(catalogueChecks, flags.explain);
      const { ruleTexts } = await import('../generated/rules.ts');
      for (const line of formatExplanation(check, ruleTexts)) print(line);
      return exitCodes.done;
    }
    return recordRun(
      { command: 'check', target: nameTarget(flags), reports: flags.report ?? [] },
      (record) => listOrRun(catalogueChecks, flags, record),
    );
  },
});

async function listOrRun(
  catalogueChecks: readonly BackendCheck[],
  flags: CheckFlags,
  record: RunRecord,
): Promise<ExitCode> {
  const failedIds = flags.failed === undefined ? undefined : await readFailedIds(flags.failed);
  if (failedIds?.length === 0) {
    printNotice(
      `No check failed or was blocked in ${flags.failed}: there is nothing to run again.`,
    );
    return exitCodes.done;
  }
  const checks = chooseChecks(
    failedIds ? findExistingChecks(catalogueChecks, failedIds) : catalogueChecks,
    flags,
  );
  if (!flags.list && flags.output !== undefined)
    throw new CliError('--output needs --list; a run is written with --report FORMAT=FILE');
  if (!flags.list) return runCommand(checks, flags, record);
  const formatList = flags.format === 'markdown' ? formatMarkdownList : formatCheckList;
  await printTo(flags.output, [...formatList(checks)].join('\n'));
  return exitCodes.done;
}

/**
 * The checks that this version still has.
 * @throws {CliError} (exit 2) where it has none of them
 */
function findExistingChecks(
  checks: readonly BackendCheck[],
  checkIds: readonly string[],
): readonly BackendCheck[] {
  const catalogueChecksOfIds = checks.filter(({ id }) => checkIds.includes(id));
  if (catalogueChecksOfIds.length === 0) {
    throw new CliError(
      `--failed: this version has none of the ${checkIds.length} checks that failed, e.g. ${checkIds[0]}; with --fuzz, give it again`,
    );
  }
  const missingCheckCount = checkIds.length - catalogueChecksOfIds.length;
  if (missingCheckCount > 0)
    printNotice(
      `${missingCheckCount} of the checks that failed are not in this run: checks of --fuzz, or of another version.`,
    );
  return catalogueChecksOfIds;
}

async function loadChecks({ fuzz, seed }: CheckFlags): Promise<readonly BackendCheck[]> {
  if (seed !== undefined && fuzz === undefined) throw new CliError('--seed needs --fuzz');
  if (fuzz === undefined) return catalogue;
  return [...catalogue, ...(await import('../backend-checks/catalogue/fuzz.ts')).fuzzChecks];
}
