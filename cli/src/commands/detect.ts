import { canonical, namedDialects, readingIn } from '@one-planet/contract';
import { startEmbedded } from '../backend/target.ts';
import type { Person } from '../backend-checks/applicants.ts';
import type { ApiResponse } from '../backend-checks/http-messages.ts';
import { openRun } from '../backend-checks/run.ts';
import { findThrownOutcome, OutcomeError } from '../checks/outcome.ts';
import { loadSettings, type ResolvedSettings } from '../core/configuration.ts';
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import { checkOutput } from '../core/files.ts';
import { formatJson } from '../core/json.ts';
import { defaultSettings } from '../core/settings.ts';
import {
  createProgressLine,
  escapeControls,
  paint,
  printNotice,
  printTo,
} from '../core/terminal.ts';
import { formatCountedNoun } from '../core/text.ts';
import {
  defineCommand,
  makeBooleanOption,
  makeValueOption,
  targetSettings,
} from '../define-command.ts';
import { detectByRegistering } from '../detect/registration.ts';
import {
  createReadingSender,
  detectFields,
  detectPaths,
  isUnknown,
  makeDialect,
  makeReadingEntries,
  nobodysAddress,
} from '../detect/requests.ts';
import { hideSecretsInText } from '../report/evidence.ts';
import { countCreated, makeCreatedCounts } from '../report/report.ts';

/**
 * Finds the dialect of a backend, as far as possible.
 * @param isRegistering whether to register an applicant, to find what a refused request cannot show
 */
export async function detect(
  settings: ResolvedSettings,
  isRegistering: boolean,
  showLine: (line: string) => void = () => {},
) {
  const embeddedMock = settings.target === 'mock' ? await startEmbedded(settings) : undefined;
  // The embedded mock speaks the dialect of the settings. For another backend the setting is what is already known.
  const givenDialect = embeddedMock ? canonical : settings.dialect;
  const unknownUntilRegistered = 'no harmless request shows it; --register may find it';
  const entries = makeReadingEntries(
    givenDialect,
    isRegistering ? 'her walk ended before it was known' : unknownUntilRegistered,
  );
  // Without an applicant these adapters are not used, so their settings need not be valid.
  const { mailbox, staff } = isRegistering ? settings : defaultSettings;
  const targetUrl = embeddedMock?.url ?? settings.target;
  const dialect = {
    get operations() {
      return makeDialect(givenDialect, entries).operations;
    },
  };
  const responseStatuses: Pick<ApiResponse, 'operation' | 'status'>[] = [];
  const onResponse = ({ operation, status }: ApiResponse) =>
    showLine(`${responseStatuses.push({ operation, status })} requests`);
  const openedRun = await openRun(
    { ...settings, mailbox, staff, target: targetUrl, dialect },
    { onWaiting: showLine, onResponse },
  );
  const { helpers, people } = openedRun.runContext;
  const warnings: string[] = [];
  let exitCode: ExitCode = exitCodes.done;
  let person: Person | undefined;
  try {
    const sendReading = createReadingSender(helpers.send);
    await detectPaths(entries, sendReading);
    for (const operation of ['applicants.register', 'auth.login'] as const)
      if (await detectFields(entries, operation, sendReading))
        warnings.push(
          `${operation} took a request that lacks what it must have. Look for ${nobodysAddress} among your applicants.`,
        );
    if (isRegistering) person = people.draftPerson();
    if (person) await detectByRegistering({ person, helpers, entries, sendReading });
  } catch (error) {
    if (!(error instanceof OutcomeError || error instanceof CliError)) throw error;
    const thrownOutcome = findThrownOutcome(error);
    if (error instanceof CliError) exitCode = error.exitCode;
    else if (thrownOutcome?.outcome === 'over') exitCode = thrownOutcome.exitCode;
    else if (!person) exitCode = exitCodes.notReached;
    warnings.push(describeRegistration(person, error) + hideSecretsInText(error.message));
  } finally {
    await openedRun.close();
    await embeddedMock?.close();
  }
  for (const entry of entries)
    Object.assign(entry, {
      triedReading: undefined,
      evidenceText: hideSecretsInText(entry.evidenceText),
    });
  const created = makeCreatedCounts(
    person?.isRegistered ? [person.email] : [],
    (operationName) =>
      responseStatuses.filter(
        (response) => response.operation === operationName && response.status < 300,
      ).length,
  );
  const requestCount = responseStatuses.length;
  return {
    entries,
    warnings,
    dialect: makeDialect(givenDialect, entries),
    requests: requestCount,
    created,
    exitCode,
  };
}

function describeRegistration(person: Person | undefined, error: Error): string {
  if (!person) return '';
  if (person.isRegistered) return "The applicant's walk ended early: ";
  // A registration without a response, or with a 5xx, may have been stored.
  const isSure = !['blocked', 'over'].includes(findThrownOutcome(error)?.outcome ?? '');
  return `${isSure ? 'Nobody' : `It is not known whether ${person.email}`} was registered: `;
}

/* The output: the table, what is left to do, and the dialect file. */

async function printFindings(
  { entries, requests, created, warnings, dialect }: Awaited<ReturnType<typeof detect>>,
  isRegistering: boolean,
  outputPath: string | undefined,
): Promise<void> {
  const paintOnStderr = (style: 'bold' | 'green' | 'yellow' | 'dim', text: string) =>
    paint(style, text, process.stderr);
  const unknownCount = entries.filter(isUnknown).length;
  const harmlessNote = isRegistering ? '' : ', none of which changed anything';
  const foundText = `${entries.length - unknownCount} of ${entries.length} settings found`;
  printNotice(paintOnStderr('bold', `${foundText} (${requests} requests${harmlessNote})\n`));
  for (const { operation, name, reading, readings, evidenceText } of entries) {
    const settingText = `${operation} ${name}`;
    const canonicalNote = reading === readings[0] ? paintOnStderr('dim', ' (canonical)') : '';
    if (reading === undefined) printNotice(`${paintOnStderr('yellow', 'unknown')}  ${settingText}`);
    else
      printNotice(
        `${paintOnStderr('green', 'sure')}     ${settingText}: ${JSON.stringify(reading)}${canonicalNote}`,
      );
    printNotice(`         ${paintOnStderr('dim', escapeControls(evidenceText))}`);
  }
  for (const email of created.applicants)
    printNotice(`\nCreated: the applicant ${[email, ...countCreated(created)].join(', ')}`);
  for (const warning of warnings)
    printNotice(`\n${paintOnStderr('yellow', escapeControls(warning))}`);
  const furtherStepText = isRegistering
    ? 'Ask whoever wrote the backend, and add it to the file by hand.'
    : 'To learn more, add --register: it registers an applicant, who stays on the backend.';
  const nextStepText =
    warnings.length > 0 ? 'Put right what is said above, and run it again.' : furtherStepText;
  const unknownNote =
    "left unknown: the file leaves them out, which means the contract's own readings.";
  if (unknownCount > 0)
    printNotice(`\n${formatCountedNoun(unknownCount, 'setting')} ${unknownNote}\n${nextStepText}`);
  const matchingDialects = Object.entries(namedDialects).filter(([, dialect]) =>
    entries.every((entry) => isUnknown(entry) || readingIn(dialect, entry) === entry.reading),
  );
  if (matchingDialects.length === 1)
    printNotice(`\nEverything found is as in the built-in dialect ${matchingDialects[0]?.[0]}.`);
  printNotice(outputPath === undefined ? '\nThe dialect file:' : '');
  await printTo(outputPath, formatJson(dialect));
}

export const command = defineCommand({
  name: 'detect',
  description:
    'Finds which dialect a backend speaks, setting by setting, with harmless requests, and prints the dialect file to use. What it cannot find it calls unknown.',
  settings: [...targetSettings, 'email', 'examKey', 'siteOrigin'],
  options: {
    register: makeBooleanOption(
      'register an applicant and walk her as far as it takes to learn more',
    ),
    output: makeValueOption('<file>', 'write the dialect file instead of printing it'),
  },
  helpText: `
The table goes to stderr, the dialect file to stdout or into --output:
  admissions detect --target http://127.0.0.1:8080 --output dialect.json
  admissions check --target http://127.0.0.1:8080 --dialect dialect.json
The configured dialect is not used. A --dialect is taken as known, for names
that are nobody's reading, and the rest is found; --target mock speaks it.

Harmless requests are refused by every backend: they register nobody, change
nothing and mail nothing. For the rest --register registers an applicant under
the "email" pattern and reads her link from the configured "mailbox"; with
--exam-key she takes the exam and makes one payment.`,
  async run({ register = false, output, ...flags }) {
    await checkOutput(output);
    // The configured dialect is ignored: it is what this command finds out, and often the file it writes.
    const settings = await loadSettings({ dialect: 'canonical', ...flags });
    const progress = createProgressLine();
    const detection = await detect(settings, register, progress.showProgress).finally(
      progress.clearLine,
    );
    await printFindings(detection, register, output);
    return detection.exitCode;
  },
});
