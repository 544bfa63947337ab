import { Blocked, Failed } from '../outcome.ts';
import { fieldsOf } from '../wire/reply.ts';
import type { Sources } from './calls.ts';
import type { Person } from './person.ts';
import { readProfile } from './walk.ts';

/** The fields of a profile that the contract has; others may change by themselves. */
const fields = [
  'status',
  'firstName',
  'middleName',
  'lastName',
  'phone',
  'email',
  'profilePicture',
  'countryOfResidence',
  'nationality',
] as const;

export type Snapshot = Readonly<Record<(typeof fields)[number], unknown>>;

/** What her profile says now. @throws {Blocked} when it cannot be read */
export async function snapshot(person: Person, sources: Sources): Promise<Snapshot> {
  const reply = await readProfile(person, sources);
  const profile = fieldsOf(reply.json);
  if (reply.status >= 300) {
    throw new Blocked(`applicants.getByEmail/in/${person.stage}`, 'her profile was refused');
  }
  if (profile.status === undefined) {
    throw new Blocked('applicants.getByEmail/answers', 'her profile cannot be read');
  }
  return Object.fromEntries(fields.map((name) => [name, profile[name] ?? null])) as Snapshot;
}

/** @throws {Failed} naming what is not what it was */
export async function expectUnchanged(
  person: Person,
  before: Snapshot,
  sources: Sources,
  what: string,
): Promise<void> {
  const after = await snapshot(person, sources);
  const changed = fields.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return;
  const [name] = changed as [(typeof fields)[number]];
  const values = name === 'status' ? ` (${before.status} became ${after.status})` : '';
  throw new Failed(`nothing changed by ${what}`, `another ${changed.join(', ')}${values}`);
}
