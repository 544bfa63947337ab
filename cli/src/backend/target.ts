import type { Dialect } from '@one-planet/contract';
import { type ClientOptions, createClient } from '@one-planet/sdk';
import { interruption } from '../process/interruption.ts';
import { startEmbedded } from './mock-server.ts';
import { createTransport, type Transport } from './transport.ts';

/** The settings that name a backend. */
export interface TargetSettings {
  /** `mock`, or an address with or without `/api`. */
  target: string;
  dialect: Dialect;
  siteOrigin?: string | undefined;
  timeoutMs?: number | undefined;
}

/** A backend that is ready to be asked, and what all requests to it share. */
export interface Target {
  /** Without `/api`. */
  origin: string;
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

/** Opens the target of the settings; the embedded mock is started where it is asked for. */
export async function openTarget(settings: TargetSettings): Promise<Target> {
  const { target, dialect, siteOrigin, timeoutMs } = settings;
  const embedded = target === 'mock' ? await startEmbedded({ dialect, siteOrigin }) : undefined;
  const origin = embedded?.url ?? target.replace(/\/+$/, '').replace(/\/api$/, '');
  const { send, request, close } = createTransport();
  const { signal, interrupt, stop } = interruption();
  return {
    origin,
    request,
    signal,
    interrupt,
    client: (own) =>
      createClient({
        baseUrl: origin,
        dialect,
        send,
        signal,
        validate: 'strict',
        ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
        ...own,
      }),
    close: async () => {
      stop();
      await close();
      await embedded?.close();
    },
  };
}
