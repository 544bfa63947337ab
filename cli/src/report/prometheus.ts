/** A run in the text format of Prometheus, for the textfile collector of the node exporter. */
import { escapeControls } from '../core/terminal.ts';
import { countParts } from './parts.ts';
import { type CheckReport, countOutcomes, findVerdictWord, verdictWords } from './report.ts';

/** All samples of one metric. Names and units follow the guide of Prometheus. */
type Family = readonly [name: string, help: string, samples: readonly Sample[]];
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** @returns gauges of the run: its time, duration and end, the checks by outcome, and the duration of each step */
export function renderPrometheusReport(report: CheckReport): string {
  const { command, startedAt, ms, requests, results, attempts, certificateEnd } = report;
  const verdictWord = findVerdictWord(report);
  const lastGoodRunStart = verdictWord === 'GOOD' ? startedAt : report.lastGood;
  const journeySteps = command === 'smoke' ? results.filter((result) => result.ms > 0) : [];
  const partCounts = countParts(report);
  const metricFamilies: Family[] = [
    ['run_timestamp_seconds', 'When the last run began.', [[{}, toUnixSeconds(startedAt)]]],
    ['run_duration_seconds', 'How long the last run took.', [[{}, ms / 1000]]],
    ['run_requests', 'How many requests the last run sent.', [[{}, requests]]],
    [
      'run_verdict',
      'The verdict of the last run is 1, every other one 0.',
      verdictWords.map((verdict) => [{ verdict }, Number(verdict === verdictWord)]),
    ],
    [
      'run_attempts',
      'How many applicants the last smoke run walked: more than 1 where something had to repeat.',
      attempts === undefined ? [] : [[{}, attempts]],
    ],
    [
      'certificate_expiry_timestamp_seconds',
      'When the certificate that the last run saw expires.',
      certificateEnd ? [[{}, toUnixSeconds(certificateEnd)]] : [],
    ],
    [
      'checks',
      'How many checks of the last run ended with this outcome.',
      Object.entries(countOutcomes(results)).map(([outcome, count]) => [{ outcome }, count]),
    ],
    [
      'part_checks_passed',
      'How many checks of each part of the journey the last run passed.',
      partCounts.map(({ part, passed }) => [{ part }, passed]),
    ],
    [
      'part_checks',
      'How many checks of each part of the journey the last run did not skip.',
      partCounts.map(({ part, total }) => [{ part }, total]),
    ],
    [
      'step_duration_seconds',
      'How long each step of the last smoke run took, with its waiting for mail and staff.',
      journeySteps.map(({ check, ms: stepMs }) => [{ step: check.id }, stepMs / 1000]),
    ],
    [
      'last_good_run_timestamp_seconds',
      'When the last good run began, where that is known.',
      lastGoodRunStart ? [[{}, toUnixSeconds(lastGoodRunStart)]] : [],
    ],
  ];
  return metricFamilies.map((family) => formatSamples(family, report)).join('');
}

function toUnixSeconds(date: Date): number {
  return Math.round(date.getTime() / 1000);
}

function formatSamples([subject, help, samples]: Family, { command, target }: CheckReport): string {
  if (samples.length === 0) return '';
  const name = `admissions_${subject}`;
  const lines = samples.map(([labels, value]) => {
    const labelPairs = Object.entries({ command, target, ...labels }).map(
      ([label, text]) => `${label}="${escapeLabel(text)}"`,
    );
    return `${name}{${labelPairs.join(',')}} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

/** Escapes a label as the format demands. Invalid UTF-8 and control characters are replaced. */
function escapeLabel(text: string): string {
  return escapeControls(Buffer.from(text).toString())
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n');
}
