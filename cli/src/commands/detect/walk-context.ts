/** What every part of the walk works with. */
import type { DialectSetting, Reading } from '@one-planet/contract';
import type { Person } from '../../checks/people/person.ts';
import type { Helpers } from '../../checks/people/walk.ts';
import type { Reply } from '../../checks/wire/reply.ts';
import type { Entries } from './entries.ts';
import type { Prober } from './prober.ts';

export interface Walk {
  person: Person;
  helpers: Helpers;
  prober: Prober;
  entries: Entries;
  /** From now on, requests are written with this reading. */
  use: (setting: DialectSetting, reading: Reading) => void;
  /** A refusal in words, without secrets. */
  said: (reply: Reply) => string;
}

/** She gets no further; the message says why. */
export class Stuck extends Error {}
