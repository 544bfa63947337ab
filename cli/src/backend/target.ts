import type { Dialect } from '@one-planet/contract';
import { type ClientOptions, createClient } from '@one-planet/sdk';
import { interruption } from '../process/interruption.ts';
import { openConnection } from './connection/open.ts';
import { requestIds } from './connection/request-ids.ts';
import type { ConnectionSettings } from './connection/settings.ts';
import { startEmbedded } from './mock-server.ts';
import { createTransport, type Transport, userAgent } from './transport.ts';
import { waitForBackend } from './wait-for-backend.ts';

/** The settings that name a backend. */
export interface TargetSettings {
  /** `mock`, or an address with or without `/api`. */
  target: string;
  dialect: Dialect;
  siteOrigin?: string | undefined;
  timeoutMs?: number | undefined;
  connection?: ConnectionSettings | undefined;
  /** How long the backend may take to start, in seconds; left out, it is there or it is not. */
  wait?: number | undefined;
  /** Where the paths of `connection` start. */
  folder: string;
}

/** A backend that is ready to be asked, and what all requests to it share. */
export interface Target {
  /** Without `/api`. */
  origin: string;
  /**
   * Makes the headers of one more request, as they are told: who sends it, and by which id it is found in the server's
   * log. On the wire come those of the settings' connection, with their secrets.
   */
  headers: () => Record<string, string>;
  /** What the connection's settings hold that must appear nowhere. */
  secrets: readonly string[];
  /** Without the SDK, for what no client of it would send. */
  request: Transport['request'];
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Ends what is under way as Ctrl-C does. */
  interrupt: () => void;
  /** Makes a client that holds answers strictly against the contract, unless `validate` is off. */
  client: (
    own: Pick<ClientOptions, 'session' | 'onExchange' | 'validate'>,
  ) => ReturnType<typeof createClient>;
  /** Closes the connections, and the embedded mock. */
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
  const { send, request, close: closeTransport } = createTransport({ origin, connection });
  const { signal, interrupt, stop } = interruption();
  const close = async () => {
    stop();
    await closeTransport();
    await embedded?.close();
  };
  const nextIds = requestIds();
  const headers = () => ({ 'user-agent': userAgent, ...nextIds(), ...connection.told });
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
    client: (own) =>
      createClient({
        baseUrl: origin,
        dialect,
        send,
        headers,
        signal,
        validate: 'strict',
        ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
        ...own,
      }),
    close,
  };
}
