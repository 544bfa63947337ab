/** Opens a target: the backend of the settings, or the embedded mock. */
import { type Dialect, trimSlashes } from '@one-planet/contract';
import { type ClientOptions, createClient, isTemporaryStatus, type Send } from '@one-planet/sdk';
import {
  CliError,
  didYouMean,
  exitCodes,
  findSystemErrorCode,
  isUnknownAuthority,
} from '../core/exit.ts';
import { listenForInterrupt, makeInterruptedError } from '../core/interruption.ts';
import { type Listening, type Port, startOnPort } from '../core/server-ports.ts';
import type { Settings } from '../core/settings.ts';
import { escapeControls, printNotice } from '../core/terminal.ts';
import { formatMinute } from '../core/text.ts';
import { createRequestIdMaker, openConnection } from './connection.ts';
import { poll } from './external-systems.ts';
import { TargetResponses } from './target-responses.ts';
import { createTransport, maxResponseBytes, type Transport, userAgent } from './transport.ts';

/* A mock backend on a port: for `admissions mock`, for `admissions demo`, and for a run of this process. */

interface MockOptions {
  seed?: number;
  latency?: number;
  examMinutes?: number;
  retakes?: number;
  applicants?: number;
  fault?: readonly string[];
  /** Further origins whose pages may call the API. */
  allowOrigin?: readonly string[];
}

interface MockSite {
  dialect: Dialect;
  /** The origin that activation links lead to; default: the mock's own. */
  siteOrigin?: string;
}

/**
 * Starts the mock backend; its code is loaded only here.
 * @throws {CliError} (exit 2) for an unknown fault or a port that is not available
 */
export async function startMock(
  { seed, latency, examMinutes, retakes, applicants, fault = [], allowOrigin = [] }: MockOptions,
  port: Port,
  { dialect, siteOrigin }: MockSite,
): Promise<Listening> {
  const { createBackend, faultList } = await import('@one-planet/mocks');
  const { serve } = await import('@one-planet/mocks/node');
  const faultNames = faultList.map(({ name }) => name);
  const unknownFaultNames = fault.filter((name) => !faultNames.includes(name));
  if (unknownFaultNames.length > 0) {
    const unknownFaultTexts = unknownFaultNames.map(
      (name) => `there is no fault "${name}"${didYouMean(name, faultNames)}`,
    );
    throw new CliError(
      `--fault: ${unknownFaultTexts.join('; ')}. See them all with: admissions mock --list-faults`,
    );
  }
  const invalidOrigin = allowOrigin.find((origin) => origin !== 'null' && !isOrigin(origin));
  if (invalidOrigin !== undefined)
    throw new CliError(
      `--allow-origin: "${invalidOrigin}" is no origin: write e.g. http://localhost:3000, or null for pages that are opened as files`,
    );
  const backend = await createBackend({
    dialect,
    siteOrigin,
    allowedOrigins: allowOrigin,
    seed,
    latencyMs: latency,
    examMinutes,
    retakes,
    applicants,
    faults: fault,
  });
  return startOnPort(port, (number) => serve(backend, number));
}

function isOrigin(address: string): boolean {
  return /^https?:/.test(address) && URL.canParse(address) && new URL(address).origin === address;
}

/** Starts a mock backend on a free port of this machine. */
export function startEmbedded({ dialect, siteOrigin }: MockSite): Promise<Listening> {
  return startMock({}, { number: 0, isRequired: true, portOption: '' }, { dialect, siteOrigin });
}

/* Waiting for a backend that is starting (`--wait`). */

const pollIntervalMs = 500;
/** For one attempt. */
const responseTimeLimitMs = 5000;

/**
 * Returns as soon as the backend itself sends any response, also a refusal.
 * @throws {CliError} (exit 3) when the time is over, (exit 130) on Ctrl-C
 */
export async function waitForBackend(
  origin: string,
  {
    request,
    waitSeconds,
    signal,
  }: Pick<Transport, 'request'> & { waitSeconds: number; signal: AbortSignal },
): Promise<void> {
  let unavailableReason: string | undefined;
  let isNoticePrinted = false;
  const showLine = () => {
    if (!isNoticePrinted)
      printNotice(`Waiting up to ${waitSeconds} s for ${origin} (${unavailableReason}) …`);
    isNoticePrinted = true;
  };
  const lookForBackend = async () => {
    unavailableReason = await findUnavailableReason();
    return unavailableReason === undefined ? true : undefined;
  };
  if (
    await poll(
      origin,
      lookForBackend,
      { waitMs: waitSeconds * 1000, everyMs: pollIntervalMs, showLine },
      signal,
    )
  )
    return;
  throw new CliError(
    `${origin} did not answer within ${waitSeconds} s: ${unavailableReason}`,
    exitCodes.notReached,
  );

  /** @returns why the backend does not count as started; `undefined` once it has */
  async function findUnavailableReason(): Promise<string | undefined> {
    const timeLimit = AbortSignal.timeout(responseTimeLimitMs);
    try {
      const { status } = await request(`${origin}/api/`, {
        method: 'GET',
        headers: {},
        signal: AbortSignal.any([signal, timeLimit]),
        usesNewConnection: true,
        maxBytes: 0,
      });
      return status >= 500 && isTemporaryStatus(status) ? `status ${status}` : undefined;
    } catch (error) {
      if (error instanceof CliError)
        throw new CliError(`${origin} is not reached: ${error.message}`, error.exitCode);
      if (signal.aborted) throw makeInterruptedError();
      if (timeLimit.aborted) return 'no answer';
      return findSystemErrorCode(error) ?? 'no connection';
    }
  }
}

/* Failures that a setting can fix. They would happen with every call, and look like faults of the backend. */

function findCertificateAdvice(systemErrorCode: string | undefined): string | undefined {
  if (isUnknownAuthority(systemErrorCode))
    return "if the certificate is the backend's own, name the file with it, or with that of its authority, in connection.caFile of admissions.config.json";
  // A certificate that is good looks like this, too, if the clock is days off.
  if (systemErrorCode === 'CERT_HAS_EXPIRED' || systemErrorCode === 'CERT_NOT_YET_VALID')
    return `the clock of this machine says ${formatMinute(new Date())}`;
  return undefined;
}

/**
 * Wraps `send` and `request` so that their errors name the setting that fixes the problem.
 * @param origin the target's; requests to other servers are left as they are
 */
function explainFailures(
  { send, request }: Pick<Transport, 'send' | 'request'>,
  origin: string,
): Pick<Transport, 'send' | 'request'> {
  const makeFailureExplainer = (url: string) => (cause: unknown) => {
    const systemErrorCode = findSystemErrorCode(cause);
    const advice = findCertificateAdvice(systemErrorCode);
    if (!url.startsWith(`${origin}/`) || advice === undefined) throw cause;
    throw new CliError(
      `the secure connection failed (certificate or protocol): ${systemErrorCode}; ${advice}`,
      exitCodes.notReached,
      { cause },
    );
  };
  const expectNoRedirectToHttps = (url: string, status: number, location: string | null) => {
    if (status < 300 || status >= 400 || !url.startsWith(`${origin}/`)) return;
    if (!location || !URL.canParse(location, url)) return;
    const [askedUrl, movedUrl] = [new URL(url), new URL(location, url)];
    const isMovedToHttps = askedUrl.protocol === 'http:' && movedUrl.protocol === 'https:';
    if (!isMovedToHttps || movedUrl.pathname !== askedUrl.pathname) return;
    const movedTarget = escapeControls(
      movedUrl.origin + new URL(origin).pathname.replace(/\/$/, ''),
    );
    throw new CliError(
      `a redirect to ${movedTarget}, which no call follows; set "target" to ${movedTarget}`,
      exitCodes.notReached,
    );
  };
  return {
    send: async (outgoingRequest, ...otherArguments) => {
      const response = await send(outgoingRequest, ...otherArguments).catch(
        makeFailureExplainer(outgoingRequest.url),
      );
      try {
        expectNoRedirectToHttps(
          outgoingRequest.url,
          response.status,
          response.headers.get('location'),
        );
      } catch (error) {
        // The body is not read, and is cancelled so that the connection becomes free.
        await response.body?.getReader().cancel();
        throw error;
      }
      return response;
    },
    request: async (url, rawRequest) => {
      const response = await request(url, rawRequest).catch(makeFailureExplainer(url));
      expectNoRedirectToHttps(url, response.status, response.headers.get('location'));
      return response;
    },
  };
}

/**
 * The calls of one applicant follow each other immediately, except after a wait for mail, for staff or for the exam. A
 * longer pause than this is such a wait. In milliseconds.
 */
const minPauseMs = 100;

/**
 * Makes the function that sends the calls of one client. After a wait it uses a new connection, because the server may
 * have closed the old one.
 */
function sendOnNewConnectionAfterPause(send: Transport['send']): Send {
  let respondedAt = performance.now();
  return async (request, onGiveUp) => {
    const hasPaused = performance.now() - respondedAt > minPauseMs;
    try {
      return await send(request, onGiveUp, hasPaused);
    } finally {
      respondedAt = performance.now();
    }
  };
}

interface TargetSettings
  extends Pick<Settings, 'target' | 'siteOrigin' | 'timeoutMs' | 'connection' | 'wait'> {
  dialect: Dialect;
  /** The folder that paths in `connection` start from. */
  folder: string;
}

/** A backend that is ready for requests, and what all requests to it share. */
export interface Target {
  /** Without `/api`. */
  origin: string;
  /**
   * Makes the headers of one more request as reports show them: the user agent and the ids for the server's log. Those
   * of the settings' connection, with their secrets, are only added when it is sent.
   */
  makeHeaders: () => Record<string, string>;
  /** Sends a request without the SDK, for requests that the SDK cannot send. */
  request: Transport['request'];
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Ends everything in progress, as Ctrl-C does. */
  interrupt: () => void;
  /** Makes a client that validates responses strictly against the contract, unless `validate` is off. */
  makeClient: (
    clientOptions: Pick<ClientOptions, 'session' | 'onExchange' | 'validate'>,
  ) => ReturnType<typeof createClient>;
  /** What it has sent so far. Clients of `makeClient` note their responses by themselves. */
  responses: TargetResponses;
  close: () => Promise<void>;
}

/**
 * Opens the target of the settings, and starts the embedded mock if they ask for it.
 * @throws {CliError} (exit 2) when a secret or a file of the connection is missing, (exit 3) when the backend did not
 * respond within `--wait`
 */
export async function openTarget(settings: TargetSettings): Promise<Target> {
  const { target, dialect, siteOrigin, timeoutMs, wait: waitSeconds, folder } = settings;
  const connection = openConnection(settings.connection ?? {}, folder);
  const embeddedMock = target === 'mock' ? await startEmbedded({ dialect, siteOrigin }) : undefined;
  const backendOrigin = embeddedMock?.url ?? trimSlashes(target).replace(/\/api$/, '');
  const transport = createTransport({ backendOrigin, connection });
  const { send, request } = explainFailures(transport, backendOrigin);
  const { signal, interrupt, stopListening } = listenForInterrupt();
  const close = async () => {
    stopListening();
    await transport.close();
    await embeddedMock?.close();
  };
  const makeRequestIdHeaders = createRequestIdMaker();
  const makeHeaders = () => ({
    'user-agent': userAgent,
    ...makeRequestIdHeaders(),
    ...connection.headersToShow,
  });
  if (waitSeconds !== undefined) {
    await waitForBackend(backendOrigin, { request, waitSeconds, signal }).catch(async (error) => {
      await close();
      throw error;
    });
  }
  const makeClient: Target['makeClient'] = (clientOptions) =>
    createClient({
      baseUrl: backendOrigin,
      dialect,
      send: sendOnNewConnectionAfterPause(send),
      headers: makeHeaders,
      signal,
      validate: 'strict',
      timeout: timeoutMs,
      maxAnswerBytes: maxResponseBytes,
      ...clientOptions,
      onExchange: (exchange) => {
        responses.noteResponse(exchange);
        clientOptions.onExchange?.(exchange);
      },
    });
  const responses = new TargetResponses(async () => {
    const { programs, contents } = makeClient({});
    await Promise.allSettled([programs.list(), contents.list()]);
  });
  return {
    origin: backendOrigin,
    makeHeaders: makeHeaders,
    request,
    signal,
    interrupt,
    makeClient,
    responses,
    close,
  };
}
