import { createMockPages, type MockPages } from '../backend/mock-pages.ts';
import type { Target } from '../backend/target.ts';
import { type CleanUp, createCleanUp } from './clean-up/index.ts';
import type { CleanUpSettings } from './clean-up/settings.ts';
import { createMailbox, type Mailbox } from './mailbox/index.ts';
import type { MailboxSettings } from './mailbox/settings.ts';
import { createProvider, type Provider } from './provider/index.ts';
import type { ProviderSettings } from './provider/settings.ts';
import { createStaff, type Staff } from './staff/index.ts';
import type { StaffSettings } from './staff/settings.ts';

/** What an applicant needs from elsewhere: her mail, the staff's decision, a provider to pay at. */
export interface Adapters {
  /** The mock's helpers, where the backend is one. */
  mockPages: MockPages;
  mailbox: Mailbox;
  staff: Staff;
  provider: Provider;
  cleanUp: CleanUp;
}

interface AdapterSettings {
  mailbox: MailboxSettings;
  staff: StaffSettings;
  provider: ProviderSettings;
  cleanUp: CleanUpSettings;
  /** Where paths and commands start. */
  folder: string;
  siteOrigin?: string | undefined;
  timeoutMs?: number | undefined;
}

/**
 * @param tell called with a line about how waiting goes
 * @throws {CliError} (exit 2) when an adapter's password is not where the settings say
 */
export async function openAdapters(
  settings: AdapterSettings,
  { origin, request }: Pick<Target, 'origin' | 'request'>,
  tell?: ((line: string) => void) | undefined,
): Promise<Adapters> {
  const access = { request, timeoutMs: settings.timeoutMs };
  const mockPages = createMockPages(origin, access);
  return {
    mockPages,
    mailbox: await createMailbox(settings, { mockPages, access, tell }),
    staff: createStaff(settings, { mockPages, access, tell }),
    provider: createProvider(settings, access),
    cleanUp: createCleanUp(settings, { origin, access }),
  };
}
