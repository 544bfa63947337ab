/** Opening a target: the backend of the settings, or the embedded mock. */
import type { Dialect } from '@one-planet/contract';
import { type ClientOptions, createClient, type Send } from '@one-planet/sdk';
import { CliError, didYouMean, exitCodes, isUnknownAuthority, systemCode } from '../core/exit.ts';
import { interrupted, interruption } from '../core/interruption.ts';
import { type Listening, type Port, startOn } from '../core/listen.ts';
import type { Settings } from '../core/settings.ts';
import { talk, visible } from '../core/terminal.ts';
import { poll } from './asking.ts';
import { openConnection, requestIds } from './connection.ts';
import { createTransport, isTemporaryStatus, type Transport, userAgent } from './transport.ts';

/* A mock backend on a port: what `admissions mock` and `admissions demo` share, and the one in this process. */

interface MockOptions {
  seed?: number;
  latency?: number;
  examMinutes?: number;
  retakes?: number;
  applicants?: number;
  fault?: readonly string[];
}

interface Site {
  dialect: Dialect;
  /** Where activation links lead; left out: the mock's own default. */
  siteOrigin?: string;
}

/**
 * Starts the mock backend, which is loaded only now.
 * @throws {CliError} (exit 2) for an unknown fault or a port that cannot be had
 */
export async function startMock(
  { seed, latency, examMinutes, retakes, applicants, fault = [] }: MockOptions,
  port: Port,
  { dialect, siteOrigin }: Site,
): Promise<Listening> {
  const { createBackend, faultList } = await import('@one-planet/mocks');
  const { serve } = await import('@one-planet/mocks/node');
  const names = faultList.map(({ name }) => name);
  const unknown = fault.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const problems = unknown.map((name) => `there is no fault "${name}"${didYouMean(name, names)}`);
    throw new CliError(
      `--fault: ${problems.join('; ')}. See them all with: admissions mock --list-faults`,
    );
  }
  const backend = await createBackend({
    dialect,
    siteOrigin,
    seed,
    latencyMs: latency,
    examMinutes,
    retakes,
    applicants,
    faults: fault,
  });
  return startOn(port, (number) => serve(backend, number));
}

/** Starts a mock backend on a free port of this machine. */
export function startEmbedded({ dialect, siteOrigin }: Site): Promise<Listening> {
  return startMock({}, { number: 0, isRequired: true, option: '' }, { dialect, siteOrigin });
}

/* Patience with a backend that is starting. */

const everyMs = 500;
/** Of one attempt. */
const patienceMs = 5000;

/**
 * Returns as soon as the backend answers anything of its own, a refusal too.
 * @throws {CliError} (exit 3) when it has not within the time, (exit 130) on Ctrl-C
 */
export async function waitForBackend(
  origin: string,
  {
    request,
    seconds,
    signal,
  }: Pick<Transport, 'request'> & { seconds: number; signal: AbortSignal },
): Promise<void> {
  let reason: string | undefined;
  let isTold = false;
  const show = () => {
    if (!isTold) talk(`Waiting up to ${seconds} s for ${origin} (${reason}) …`);
    isTold = true;
  };
  const look = async () => {
    reason = await silence();
    return reason === undefined ? true : undefined;
  };
  if (await poll(origin, look, { waitMs: seconds * 1000, everyMs, show }, signal)) return;
  throw new CliError(
    `${origin} did not answer within ${seconds} s: ${reason}`,
    exitCodes.notReached,
  );

  /** @returns why it counts as not there; `undefined` where it is */
  async function silence(): Promise<string | undefined> {
    const timeLimit = AbortSignal.timeout(patienceMs);
    try {
      const { status } = await request(`${origin}/api/`, {
        method: 'GET',
        headers: {},
        signal: AbortSignal.any([signal, timeLimit]),
        fresh: true,
        maxBytes: 0,
      });
      return status >= 500 && isTemporaryStatus(status) ? `status ${status}` : undefined;
    } catch (error) {
      if (error instanceof CliError)
        throw new CliError(`${origin} is not reached: ${error.message}`, error.exitCode);
      if (signal.aborted) throw interrupted();
      if (timeLimit.aborted) return 'no answer';
      return systemCode(error) ?? 'no connection';
    }
  }
}

/* What a setting mends: it would go wrong with every call, and look like a fault of the backend. */

/**
 * Makes what sends the requests to a target say which setting mends what went wrong.
 * @param origin the target's; requests to anybody else go as they are
 */
function explainFailures(
  { send, request }: Pick<Transport, 'send' | 'request'>,
  origin: string,
): Pick<Transport, 'send' | 'request'> {
  const explain = (url: string) => (cause: unknown) => {
    const code = systemCode(cause);
    if (!url.startsWith(`${origin}/`) || !isUnknownAuthority(code)) throw cause;
    throw new CliError(
      `the secure connection failed (certificate or protocol): ${code}; if the certificate is the backend's own, name the file with it, or with that of its authority, in connection.caFile of admissions.config.json`,
      exitCodes.notReached,
      { cause },
    );
  };
  const expectHere = (url: string, status: number, location: string | null) => {
    if (status < 300 || status >= 400 || !url.startsWith(`${origin}/`)) return;
    if (!location || !URL.canParse(location, url)) return;
    const [askedUrl, movedUrl] = [new URL(url), new URL(location, url)];
    const isMoved = askedUrl.protocol === 'http:' && movedUrl.protocol === 'https:';
    if (!isMoved || movedUrl.pathname !== askedUrl.pathname) return;
    const target = visible(movedUrl.origin + new URL(origin).pathname.replace(/\/$/, ''));
    throw new CliError(
      `a redirect to ${target}, which no call follows; set "target" to ${target}`,
      exitCodes.notReached,
    );
  };
  return {
    send: async (call, ...rest) => {
      const answer = await send(call, ...rest).catch(explain(call.url));
      try {
        expectHere(call.url, answer.status, answer.headers.get('location'));
      } catch (error) {
        // The body is not read, and is cancelled so that the connection becomes free.
        await answer.body?.getReader().cancel();
        throw error;
      }
      return answer;
    },
    request: async (url, call) => {
      const answer = await request(url, call).catch(explain(url));
      expectHere(url, answer.status, answer.headers.get('location'));
      return answer;
    },
  };
}

/** Calls of one applicant follow each other at once, but for her waits: for mail, for staff, for the exam. In milliseconds. */
const restMs = 100;

/** Makes what sends one client's calls: after a rest, on a connection that nobody can have closed meanwhile. */
function freshAfterRest(send: Transport['send']): Send {
  let answeredAt = performance.now();
  return async (request, onGiveUp) => {
    const hasRested = performance.now() - answeredAt > restMs;
    try {
      return await send(request, onGiveUp, hasRested);
    } finally {
      answeredAt = performance.now();
    }
  };
}

interface TargetSettings
  extends Pick<Settings, 'target' | 'siteOrigin' | 'timeoutMs' | 'connection' | 'wait'> {
  dialect: Dialect;
  /** Where the paths of `connection` start. */
  folder: string;
}

/** A backend that is ready to be asked, and what all requests to it share. */
export interface Target {
  /** Without `/api`. */
  origin: string;
  /**
   * Makes the headers of one more request, as reports show them: who sends it, and by which id it is found in the server's
   * log. On the wire come those of the settings' connection, with their secrets.
   */
  headers: () => Record<string, string>;
  /** Secrets of the connection's settings, which must appear nowhere. */
  secrets: readonly string[];
  /** Without the SDK, for what no client of it would send. */
  request: Transport['request'];
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Ends what is under way as Ctrl-C does. */
  interrupt: () => void;
  /** Makes a client that holds answers strictly against the contract, unless `validate` is off. */
  client: (
    clientOptions: Pick<ClientOptions, 'session' | 'onExchange' | 'validate'>,
  ) => ReturnType<typeof createClient>;
  close: () => Promise<void>;
}

/**
 * Opens the target of the settings; the embedded mock is started where it is asked for.
 * @throws {CliError} (exit 2) when a secret or a file of the connection is not there, (exit 3) when the backend was
 * waited for in vain
 */
export async function openTarget(settings: TargetSettings): Promise<Target> {
  const { target, dialect, siteOrigin, timeoutMs, wait: seconds, folder } = settings;
  const connection = openConnection(settings.connection ?? {}, folder);
  const embedded = target === 'mock' ? await startEmbedded({ dialect, siteOrigin }) : undefined;
  const origin = embedded?.url ?? target.replace(/\/+$/, '').replace(/\/api$/, '');
  const transport = createTransport({ origin, connection });
  const { send, request } = explainFailures(transport, origin);
  const { signal, interrupt, stop } = interruption();
  const close = async () => {
    stop();
    await transport.close();
    await embedded?.close();
  };
  const nextIds = requestIds();
  const headers = () => ({ 'user-agent': userAgent, ...nextIds(), ...connection.shownHeaders });
  if (seconds !== undefined) {
    await waitForBackend(origin, { request, seconds, signal }).catch(async (error) => {
      await close();
      throw error;
    });
  }
  return {
    origin,
    headers,
    secrets: connection.secrets,
    request,
    signal,
    interrupt,
    client: (clientOptions) =>
      createClient({
        baseUrl: origin,
        dialect,
        send: freshAfterRest(send),
        headers,
        signal,
        validate: 'strict',
        timeout: timeoutMs,
        ...clientOptions,
      }),
    close,
  };
}
