/** What failed in an earlier run, from its JSON report. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CliError } from '../process/exit.ts';
import { tryParseJson } from '../process/json.ts';

const reportSchema = z.object({
  command: z.literal('check'),
  results: z.array(z.object({ id: z.string(), outcome: z.string() })),
});

/** What nobody knows yet counts too: a check that was blocked may fail as well. */
const unsettled = ['failed', 'blocked'];

/**
 * Reads which checks to make again.
 * @returns their ids, in the report's order; none where all passed
 * @throws {CliError} (exit 2) when the file is no JSON report of `admissions check`
 */
export async function failedBefore(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CliError(`--failed: ${path} cannot be read: ${error.message}`);
  });
  const { success, data } = reportSchema.safeParse(tryParseJson(text));
  if (!success) {
    throw new CliError(
      `--failed: ${path} is no report of a check: write one with admissions check --report json=${path}`,
    );
  }
  return data.results.filter(({ outcome }) => unsettled.includes(outcome)).map(({ id }) => id);
}
