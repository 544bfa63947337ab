import { randomBytes } from 'node:crypto';
import type { ResolvedSettings } from '../config/load.ts';
import { createMailbox } from '../mailbox/index.ts';
import { createDesk } from '../mock-desk.ts';
import { createProvider } from '../provider/index.ts';
import { createStaff } from '../staff/index.ts';
import { openTarget, type Target } from '../target.ts';
import type { JourneyContext } from './context.ts';

/** A target that is ready for journeys. */
export interface OpenJourneys extends Pick<Target, 'signal' | 'close'> {
  /** Makes the context of one more applicant. */
  context: () => JourneyContext;
}

/** Opens the target; every applicant gets an address and a client of her own. */
export async function openJourneys(settings: ResolvedSettings): Promise<OpenJourneys> {
  const target = await openTarget(settings);
  const run = randomBytes(5).toString('hex');
  let count = 0;
  return {
    signal: target.signal,
    close: target.close,
    context: () => newContext(settings, target, `${run}${count++ || ''}`),
  };
}

function newContext(settings: ResolvedSettings, target: Target, run: string): JourneyContext {
  const { applicant } = settings;
  const { origin, fetch, signal } = target;
  const pattern = settings.email ?? applicant.register.email.replace('@', '+{run}@');
  const exchanges: JourneyContext['exchanges'] = [];
  const memory: JourneyContext['memory'] = {};
  const web = { fetch, timeoutMs: settings.timeoutMs };
  const desk = createDesk(origin, web);
  return {
    settings,
    client: target.client({
      session: { token: () => memory.token },
      onExchange: (exchange) => exchanges.push(exchange),
    }),
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
