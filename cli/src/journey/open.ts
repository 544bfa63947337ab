import { randomBytes } from 'node:crypto';
import { createClient } from '@one-planet/sdk';
import type { ResolvedSettings } from '../config/load.ts';
import { startEmbedded } from '../embedded.ts';
import { interruption } from '../interruption.ts';
import { createMailbox } from '../mailbox/index.ts';
import { createDesk } from '../mock-desk.ts';
import { createProvider } from '../provider/index.ts';
import { createStaff } from '../staff/index.ts';
import { createTransport } from '../transport.ts';
import type { JourneyContext } from './context.ts';

/** A target that is ready for journeys. */
export interface OpenJourneys {
  /** Makes the context of one more applicant. */
  context: () => JourneyContext;
  signal: AbortSignal;
  close: () => Promise<void>;
}

/** Starts the embedded mock where it is asked for, and the connections all journeys share. */
export async function openJourneys(settings: ResolvedSettings): Promise<OpenJourneys> {
  const embedded =
    settings.target === 'mock'
      ? await startEmbedded({ dialect: settings.dialect, siteOrigin: settings.siteOrigin })
      : undefined;
  const origin = embedded?.url ?? settings.target.replace(/\/+$/, '').replace(/\/api$/, '');
  const transport = createTransport();
  const interrupted = interruption();
  const run = randomBytes(5).toString('hex');
  let count = 0;
  return {
    signal: interrupted.signal,
    context: () =>
      newContext(settings, {
        origin,
        signal: interrupted.signal,
        fetch: transport.fetch,
        run: `${run}${count++ || ''}`,
      }),
    close: async () => {
      interrupted.stop();
      await transport.close();
      await embedded?.close();
    },
  };
}

function newContext(
  settings: ResolvedSettings,
  {
    origin,
    signal,
    fetch,
    run,
  }: { origin: string; signal: AbortSignal; fetch: typeof globalThis.fetch; run: string },
): JourneyContext {
  const { applicant } = settings;
  const pattern = settings.email ?? applicant.register.email.replace('@', '+{run}@');
  const exchanges: JourneyContext['exchanges'] = [];
  const memory: JourneyContext['memory'] = {};
  const web = { fetch, timeoutMs: settings.timeoutMs };
  const desk = createDesk(origin, web);
  const client = createClient({
    baseUrl: origin,
    dialect: settings.dialect,
    fetch,
    signal,
    session: { token: () => memory.token },
    timeout: settings.timeoutMs,
    validate: 'strict',
    onExchange: (exchange) => exchanges.push(exchange),
  });
  return {
    settings,
    client,
    desk,
    mailbox: createMailbox(settings, desk),
    staff: createStaff(settings, desk),
    provider: createProvider(settings, web),
    signal,
    applicant,
    email: pattern.replaceAll('{run}', run),
    memory,
    exchanges,
  };
}
