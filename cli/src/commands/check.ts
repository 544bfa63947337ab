import { rulePlace } from '@one-planet/contract';
import { InvalidArgumentError } from 'commander';
import { openRun, runChecks } from '../checks/backend-run.ts';
import { catalogue } from '../checks/catalogue.ts';
import type { BackendCheck } from '../checks/check.ts';
import { chooseChecks, findCheck, readFailedIds } from '../checks/check-selection.ts';
import { type CheckRun, failingLevels } from '../checks/engine.ts';
import { type Baseline, makeReport, readBaseline, updateBaseline } from '../checks/report.ts';
import { type Flags, loadSettings } from '../core/configuration.ts';
import { CliError, didYouMean, type ExitCode, exitCodes } from '../core/exit.ts';
import { lineWidth, print, printNotice, printTo, progressLine } from '../core/terminal.ts';
import { countText, hangingIndent } from '../core/text.ts';
import { checkWritable, reportFormatNames, writeReports } from '../report/files.ts';
import { levels, type MissingPart, missingParts } from '../report/report.ts';
import { terminalReport } from '../report/terminal.ts';
import { cleanUpAfter } from './clean-up.ts';
import {
  booleanOption,
  defineCommand,
  oneOf,
  positiveNumber,
  repeatedOption,
  reportOption,
  targetSettings,
  type Values,
  value,
  wholeNumber,
} from './define-command.ts';

/* Lists of checks: one line each, all of them as a Markdown page, or everything about one of them. */

function listChecks(checks: readonly BackendCheck[]): string[] {
  return [
    ...checks.map(({ id, level }) => `${level.padEnd(7)}${id}`),
    '',
    `${checks.length} checks. To read the rule behind one of them: admissions check --explain ID`,
  ];
}

function markdownList(checks: readonly BackendCheck[]): string[] {
  const groupOf = (check: BackendCheck): string => check.operation ?? 'The whole backend';
  const counts = levels.map(
    (level) => `${checks.filter((check) => check.level === level).length} ${level}`,
  );
  return [
    '# The checks',
    '',
    `${checks.length} checks: ${counts.join(', ')}.`,
    '',
    '- **must**: the site breaks or a person is harmed without it. A finding fails the run.',
    '- **should**: nothing breaks at once, but any sensible backend does it. A finding fails the run with `--strict`.',
    '- **info**: a tolerated difference, reported and never failed.',
    ...[...new Set(checks.map(groupOf))].flatMap((group) => [
      '',
      `## ${group}`,
      ...checks.filter((check) => groupOf(check) === group).flatMap(markdownEntry),
    ]),
  ];
}

function markdownEntry({ id, level, sentence, rule, leavesOpen }: BackendCheck): string[] {
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

function explainCheck(
  { id, level, sentence, rule, leavesOpen, stage }: BackendCheck,
  texts: Readonly<Record<BackendCheck['rule'], readonly string[]>>,
): string[] {
  return [
    `${id} (${level})`,
    '',
    ...hangingIndent('  ', sentence, width, 2),
    '',
    ...labelled('rule', rulePlace(rule)),
    ...texts[rule].flatMap((text) => labelled('', text)),
    '',
    // The line above already says what the rule leaves open.
    ...(leavesOpen ? labelled('leaves open', leavesOpen) : []),
    ...(stage ? labelled('applicant', `in the state ${stage}`) : []),
    // The command is not wrapped, so that it can be copied.
    `  ${'run it'.padEnd(12)}admissions check --only '${id}'`,
  ];
}

const width = lineWidth();

function labelled(label: string, text: string): string[] {
  return hangingIndent(`  ${label.padEnd(12)}`, text, width, 14);
}

const options = {
  only: repeatedOption('<id>', 'only these checks, by id or glob, e.g. "exams.*" (repeatable)'),
  failed: value('<file>', 'only what failed or was blocked in this JSON report'),
  operation: repeatedOption('<name>', 'only checks of this operation, or glob (repeatable)'),
  level: value('<level>', `only checks of this level: ${levels.join(', ')}`, oneOf(levels)),
  strict: booleanOption('a failed "should" fails the run too'),
  require: value(
    '<what>',
    `fail when checks were skipped for want of it: all, or some of ${missingParts.join(', ')}`,
    readRequiredParts,
  ),
  list: booleanOption('list the checks without running them'),
  format: value('<name>', 'with --list: text or markdown', oneOf(['text', 'markdown']), 'text'),
  output: value('<file>', 'with --list: write the list to a file instead'),
  explain: value('<id>', 'explain a check: its rule in words, and what it leaves open'),
  baseline: value('<file>', 'known findings, ignored until they expire'),
  updateBaseline: booleanOption('write the findings of this run to the baseline'),
  report: reportOption('write a report, e.g. html=check.html (repeatable)', reportFormatNames),
  rate: value('<n>', 'at most this many requests per second', positiveNumber),
  concurrency: value('<n>', 'how many checks at the same time', wholeNumber(1, 64), 4),
  patience: value(
    '<s>',
    'how long a check may wait for an exam or a session to end',
    wholeNumber(0, 86_400),
    20,
  ),
  fuzz: value('<n>', 'also send n random payloads to each operation', wholeNumber(1, 100_000)),
  seed: value('<n>', 'repeats a run of --fuzz', wholeNumber(0, 2_147_483_647)),
};

/**
 * @returns the parts that the run must not lack
 * @throws {InvalidArgumentError} suggesting a similar one
 */
function readRequiredParts(text: string): readonly MissingPart[] {
  if (text.trim() === 'all') return missingParts;
  return text.split(',').map((part) => {
    const name = part.trim();
    const want = missingParts.find((candidate) => candidate === name);
    if (want) return want;
    throw new InvalidArgumentError(
      `There is no "${name}"${didYouMean(name, missingParts)}. It must be all, or some of ${missingParts.join(', ')}.`,
    );
  });
}

type CheckFlags = Values<typeof options> & Flags;

/* One run: opened, run, printed, and written to files. */

async function runCommand(checks: readonly BackendCheck[], flags: CheckFlags): Promise<ExitCode> {
  const {
    strict = false,
    require: requiredParts = [],
    rate,
    patience,
    fuzz,
    seed = Math.floor(Math.random() * 2 ** 31),
    concurrency,
    report: reports = [],
  } = flags;
  const baseline = await openBaseline(flags);
  const settings = await loadSettings(flags);
  await checkWritable(reports);
  const startedAt = new Date();
  let requests = 0;
  const progress = countingProgress(checks.length);
  const { runContext, signal, close, cleanUp, leftovers } = await openRun(settings, {
    rate,
    patience,
    fuzz: fuzz === undefined ? undefined : { runs: fuzz, seed },
    onResponse: () => {
      requests += 1;
    },
    onWaiting: progress.waiting,
  });
  try {
    const run = await runChecks(checks, runContext, concurrency, progress.result).finally(
      progress.clear,
    );
    const end = async () => {
      const renewedBaseline = baseline && (await renewBaseline(baseline, run, flags));
      const options = {
        strict,
        require: requiredParts,
        baseline: renewedBaseline,
        startedAt,
        requests,
      };
      const report = makeReport(run, runContext, options);
      for (const line of terminalReport(report)) print(line);
      await writeReports(report, reports);
      printRegistrationHint(run);
      return report.exitCode;
    };
    return await cleanUpAfter(end, leftovers(), { cleanUp, signal });
  } finally {
    await close();
  }
}

async function openBaseline({
  baseline: baselinePath,
  updateBaseline: updates,
}: CheckFlags): Promise<Baseline | undefined> {
  if (baselinePath !== undefined) return readBaseline(baselinePath, updates ? 'is empty' : 'fails');
  if (updates) throw new CliError('--update-baseline needs --baseline FILE');
  return undefined;
}

/** Returns the baseline after the run, and updates its file if the options ask for it. */
async function renewBaseline(
  baseline: Baseline,
  { results }: CheckRun,
  { baseline: path, updateBaseline: updates, strict = false }: CheckFlags,
): Promise<Baseline> {
  if (!updates || path === undefined) return baseline;
  const levels = failingLevels(strict);
  const failures = results.filter(
    ({ outcome, check }) => outcome === 'failed' && levels.includes(check.level),
  );
  await updateBaseline(path, baseline, failures, results);
  const findingsText = countText(failures.length, 'finding');
  printNotice(`${path} now holds ${findingsText}: say in each comment why it is known`);
  return readBaseline(path, 'fails');
}

/** If no applicant can be registered, suggests looking at that one request first. */
function printRegistrationHint({ results }: CheckRun): void {
  const registration = results.find(({ check }) => check.id === 'applicants.register/answers');
  if (registration?.outcome !== 'failed' || results.every(({ outcome }) => outcome !== 'blocked'))
    return;
  printNotice(
    '\nNo applicant could be registered. If your backend speaks another dialect, run: admissions detect',
  );
}

function countingProgress(count: number) {
  const { show, clear } = progressLine();
  let doneCount = 0;
  const progressText = () => `${doneCount} of ${count} checks`;
  show(progressText());
  return {
    result: () => {
      doneCount += 1;
      show(progressText());
    },
    waiting: (line: string) => show(`${progressText()}; ${line}`),
    clear,
  };
}

export const command = defineCommand({
  name: 'check',
  description:
    'Checks a backend against the contract and its rules, operation by operation and rule by rule, with applicants of its own.',
  settings: [...targetSettings, 'examKey', 'email', 'siteOrigin', 'sessionMinutes'],
  options,
  help: `
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
An answer may take 10 seconds here, and 300 for large uploads, unless --timeout
says otherwise.
On a real backend, mailbox and staff come from admissions.config.json, as for
the journey; without them, the checks that need them are skipped, the verdict
is PARTIAL, and --require all makes that fail (exit 2).`,
  async run(flags) {
    const catalogueChecks = await allChecks(flags);
    if (flags.explain !== undefined) {
      const check = findCheck(catalogueChecks, flags.explain);
      const { ruleTexts } = await import('../generated/rules.ts');
      for (const line of explainCheck(check, ruleTexts)) print(line);
      return exitCodes.done;
    }
    const failedIds = flags.failed === undefined ? undefined : await readFailedIds(flags.failed);
    if (failedIds?.length === 0) {
      printNotice(
        `No check failed or was blocked in ${flags.failed}: there is nothing to run again.`,
      );
      return exitCodes.done;
    }
    const checks = chooseChecks(
      failedIds ? existingChecks(catalogueChecks, failedIds) : catalogueChecks,
      flags,
    );
    if (!flags.list && flags.output !== undefined)
      throw new CliError('--output needs --list; a run is written with --report FORMAT=FILE');
    if (!flags.list) return runCommand(checks, flags);
    const list = flags.format === 'markdown' ? markdownList : listChecks;
    await printTo(flags.output, [...list(checks)].join('\n'));
    return exitCodes.done;
  },
});

/**
 * The checks that this version still has.
 * @throws {CliError} (exit 2) where it has none of them
 */
function existingChecks(
  checks: readonly BackendCheck[],
  ids: readonly string[],
): readonly BackendCheck[] {
  const remainingChecks = checks.filter(({ id }) => ids.includes(id));
  if (remainingChecks.length === 0) {
    throw new CliError(
      `--failed: this version has none of the ${ids.length} checks that failed, e.g. ${ids[0]}; with --fuzz, give it again`,
    );
  }
  const missingCount = ids.length - remainingChecks.length;
  if (missingCount > 0)
    printNotice(
      `${missingCount} of the checks that failed are not in this run: checks of --fuzz, or of another version.`,
    );
  return remainingChecks;
}

async function allChecks({ fuzz, seed }: CheckFlags): Promise<readonly BackendCheck[]> {
  if (seed !== undefined && fuzz === undefined) throw new CliError('--seed needs --fuzz');
  if (fuzz === undefined) return catalogue;
  return [...catalogue, ...(await import('../checks/catalogue/fuzz.ts')).fuzzChecks];
}
