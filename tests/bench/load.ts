/** Measures how fast a load run is. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, median, range } from './figures.ts';
import { autocannon, wrk } from './http-tools.ts';
import { cpuSecondsOf, runLoad, startMock } from './load-processes.ts';

/** The mock's cheapest answer: a short list that needs no login. */
const cheapest = { operation: 'bankAccounts.list', path: '/api/bank-accounts/private' };
const concurrency = 10;
const rounds = 3;
const journeys = 300;

/** Journeys per second and where their CPU time goes, next to other tools on the same server in the same minutes. */
export async function loadFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-load-'));
  try {
    return await speed(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** In turn, so that a drift in the machine's speed affects all alike. */
async function speed(folder: string): Promise<Figure[]> {
  const mock = await startMock();
  const address = mock.url + cheapest.path;
  const seen = {
    load: [] as Awaited<ReturnType<typeof walk>>[],
    autocannon: [] as number[],
    wrk: [] as number[],
  };
  try {
    await walk(mock, folder, 50);
    for (let round = 0; round < rounds; round++) {
      seen.load.push(await walk(mock, folder, journeys));
      seen.autocannon.push(await autocannon(address, concurrency));
      const byWrk = await wrk(address, concurrency);
      if (byWrk !== undefined) seen.wrk.push(byWrk);
    }
  } finally {
    mock.stop();
  }
  const of = (key: 'perSecond' | 'answers' | 'client' | 'server') =>
    seen.load.map((one) => one[key]);
  const answers = median(of('answers'));
  const how = `median of ${rounds}, in turn; ${concurrency} at once`;
  const tool = (name: string, rates: readonly number[]): Figure => ({
    what: `${name} on the mock's cheapest operation, ${cheapest.operation}`,
    measured: rates.length > 0 ? `${median(rates).toFixed(0)} answers/s` : 'not measured',
    reach: '',
    how:
      rates.length > 0
        ? `${how}, ${range(rates, 'answers/s')}; 10 s each; \`admissions load\` has ${((100 * answers) / median(rates)).toFixed(0)} % of it with whole journeys`
        : `${name} is not installed (on Debian: apt-get install ${name})`,
  });
  return [
    {
      what: '`admissions load` on the mock: journeys',
      measured: `${median(of('perSecond')).toFixed(1)} per second`,
      reach: '',
      how: `${how}, ${range(of('perSecond'), 'per second', 1)}; ${journeys} whole journeys a run, the mock in another process`,
    },
    {
      what: 'the same: answers, all operations',
      measured: `${answers.toFixed(0)} answers/s`,
      reach: '',
      how: '27 calls a journey, three of them uploads, each answer held against the schema; mail, exam key and staff page of the mock not counted',
    },
    {
      what: 'the same: CPU of the client, per journey',
      measured: `${median(of('client')).toFixed(1)} ms`,
      reach: '',
      how: 'user and system, of its process',
    },
    {
      what: 'the same: CPU of the server, per journey',
      measured: `${median(of('server')).toFixed(1)} ms`,
      reach: '',
      how: 'user and system, of its process',
    },
    tool('autocannon', seen.autocannon),
    tool('wrk', seen.wrk),
  ];
}

async function walk(mock: { url: string; pid: number }, folder: string, applicants: number) {
  const before = await cpuSecondsOf(mock.pid);
  const report = await runLoad(mock.url, join(folder, 'load.json'), { applicants, concurrency });
  const server = (await cpuSecondsOf(mock.pid)) - before;
  return {
    perSecond: report.journeysPerSecond,
    answers: report.answersPerSecond,
    client: (report.clients[0].cpuSeconds * 1000) / applicants,
    server: (server * 1000) / applicants,
  };
}
