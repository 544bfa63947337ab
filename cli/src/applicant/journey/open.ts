import { randomBytes } from 'node:crypto';
import { type Adapters, openAdapters } from '../../adapters/open.ts';
import { openTarget, type Target } from '../../backend/target.ts';
import type { ResolvedSettings } from '../../config/load.ts';
import type { JourneyContext, Kept, Memory } from './context.ts';

/** A target that is ready for journeys. */
export interface OpenJourneys extends Pick<Target, 'signal' | 'interrupt' | 'close'> {
  /** Makes the context of one more applicant, or of one an earlier run left. */
  context: (whose?: Whose) => JourneyContext;
}

interface Whose {
  /** What an earlier run left. */
  earlier?: { email: string; memory: Kept } | undefined;
  /** Whether her answers are held against the schemas; default: true. */
  checked?: boolean;
}

export interface JourneyOptions {
  /** Shows how waiting for mail and staff goes. */
  tell?: (line: string) => void;
}

/**
 * Opens the target; every applicant gets an address and a client of her own, mailbox and staff are shared.
 * @throws {CliError} (exit 2) when an adapter's password is not where the settings say
 */
export async function openJourneys(
  settings: ResolvedSettings,
  { tell = () => {} }: JourneyOptions = {},
): Promise<OpenJourneys> {
  const target = await openTarget(settings);
  try {
    const shared = await openAdapters(settings, target, tell);
    const run = randomBytes(5).toString('hex');
    const pattern = addressPattern(settings);
    let count = 0;
    return {
      signal: target.signal,
      interrupt: target.interrupt,
      close: async () => {
        await shared.mailbox.close?.();
        await target.close();
      },
      context: ({ earlier, checked = true } = {}) => {
        const email = earlier?.email ?? pattern.replaceAll('{run}', `${run}${count++ || ''}`);
        return newContext(settings, target, {
          ...shared,
          email,
          tell,
          checked,
          memory: { ...earlier?.memory },
        });
      },
    };
  } catch (error) {
    await target.close();
    throw error;
  }
}

/** Without a pattern of one's own, the applicant's address with a tag. */
function addressPattern({ email, applicant }: ResolvedSettings): string {
  return email ?? applicant.register.email.replace('@', '+{run}@');
}

function newContext(
  settings: ResolvedSettings,
  target: Target,
  {
    checked,
    ...own
  }: Adapters & Pick<JourneyContext, 'email' | 'tell'> & { memory: Memory; checked: boolean },
): JourneyContext {
  const { memory } = own;
  const exchanges: JourneyContext['exchanges'] = [];
  const uploads: string[] = [];
  return {
    ...own,
    settings,
    client: target.client({
      validate: checked ? 'strict' : 'off',
      session: { token: () => memory.token },
      onExchange: (exchange) => {
        exchanges.push(exchange);
        const { operation, status = 500, answerText } = exchange;
        if (operation === 'files.upload' && status < 300 && answerText) uploads.push(answerText);
      },
    }),
    signal: target.signal,
    applicant: settings.applicant,
    secrets: target.secrets,
    remember: (learnt) => Object.assign(memory, learnt),
    again: false,
    uploads,
    exchanges,
  };
}
