import { catalogue } from '../checks/catalogue/index.ts';
import type { Check } from '../checks/check.ts';
import { chooseChecks, findCheck } from '../checks/choose.ts';
import { failedBefore } from '../checks/failed-before.ts';
import { CliError, exitCodes } from '../process/exit.ts';
import { print, talk } from '../process/terminal.ts';
import { explainCheck, listChecks, markdownList } from './check/list.ts';
import { type CheckFlags, options } from './check/options.ts';
import { runCommand } from './check/run.ts';
import { defineCommand, targetSettings } from './define.ts';

/** `admissions check`: checks a backend against the contract and its rules. */
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
  admissions check --list --format markdown > checks.md
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
    const all = await allChecks(flags);
    if (flags.explain !== undefined) {
      const check = findCheck(all, flags.explain);
      const { ruleTexts } = await import('../generated/rules.ts');
      for (const line of explainCheck(check, ruleTexts)) print(line);
      return exitCodes.done;
    }
    const failed = flags.failed === undefined ? undefined : await failedBefore(flags.failed);
    if (failed?.length === 0) {
      talk(`No check failed or was blocked in ${flags.failed}: there is nothing to make again.`);
      return exitCodes.done;
    }
    const checks = chooseChecks(failed ? known(all, failed) : all, flags);
    if (!flags.list) return runCommand(checks, flags);
    const list = flags.format === 'markdown' ? markdownList : listChecks;
    for (const line of list(checks)) print(line);
    return exitCodes.done;
  },
});

/** Those that this version still has. @throws {CliError} (exit 2) where it has none */
function known(all: readonly Check[], ids: readonly string[]): readonly Check[] {
  const chosen = all.filter(({ id }) => ids.includes(id));
  if (chosen.length === 0) {
    throw new CliError(
      `--failed: this version has none of the ${ids.length} checks that failed, e.g. ${ids[0]}; with --fuzz, give it again`,
    );
  }
  const missing = ids.length - chosen.length;
  if (missing > 0)
    talk(
      `${missing} of the checks that failed are not in this run: checks of --fuzz, or of another version.`,
    );
  return chosen;
}

async function allChecks({ fuzz, seed }: CheckFlags): Promise<readonly Check[]> {
  if (seed !== undefined && fuzz === undefined) throw new CliError('--seed needs --fuzz');
  if (fuzz === undefined) return catalogue;
  return [...catalogue, ...(await import('../checks/catalogue/fuzz.ts')).fuzz];
}
