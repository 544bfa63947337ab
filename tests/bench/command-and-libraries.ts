/** Measures the command and the libraries: whole processes, calls of the SDK, responses of the mock. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applicantStates } from '@one-planet/contract';
import { precreatedEmail, precreatedPassword } from '@one-planet/mocks';
import { createClient } from '@one-planet/sdk';
import { Agent, fetch, request } from 'undici';
import { startAdmissions, startProgram, waitUntilServed } from '../support/run-command.ts';
import { compareWithLimit, type Figure, formatRange, measureInTurn, median } from './figures.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const commandFile = join(root, 'cli/bin/admissions.js');

/**
 * Measures runs of the command, each against a process that sends as many plain undici requests to the same mock.
 */
export async function measureCommandFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-command-'));
  const mock = await startMock(0);
  const listUrl = `${mock.url}/api/contents/private`;
  try {
    const startRatios = await measureInTurn(
      9,
      () => runNode([commandFile, '--version']),
      () => runNode(['-e', '0']),
    );
    const reportFile = join(folder, 'report.json');
    runNode([commandFile, 'check', '--target', mock.url, '--report', `json=${reportFile}`]);
    const { requests } = JSON.parse(await readFile(reportFile, 'utf8')) as { requests: number };
    const compareWithRequests = async (
      command: string,
      requestCount: number,
      limit: number,
      subject: string,
    ) => {
      const ratios = await measureInTurn(
        9,
        () => runNode([commandFile, command, '--target', mock.url]),
        () => runNode(makeRequestsScriptArguments(listUrl, requestCount)),
      );
      const howMeasured = `median of 9 pairs in turn, ${formatRange(ratios, 'x', 2)}`;
      return {
        subject,
        ...compareWithLimit(median(ratios), limit, `x ${requestCount} requests`, 2),
        howMeasured,
      };
    };
    return [
      {
        subject: 'CLI `--version`, whole process',
        ...compareWithLimit(median(startRatios), 1.3, 'x `node -e 0`', 2),
        howMeasured: `median of 9 pairs in turn, ${formatRange(startRatios, 'x', 2)}`,
      },
      await compareWithRequests('journey', requestsPerJourney, 2, 'a journey, whole process'),
      await compareWithRequests('check', requests, 2.5, 'all checks, whole process'),
      await measureLoadFigure(mock.url, listUrl),
    ];
  } finally {
    await mock.stop();
    await rm(folder, { recursive: true });
  }
}

/** The requests of one journey with an offline payment. */
const requestsPerJourney = 31;
/** The number of requests that `check` sends at the same time. */
const concurrency = 4;

/** @returns the arguments of a node process that sends requests and reads the responses */
function makeRequestsScriptArguments(url: string, requestCount: number): string[] {
  const clientScript = `
    import { request } from 'undici';
    let remaining = ${requestCount};
    const sendInTurn = async () => { while (remaining-- > 0) await (await request('${url}')).body.text(); };
    await Promise.all(Array.from({ length: ${concurrency} }, sendInTurn));`;
  return ['--input-type=module', '-e', clientScript];
}

function runNode(args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}

/** Runs a node process. @returns the seconds of processor time that it took */
function measureCpuSeconds(args: string[]): number {
  const timeScript = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null';
  const bashArguments = ['-c', timeScript, 'bash', process.execPath, ...args];
  const { status, stderr } = spawnSync('bash', bashArguments, { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return user + system;
}

const journeyCount = 300;

async function measureLoadFigure(target: string, listUrl: string): Promise<Figure> {
  const flags = ['--applicants', `${journeyCount}`, '--concurrency', '10'];
  const ratios = Array.from({ length: 5 }, () => {
    const loadSeconds = measureCpuSeconds([commandFile, 'load', '--target', target, ...flags]);
    return (
      loadSeconds /
      measureCpuSeconds(makeRequestsScriptArguments(listUrl, journeyCount * requestsPerJourney))
    );
  });
  return {
    subject: 'processor time of `load`, all answers checked',
    ...compareWithLimit(median(ratios), 2, 'x the same number of requests', 2),
    howMeasured: `median of 5 pairs of ${journeyCount} journeys, ${formatRange(ratios, 'x', 2)}`,
  };
}

/** Compares the SDK with undici alone, and the mock's responses with 100 and with 100,000 applicants. */
export async function measureLibraryFigures(): Promise<Figure[]> {
  const servers = [
    await startListServer(),
    await startMock(100),
    await startMock(100_000),
  ] as const;
  const dispatcher = new Agent({ connections: 1 });
  try {
    return await compareLibraries(servers, dispatcher);
  } finally {
    await dispatcher.close();
    for (const { stop } of servers) await stop();
  }
}

const callCount = 200;

async function compareLibraries(
  [listServer, smallMock, largeMock]: readonly [Server, Server, Server],
  dispatcher: Agent,
): Promise<Figure[]> {
  const undiciFetch = ((url: string, init: object) =>
    fetch(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
  const contentsUrl = `${listServer.url}/api/contents/private`;
  const client = createClient({ baseUrl: listServer.url, fetch: undiciFetch });
  const callUndici = () =>
    makeAllCalls(async () => (await fetch(contentsUrl, { dispatcher })).json());
  const sdkRatios = await measureInTurn(
    15,
    () => makeAllCalls(() => client.contents.list()),
    callUndici,
    3,
  );
  const mockRatios = await measureInTurn(
    15,
    await createProfileReadRun(largeMock, 100_000, dispatcher),
    await createProfileReadRun(smallMock, 100, dispatcher),
    3,
  );
  return [
    {
      subject: 'SDK call against the same call by undici alone',
      ...compareWithLimit(median(sdkRatios), 1.3, 'x', 2),
      howMeasured: `undici's fetch, median of 15 pairs of ${callCount} calls, ${formatRange(sdkRatios, 'x', 2)}`,
    },
    {
      subject: 'mock answer with 100,000 applicants against 100',
      ...compareWithLimit(median(mockRatios), 1.2, 'x', 2),
      howMeasured: `getByEmail of the last applicant, median of 15 pairs of ${callCount} calls, ${formatRange(mockRatios, 'x', 2)}`,
    },
  ];
}

async function makeAllCalls(call: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < callCount; i++) await call();
}

/**
 * Logs in as the last applicant who has a password.
 * @returns a run of calls that read her profile
 */
async function createProfileReadRun(
  { url }: Server,
  applicantCount: number,
  dispatcher: Agent,
): Promise<() => Promise<void>> {
  const client = createClient({ baseUrl: url });
  // The applicants have the states in turn, so one of the last few has a password.
  for (
    let number = applicantCount;
    number > applicantCount - applicantStates.length - 1;
    number--
  ) {
    const email = precreatedEmail(number);
    const loginResponse = await client.auth.login({
      body: { email, password: precreatedPassword },
    });
    if (loginResponse.status !== 200) continue;
    const bearerHeaders = { authorization: `Bearer ${loginResponse.body.token}` };
    const profileUrl = `${url}/api/applicants/private/get_by_email/${encodeURIComponent(email)}`;
    return () =>
      makeAllCalls(async () => {
        const { statusCode, body } = await request(profileUrl, {
          headers: bearerHeaders,
          dispatcher,
        });
        await body.dump();
        if (statusCode !== 200) throw new Error(`getByEmail answered ${statusCode}`);
      });
  }
  throw new Error('no pre-created applicant could log in');
}

interface Server {
  url: string;
  stop: () => unknown;
}

/** Starts a mock backend in a process of its own. */
async function startMock(applicantCount: number): Promise<Server> {
  const mockProcess = startAdmissions('mock', '--port', '0', '--applicants', `${applicantCount}`);
  const { apiUrl, close } = await waitUntilServed(mockProcess);
  return { url: new URL(apiUrl).origin, stop: close };
}

/** Starts the simplest server that responds with a list of the contract, in a process of its own. */
async function startListServer(): Promise<Server> {
  const serverScript = `
    import { createServer } from 'node:http';
    const body = JSON.stringify([1, 2, 3].map((id) => ({ id, content: 'Online degrees.' })));
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const serverProcess = startProgram(process.execPath, '--input-type=module', '-e', serverScript);
  const portText = (await serverProcess.waitForOutput(/^\d+\n/)).trim();
  return { url: `http://127.0.0.1:${portText}`, stop: serverProcess.interrupt };
}
