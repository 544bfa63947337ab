/** The run in Prometheus' text format, for a textfile collector or a push gateway. */
import { exitCodes } from '../process/exit.ts';
import { visible } from '../process/terminal.ts';
import { type CheckReport, countOutcomes } from './report.ts';

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
  const { failing, ...outcomes } = countOutcomes(results);
  const families: Family[] = [
    {
      name: 'admissions_run_good',
      help: 'Whether the last run was good (1) or not (0).',
      samples: [[run, exitCode === exitCodes.done ? 1 : 0]],
    },
    {
      name: 'admissions_run_exit_code',
      help: 'The exit code of the last run: 1 broken, 2 misconfigured, 3 not reached, 4 waiting, 5 no mail, 6 slow.',
      samples: [[run, exitCode]],
    },
    {
      name: 'admissions_run_timestamp_seconds',
      help: 'When the last run began, in seconds since 1970.',
      samples: [[run, Math.round(startedAt.getTime() / 1000)]],
    },
    {
      name: 'admissions_run_duration_seconds',
      help: 'How long the last run took.',
      samples: [[run, ms / 1000]],
    },
    {
      name: 'admissions_run_requests',
      help: 'How many requests the last run sent.',
      samples: [[run, requests]],
    },
    {
      name: 'admissions_checks',
      help: 'How many checks of the last run ended so.',
      samples: Object.entries(outcomes).map(([outcome, count]) => [{ ...run, outcome }, count]),
    },
    {
      name: 'admissions_checks_failing',
      help: 'How many checks fail the last run.',
      samples: [[run, failing]],
    },
    {
      name: 'admissions_operation_duration_seconds',
      help: 'The fastest answer of each operation in the last run.',
      samples: operations.map(({ operation, ms }) => [{ ...run, operation }, ms / 1000]),
    },
  ];
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(textOf)
    .join('');
}

function textOf({ name, help, samples }: Family): string {
  const lines = samples.map(([labels, value]) => `${name}{${labelsOf(labels)}} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function labelsOf(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}

/** What the format asks to be escaped; what is no text of UTF-8, or steers a terminal, is replaced. */
function escaped(value: string): string {
  return visible(Buffer.from(value).toString()).replace(/[\\"\n]/g, (sign) =>
    sign === '\n' ? '\\n' : `\\${sign}`,
  );
}
