import type { Settings } from '../config/settings.ts';
import { commandMailbox } from './command.ts';
import type { Mailbox } from './mailbox.ts';
import { mockMailbox } from './mock.ts';

export type { Mailbox } from './mailbox.ts';

/** @param origin the backend's, for adapters that ask the mock */
export function createMailbox(settings: Settings['mailbox'], origin: string): Mailbox {
  return settings.use === 'command' ? commandMailbox(settings) : mockMailbox(origin);
}
