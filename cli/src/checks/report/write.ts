/** `--report FORMAT=FILE`: read, and done. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { CliError, exitCodes } from '../../exit.ts';
import { didYouMean } from '../../nearest.ts';
import { type ReportFormat, reportFormatNames, reportFormats } from './index.ts';
import type { CheckReport } from './report.ts';

export interface ReportOption {
  format: ReportFormat;
  /** `-` is stdout: GitHub reads annotations nowhere else. */
  file: string;
}

/** Parses e.g. `junit=reports/check.xml`. @throws {InvalidArgumentError} which commander tells (exit 2) */
export function parseReportOption(text: string): ReportOption {
  const [, name = '', file = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const format = reportFormatNames.find((one) => one === name.trim().toLowerCase());
  if (format && file) return { format, file };
  const known = `Formats are ${reportFormatNames.join(', ')}`;
  if (format || !text.includes('=')) {
    throw new InvalidArgumentError(`It must be FORMAT=FILE, e.g. junit=check.xml. ${known}.`);
  }
  const near = didYouMean(name, reportFormatNames);
  throw new InvalidArgumentError(`There is no format "${name}"${near}. ${known}.`);
}

/** Collects `--report FORMAT=FILE`, which may be given several times. */
export function reportOption(text: string, before: readonly ReportOption[] = []): ReportOption[] {
  return [...before, parseReportOption(text)];
}

/**
 * Writes reports; the folders they are to be in are made.
 * @throws {CliError} (exit 2) when one can't be written; the others are written nevertheless
 */
export async function writeReports(
  report: CheckReport,
  options: readonly ReportOption[],
): Promise<void> {
  const problems: string[] = [];
  for (const { format, file } of options) {
    const text = reportFormats[format](report);
    if (file === '-') process.stdout.write(text);
    else {
      await writeTo(file, text).catch((error: Error) => {
        problems.push(`--report: ${file} can't be written: ${error.message}`);
      });
    }
  }
  if (problems.length > 0) throw new CliError(problems.join('\n'), exitCodes.wrongUsage);
}

async function writeTo(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  // Other commands of the same step may have begun the summary.
  const flag = file === process.env.GITHUB_STEP_SUMMARY ? 'a' : 'w';
  await writeFile(file, text, { flag });
}
