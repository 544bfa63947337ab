/** Measures how fast a load run is, beside tools that send the same calls and check nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, median, range } from './figures.ts';
import { autocannon, type ToolRun, wrk } from './http-tools.ts';
import { cpuSecondsOf, runLoad, startMock } from './load-processes.ts';
import { callsOf, recordJourney } from './recorded-journey.ts';
import { startProcess } from './server-process.ts';

const concurrency = 10;
const rounds = 5;
const journeys = 600;

/** Each as answers per second and CPU time for a journey's worth of calls. */
export async function loadFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-load-'));
  const server = await startProcess('journey-server.ts');
  const mock = await startMock();
  try {
    return await speed(folder, server, mock);
  } finally {
    mock.stop();
    server.stop();
    await rm(folder, { recursive: true });
  }
}

interface Server {
  url: string;
  pid: number;
}

/** In turn, so that a drift in the machine's speed affects all alike. */
async function speed(folder: string, server: Server, mock: Server): Promise<Figure[]> {
  const calls = callsOf(await recordJourney());
  const tool = { connections: concurrency, folder };
  const perJourney = (run: ToolRun) => ({ ...run, cpuMs: run.cpuMs * calls.length });
  const walk = (target: Server, ...args: string[]) =>
    walked(target, join(folder, 'load.json'), concurrency, args);
  const seen = {
    all: [] as Walked[],
    sample: [] as Walked[],
    two: [] as Walked[],
    mock: [] as Walked[],
    autocannon: [] as ToolRun[],
    wrk: [] as ToolRun[],
  };
  await walk(server);
  for (let round = 0; round < rounds; round++) {
    seen.all.push(await walk(server));
    seen.sample.push(await walk(server, '--check-answers', 'sample'));
    seen.autocannon.push(perJourney(await autocannon(server.url, calls, tool)));
    const byWrk = await wrk(server.url, calls, tool);
    if (byWrk) seen.wrk.push(perJourney(byWrk));
    seen.two.push(await walk(server, '--processes', '2'));
    seen.mock.push(await walk(mock));
  }
  const of = <R, K extends keyof R>(runs: readonly R[], key: K) => runs.map((run) => run[key]);
  const all = median(of(seen.all, 'cpuMs'));
  const row = (what: string, runs: readonly ToolRun[], how: string): Figure => ({
    what,
    measured: `${median(of(runs, 'cpuMs')).toFixed(1)} ms, ${median(of(runs, 'answersPerSecond')).toFixed(0)} answers/s`,
    reach: '',
    how: `${how}; ${range(of(runs, 'cpuMs'), 'ms', 1)}, ${range(of(runs, 'answersPerSecond'), 'answers/s')}`,
  });
  const beside = (runs: readonly ToolRun[]) =>
    `the same ${calls.length} calls, ready-made, over and over, answers not read; \`admissions load\` costs ${(all / median(of(runs, 'cpuMs'))).toFixed(1)} times as much`;
  const rate = median(of(seen.two, 'journeysPerSecond'));
  return [
    row(
      'CPU of the client for a journey: `admissions load`, all answers checked',
      seen.all,
      `median of ${rounds} runs in turn with the others, ${concurrency} at once; ${journeys} journeys of ${calls.length} calls and three to mail, key and staff, on a server that repeats recorded answers, on the same cores`,
    ),
    row('the same with `--check-answers sample`', seen.sample, 'one journey in ten is checked'),
    row('autocannon', seen.autocannon, beside(seen.autocannon)),
    seen.wrk.length > 0
      ? row('wrk', seen.wrk, beside(seen.wrk))
      : {
          what: 'wrk',
          measured: 'not measured',
          reach: '',
          how: 'wrk is not installed (on Debian: apt-get install wrk)',
        },
    {
      what: '`admissions load --processes 2`: journeys on that server',
      measured: `${rate.toFixed(0)} per second`,
      reach: 'at least 100 per second',
      holds: rate >= 100,
      how: `${range(of(seen.two, 'journeysPerSecond'), 'per second')}; ${median(of(seen.two, 'cpuMs')).toFixed(1)} ms of CPU of the clients a journey, ${median(of(seen.two, 'serverMs')).toFixed(1)} ms of the server: the three processes share the cores named above`,
    },
    row(
      '`admissions load` on the mock',
      seen.mock,
      `${median(of(seen.mock, 'journeysPerSecond')).toFixed(1)} journeys per second; the mock, a process of its own, takes ${median(of(seen.mock, 'serverMs')).toFixed(1)} ms a journey`,
    ),
  ];
}

interface Walked extends ToolRun {
  journeysPerSecond: number;
  serverMs: number;
}

async function walked(
  { url, pid }: Server,
  file: string,
  concurrency: number,
  args: readonly string[],
): Promise<Walked> {
  const before = await cpuSecondsOf(pid);
  const report = await runLoad(url, file, { applicants: journeys, concurrency, args });
  const server = (await cpuSecondsOf(pid)) - before;
  const client = report.clients.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return {
    journeysPerSecond: report.journeysPerSecond,
    answersPerSecond: report.answersPerSecond,
    cpuMs: (client * 1000) / journeys,
    serverMs: (server * 1000) / journeys,
  };
}
