import { Command } from 'commander';
import { exitCodeOfLoad } from '../load/end.ts';
import { thresholds } from '../load/flags.ts';
import { mergeParts } from '../load/merge.ts';
import { readLoadFile } from '../load/read-file.ts';
import { type LoadFormat, loadFormats, tellLoad } from '../load/report/index.ts';
import { judge, type Threshold } from '../load/thresholds.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { checkWritable, type ReportFile, reportFiles } from '../report/files.ts';

interface MergeFlags {
  partial?: boolean;
  threshold?: Threshold[];
  report?: ReportFile<LoadFormat>[];
}

/** `admissions merge`: puts the shards of a load run together, exactly. */
export function command(finish: (code: ExitCode) => void): Command {
  return new Command('merge')
    .description('Puts the JSON reports of the shards of one load run together, count by count.')
    .argument('<files...>', 'reports written by admissions load --report json=FILE')
    .option('--partial', 'do without shards that are missing')
    .option('--threshold <expression>', 'what must hold, as for load (repeatable)', thresholds)
    .option(
      '--report <format=file>',
      `write a report: ${loadFormats.join(', ')}; "-" is stdout (repeatable)`,
      reportFiles(loadFormats),
    )
    .addHelpText('after', examples)
    .action(async (files: string[], flags: MergeFlags) => finish(await merge(files, flags)));
}

async function merge(files: readonly string[], flags: MergeFlags): Promise<ExitCode> {
  const { partial = false, threshold = [], report: reports = [] } = flags;
  await checkWritable(reports);
  const parts = [];
  for (const file of files) parts.push({ file, result: await readLoadFile(file) });
  const result = mergeParts(parts, partial);
  const verdicts = threshold.map((one) => judge(one, result));
  await tellLoad(result, verdicts, reports);
  return exitCodeOfLoad(result, verdicts);
}

const examples = `
Examples:
  admissions merge load-1.json load-2.json load-3.json
  admissions merge load-*.json --report html=load.html --threshold "p95<500"
  admissions merge load-1.json load-3.json --partial

The histograms are added count by count: the percentiles are those that one
process would have told. Reports of different runs are refused.

Exit codes: as of load; ${exitCodes.wrongUsage} for files that don't belong together.`;
