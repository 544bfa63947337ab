import { spawnSync } from 'node:child_process';
import { type Figure, inTurn, median, range, timed } from './figures.ts';

const admissions = new URL('../../cli/bin/admissions.js', import.meta.url).pathname;

/** Measures whole processes, from spawn to exit. */
export async function cliFigures(): Promise<Figure[]> {
  const version = await inTurn(
    21,
    () => run([admissions, '--version']),
    () => run(['-e', '0']),
  );
  const ratio = median(version.ratios);
  const journeys: number[] = [];
  run([admissions, 'journey']);
  for (let i = 0; i < 9; i++) journeys.push(await timed(() => run([admissions, 'journey'])));
  const seconds = median(journeys) / 1000;
  const checks: number[] = [];
  for (let i = 0; i < 5; i++) checks.push(await timed(() => run([admissions, 'check'])));
  const allChecks = median(checks) / 1000;
  return [
    {
      what: 'CLI `--version`, whole process',
      measured: `${ratio.toFixed(2)} x \`node -e 0\``,
      reach: 'at most 2 x',
      holds: ratio <= 2,
      how: `median of 21 pairs in turn; ${median(version.a).toFixed(0)} ms against ${median(version.b).toFixed(0)} ms`,
    },
    {
      what: 'whole journey on the embedded mock, whole process',
      measured: `${seconds.toFixed(2)} s`,
      reach: 'at most 1.0 s',
      holds: seconds <= 1,
      how: `median of 9, ${range(journeys, 'ms')}`,
    },
    {
      what: 'all checks on the embedded mock, whole process',
      measured: `${allChecks.toFixed(2)} s`,
      reach: 'at most 5 s',
      holds: allChecks <= 5,
      how: `median of 5, ${range(checks, 'ms')}`,
    },
  ];
}

function run(args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}
