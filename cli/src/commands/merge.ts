import { exitCodes } from '../core/exit.ts';
import { mergeParts, readLoadFile } from '../load/file.ts';
import { exitCodeOfLoad } from '../load/report-terminal.ts';
import { judge } from '../load/thresholds.ts';
import { checkWritable } from '../report/files.ts';
import { type Argument, defineCommand, flag } from './define.ts';
import { resultOptions, writeLoad } from './load.ts';

const files: Argument<string[]> = {
  name: '<files...>',
  help: 'reports written by admissions load --report json=FILE',
};

export const command = defineCommand({
  name: 'merge',
  description: 'Merges the JSON reports of the shards of one load run, count by count.',
  arguments: [files],
  options: { partial: flag('merge without the missing shards'), ...resultOptions },
  help: `
Examples:
  admissions merge load-1.json load-2.json load-3.json
  admissions merge load-*.json --report html=load.html --threshold "p95<500"
  admissions merge load-1.json load-3.json --partial

The histograms are added count by count: the percentiles are those that a single
process would have measured. Reports of different runs are refused.

Exit codes: as for load; ${exitCodes.wrongUsage} for files that do not belong together.`,
  async run({ partial = false, threshold = [], report: reports = [] }, files) {
    await checkWritable(reports);
    const parts = [];
    for (const file of files) parts.push({ file, result: await readLoadFile(file) });
    const result = mergeParts(parts, partial);
    const verdicts = threshold.map((one) => judge(one, result));
    await writeLoad(result, verdicts, reports);
    return exitCodeOfLoad(result, verdicts);
  },
});
