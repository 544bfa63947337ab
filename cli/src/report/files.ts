/** Writes reports to files. */
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../core/exit.ts';
import { requireWritable, writeAtomically } from '../core/files.ts';
import { runSecrets } from '../core/secrets.ts';
import { print } from '../core/terminal.ts';
import { renderHtmlReport } from './html.ts';
import { renderJsonReport } from './json.ts';
import { renderJunitReport } from './junit.ts';
import { renderMarkdownReport } from './markdown.ts';
import { renderPrometheusReport } from './prometheus.ts';
import type { CheckReport } from './report.ts';

export interface ReportFile<F extends string> {
  format: F;
  /** A path; `-` is stdout. */
  path: string;
}

/**
 * Makes the folders and checks that files can be written there, before a long run starts.
 * @throws {CliError} (exit 2) that names every file which cannot be written
 */
export async function checkWritable(pathsToCheck: readonly { path: string }[]): Promise<void> {
  const filePaths = pathsToCheck.map(({ path }) => path).filter((path) => path !== '-');
  await forEachPath(filePaths, async (path) => {
    await mkdir(dirname(path), { recursive: true });
    await requireWritable(path);
  });
}

/**
 * Writes files, each readable by its owner only, or by everybody where it `isPublic`.
 * @throws {CliError} (exit 2) when a file cannot be written; the others are written nevertheless
 */
export async function writeFiles(
  files: readonly { path: string; text: string; isPublic?: boolean }[],
): Promise<void> {
  for (const { path, text } of files) if (path === '-') print(text.replace(/\n$/, ''));
  const filesByPath = new Map(files.map((file) => [file.path, file]));
  filesByPath.delete('-');
  await forEachPath([...filesByPath.keys()], async (path) => {
    await mkdir(dirname(path), { recursive: true });
    const { text: foreignText = '', isPublic = false } = filesByPath.get(path) ?? {};
    const text = runSecrets.hide(foreignText);
    // Earlier commands of the same CI step may have written to the summary, which must stay.
    if (path === process.env.GITHUB_STEP_SUMMARY) await appendFile(path, text);
    else writeAtomically(path, text, isPublic ? 0o644 : undefined);
  });
}

async function forEachPath(
  paths: readonly string[],
  writePath: (path: string) => Promise<void>,
): Promise<void> {
  const writeProblems: string[] = [];
  for (const path of paths) {
    await writePath(path).catch((error: Error) => {
      writeProblems.push(`--report: ${path} cannot be written: ${error.message}`);
    });
  }
  if (writeProblems.length > 0) throw new CliError(writeProblems.join('\n'));
}

/* The report formats, by name. */

export const renderersByFormat = {
  json: renderJsonReport,
  junit: renderJunitReport,
  html: renderHtmlReport,
  'github-summary': renderMarkdownReport,
  prometheus: renderPrometheusReport,
} satisfies Record<string, (report: CheckReport) => string>;

export type ReportFormat = keyof typeof renderersByFormat;

export const reportFormatNames = Object.keys(renderersByFormat) as ReportFormat[];

/**
 * Writes reports, and makes their folders.
 * @throws {CliError} (exit 2) when one cannot be written; the others are written nevertheless
 * @throws any other error when one cannot be made; nothing is written then
 */
export async function writeReports(
  report: CheckReport,
  reportFiles: readonly ReportFile<ReportFormat>[],
): Promise<void> {
  const files = reportFiles.map(({ format, path }) => ({
    path,
    text: renderersByFormat[format](report),
    // A metrics collector is another user; what it reads are figures.
    isPublic: format === 'prometheus',
  }));
  await writeFiles(files);
}
