import type { Fault } from '../faults/fault.ts';
import { pick } from '../faults/pick.ts';
import { behaviour } from './behaviour.ts';
import { exams } from './exams.ts';
import { forms } from './forms.ts';
import { mails } from './mails.ts';
import { sessions } from './sessions.ts';
import { statuses } from './statuses.ts';
import { strictness } from './strictness.ts';
import { worlds } from './world.ts';
import { writing } from './writing.ts';

const all: readonly Fault[] = [
  ...writing,
  ...forms,
  ...statuses,
  ...behaviour,
  ...strictness,
  ...mails,
  ...exams,
  ...sessions,
  ...worlds,
];

/** Every harmless variation that can be switched on, with what the backend then does differently but correctly. */
export const harmlessList: readonly { name: string; sentence: string }[] = all.map(
  ({ name, sentence }) => ({ name, sentence }),
);

/**
 * @returns the variations of these names
 * @throws {Error} naming an unknown one and all known ones
 */
export function findHarmless(names: readonly string[]): readonly Fault[] {
  return pick('harmless variation', all, names);
}
