import { Command } from 'commander';
import { catalogue } from '../checks/catalogue/index.ts';
import { type Check, levels } from '../checks/check.ts';
import { chooseChecks, findCheck } from '../checks/choose.ts';
import { explainCheck, listChecks } from '../checks/explain.ts';
import type { CheckFlags } from '../checks/flags.ts';
import { runCommand } from '../checks/run-command.ts';
import { addTargetOptions } from '../config/flags.ts';
import { CliError, type ExitCode, exitCodes } from '../process/exit.ts';
import { print } from '../process/terminal.ts';
import { reportFiles } from '../report/files.ts';
import { reportFormatNames } from '../report/index.ts';
import { collect, oneOf, positive, whole } from './option-values.ts';

/** `admissions check`: holds a backend against the contract and the specification. */
export function command(finish: (code: ExitCode) => void): Command {
  const check = new Command('check').description(
    'Holds a backend against the contract and the specification, operation by operation and rule by rule, with applicants of its own.',
  );
  addTargetOptions(check)
    .option('--exam-key <file>', 'the right answers by question text, on anything but the mock')
    .option(
      '--email <pattern>',
      'pattern of the e-mail addresses, e.g. checks+{run}@college.example',
    )
    .option(
      '--site-origin <url>',
      "the site's origin, which has to be let in (CORS) and links must lead to",
    );
  return check
    .option('--only <id>', 'only these checks, by id or glob, e.g. "exams.*" (repeatable)', collect)
    .option('--operation <name>', 'only checks of this operation, or glob (repeatable)', collect)
    .option('--level <level>', `only checks of this level: ${levels.join(', ')}`, oneOf(levels))
    .option('--strict', 'a failed "should" fails the run, too')
    .option('--list', 'list the checks, and make none')
    .option('--explain <id>', 'tell what a check proves, and what it does not')
    .option('--baseline <file>', 'known findings, which fail nothing until their day')
    .option('--update-baseline', 'write the findings of this run to the baseline')
    .option(
      '--report <format=file>',
      'write a report, e.g. html=check.html (repeatable)',
      reportFiles(reportFormatNames),
    )
    .option('--rate <n>', 'at most so many requests per second', positive)
    .option('--concurrency <n>', 'how many checks at the same time', whole(1, 64), 4)
    .option(
      '--fuzz <n>',
      'also send n payloads made by chance to each operation',
      whole(1, 100_000),
    )
    .option('--seed <n>', 'repeats a run of --fuzz', whole(0, 2_147_483_647))
    .addHelpText('after', examples)
    .action(async (flags: CheckFlags) => finish(await checkOrTell(flags)));
}

async function checkOrTell(flags: CheckFlags): Promise<ExitCode> {
  const all = await allChecks(flags);
  if (flags.explain !== undefined) {
    for (const line of explainCheck(findCheck(all, flags.explain))) print(line);
    return exitCodes.done;
  }
  const checks = chooseChecks(all, flags);
  if (flags.list) {
    for (const line of listChecks(checks)) print(line);
    return exitCodes.done;
  }
  return runCommand(checks, flags);
}

async function allChecks({ fuzz, seed }: CheckFlags): Promise<readonly Check[]> {
  if (seed !== undefined && fuzz === undefined) throw new CliError('--seed needs --fuzz');
  return fuzz === undefined
    ? catalogue
    : [...catalogue, ...(await import('../checks/catalogue/fuzz.ts')).fuzz];
}

const examples = `
Examples:
  admissions check                                  on the embedded mock
  admissions check --target http://127.0.0.1:8080 --dialect alternate
  admissions check --operation auth.login --strict
  admissions check --only "*/missing/*" --list
  admissions check --explain exams.create/in/APPLIED
  admissions check --report html=check.html --report junit=check.xml
  admissions check --baseline known.json            new findings fail, known do not
  admissions check --fuzz 100 --seed 7

A finding of level "must" fails the run; "should" with --strict; "info" never.
An answer may take 10 seconds here, and 300 when much is sent, unless --timeout
says otherwise.
On a real backend, mailbox and staff come from admissions.config.json, as for
the journey; without them what needs them is skipped, and says so.`;
