import type { AdapterSettings } from '../config/load.ts';
import type { Desk } from '../mock-desk.ts';
import { commandMailbox } from './command.ts';
import type { Mailbox } from './mailbox.ts';
import { mockMailbox } from './mock.ts';

export type { Mailbox } from './mailbox.ts';

/** @param desk the mock's helpers, for the adapter that asks them */
export function createMailbox({ mailbox, folder }: AdapterSettings, desk: Desk): Mailbox {
  return mailbox.use === 'command' ? commandMailbox({ ...mailbox, folder }) : mockMailbox(desk);
}
