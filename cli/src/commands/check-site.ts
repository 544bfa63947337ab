import { minCertificateDays } from '../backend/certificate.ts';
import { openConnection } from '../backend/connection.ts';
import { CliError } from '../core/exit.ts';
import { passwordVariableNames } from '../core/settings.ts';
import { createProgressLine, print } from '../core/terminal.ts';
import {
  defineCommand,
  makeArgument,
  makeBooleanOption,
  makeReportOption,
  makeValueOption,
  makeWholeNumberParser,
} from '../define-command.ts';
import { reportFormatNames } from '../report/files.ts';
import type { CheckReport } from '../report/report.ts';
import { type RunRecord, recordRun } from '../report/run-record.ts';
import { formatTerminalReport } from '../report/terminal.ts';
import { checkSiteFolder } from '../site-checks/folder.ts';
import { checkSite } from '../site-checks/run.ts';

/** What passed checks report, e.g. the days until the certificate expires. */
function formatRemarks({ results }: CheckReport): string[] {
  const resultsWithRemark = results.filter(
    ({ outcome, got }) => outcome === 'passed' && got !== undefined,
  );
  return resultsWithRemark.length === 0
    ? []
    : ['', ...resultsWithRemark.map(({ check, got }) => `${check.id}: ${got}`)];
}

export const command = defineCommand({
  name: 'check-site',
  description:
    'Checks a deployed site: what answers a path, security headers and policy, caching, compression, settings, whether its API lets it in, links, and days left of the certificate.',
  arguments: [
    makeArgument(
      '<site>',
      "the site's address, e.g. https://college.example, or the folder of a build",
    ),
  ],
  options: {
    minDays: makeValueOption(
      '<n>',
      'how many days the certificate must be good for',
      makeWholeNumberParser(0, 3650),
      minCertificateDays,
    ),
    user: makeValueOption(
      '<name>',
      `where the site asks for one; its password is in ${passwordVariableNames.basic}`,
    ),
    strict: makeBooleanOption('a failed "should" fails the run too'),
    report: makeReportOption('write a report, e.g. html=site.html (repeatable)', reportFormatNames),
  },
  helpText: `
Everything is read with GET, HEAD and OPTIONS; nothing is changed. An upload is
announced to the API, and none of its bytes is sent. With a folder nothing is
requested at all: settings, hashes, policy, compressed copies and links are
looked at before anything is copied.

Exit codes: 0 good, 1 something is wrong, 2 wrong usage, 3 not reached, 70 this
program crashed.

Examples:
  admissions check-site web/dist
  admissions check-site https://college.example
  admissions check-site https://staging.college.example --user staff
  admissions check-site https://college.example --strict --report junit=site.xml`,
  run: ({ minDays, user, strict = false, report: reports = [] }, site: string) =>
    recordRun({ command: 'check-site', target: site, reports }, async (record) => {
      const siteReport = /^https?:/i.test(site)
        ? await checkAddress(site, { minDays, user, strict }, record)
        : await checkFolder(site, { strict }, record);
      const report = await record.end(siteReport);
      for (const line of formatTerminalReport(report)) print(line);
      for (const line of formatRemarks(report)) print(line);
      return report.exitCode;
    }),
});

async function checkFolder(
  folder: string,
  options: { strict: boolean },
  record: RunRecord,
): Promise<CheckReport> {
  await record.begin(folder);
  return checkSiteFolder(folder, options);
}

async function checkAddress(
  address: string,
  { user, ...options }: { minDays: number; user: string | undefined; strict: boolean },
  record: RunRecord,
): Promise<CheckReport> {
  const origin = readSiteOrigin(address);
  const connection = openConnection(user === undefined ? {} : { basicAuth: { user } }, '.');
  await record.begin(origin);
  const progress = createProgressLine();
  try {
    return await checkSite(origin, { ...options, connection, onCheck: progress.showProgress });
  } finally {
    progress.clearLine();
  }
}

/** @throws {CliError} (exit 2) when the text is not the address of a host's root */
function readSiteOrigin(address: string): string {
  if (!URL.canParse(address)) throw new CliError(`"${address}" is no address`);
  const { origin, href } = new URL(address);
  if (href === `${origin}/`) return origin;
  throw new CliError(`the site stands at the root of its host: admissions check-site ${origin}`);
}
