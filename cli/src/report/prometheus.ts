/** The run in Prometheus' text format, for a textfile collector or a push gateway. */
import { exitCodes } from '../core/exit.ts';
import { visible } from '../core/terminal.ts';
import { type CheckReport, countFailing, countOutcomes } from './report.ts';

type Labels = Readonly<Record<string, string>>;

/** One family of samples. Names and units as Prometheus' own guide asks for. */
interface Family {
  name: string;
  help: string;
  samples: readonly (readonly [labels: Labels, value: number])[];
}

export function prometheusReport(report: CheckReport): string {
  const { command, target, startedAt, ms, requests, exitCode, results, operations = [] } = report;
  const run = { command, target };
  const outcomes = countOutcomes(results);
  const gauges: [name: string, value: number, help: string][] = [
    [
      'run_good',
      exitCode === exitCodes.done ? 1 : 0,
      'Whether the last run was good (1) or not (0).',
    ],
    [
      'run_exit_code',
      exitCode,
      'The exit code of the last run: 1 broken, 2 misconfigured, 3 not reached, 4 waiting, 5 no mail, 6 slow.',
    ],
    [
      'run_timestamp_seconds',
      Math.round(startedAt.getTime() / 1000),
      'When the last run began, in seconds since 1970.',
    ],
    ['run_duration_seconds', ms / 1000, 'How long the last run took.'],
    ['run_requests', requests, 'How many requests the last run sent.'],
    ['checks_failing', countFailing(results), 'How many checks fail the last run.'],
  ];
  const families: Family[] = [
    ...gauges.map(([name, value, help]): Family => ({ name, help, samples: [[run, value]] })),
    {
      name: 'checks',
      help: 'How many checks of the last run ended so.',
      samples: Object.entries(outcomes).map(([outcome, count]) => [{ ...run, outcome }, count]),
    },
    {
      name: 'operation_duration_seconds',
      help: 'The fastest answer of each operation in the last run.',
      samples: operations.map(({ operation, ms }) => [{ ...run, operation }, ms / 1000]),
    },
  ];
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(textOf)
    .join('');
}

function textOf({ name: ownName, help, samples }: Family): string {
  const name = `admissions_${ownName}`;
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, one]) => `${label}="${escaped(one)}"`);
    return `${name}{${pairs.join(',')}} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

/** Escaped as the format asks; anything that is no UTF-8, or steers a terminal, is replaced. */
function escaped(value: string): string {
  return visible(Buffer.from(value).toString()).replace(/[\\"\n]/g, (sign) =>
    sign === '\n' ? '\\n' : `\\${sign}`,
  );
}
