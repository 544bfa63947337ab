/** `--report FORMAT=FILE`: read, and done. */
import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { CliError } from '../process/exit.ts';
import { didYouMean } from '../process/nearest.ts';

/** A report that is asked for. */
export interface ReportFile<F extends string> {
  format: F;
  /** `-` is stdout. */
  file: string;
}

/** @returns a parser for a repeatable option such as `html=load.html`, which tells commander what is wrong (exit 2) */
export function reportFiles<F extends string>(formats: readonly F[]) {
  return (text: string, before: readonly ReportFile<F>[] = []): ReportFile<F>[] => {
    const [, name = '', file = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const format = formats.find((one) => one === name.trim().toLowerCase());
    if (format && file) return [...before, { format, file }];
    const known = `Formats are ${formats.join(', ')}`;
    if (format || !text.includes('=')) {
      throw new InvalidArgumentError(`It must be FORMAT=FILE, e.g. ${formats[0]}=FILE. ${known}.`);
    }
    throw new InvalidArgumentError(
      `There is no format "${name}"${didYouMean(name, formats)}. ${known}.`,
    );
  };
}

/**
 * Makes the folders and looks whether files can be written there, before hours are spent on what they are to hold.
 * @throws {CliError} (exit 2) that names every one which can't
 */
export async function checkWritable(files: readonly { file: string }[]): Promise<void> {
  const names = files.map(({ file }) => file).filter((file) => file !== '-');
  await eachFile(names, async (file) => {
    await mkdir(dirname(file), { recursive: true });
    const known = await stat(file).catch(() => undefined);
    if (known?.isDirectory()) throw new Error('it is a folder');
    await access(known ? file : dirname(file), constants.W_OK);
  });
}

/**
 * Writes reports.
 * @throws {CliError} (exit 2) when one can't be written; the others are written nevertheless
 */
export async function writeFiles(
  reports: readonly { file: string; text: string }[],
): Promise<void> {
  for (const { file, text } of reports) if (file === '-') process.stdout.write(text);
  const texts = new Map(reports.map(({ file, text }) => [file, text]));
  texts.delete('-');
  await eachFile([...texts.keys()], async (file) => {
    await mkdir(dirname(file), { recursive: true });
    // Other commands of the same step of a job may have begun the summary.
    const flag = file === process.env.GITHUB_STEP_SUMMARY ? 'a' : 'w';
    await writeFile(file, texts.get(file) ?? '', { flag });
  });
}

async function eachFile(
  files: readonly string[],
  act: (file: string) => Promise<void>,
): Promise<void> {
  const problems: string[] = [];
  for (const file of files) {
    await act(file).catch((error: Error) => {
      problems.push(`--report: ${file} can't be written: ${error.message}`);
    });
  }
  if (problems.length > 0) throw new CliError(problems.join('\n'));
}
