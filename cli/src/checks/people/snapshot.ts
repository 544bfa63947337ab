/** What the backend says of an applicant, to be compared with what it says later. */
import type { OperationName } from '@one-planet/contract';
import { Blocked, Failed } from '../outcome.ts';
import { fieldsOf, type Reply } from '../wire/reply.ts';
import { callOf, type Sources, unusable } from './calls.ts';
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

export type Snapshot = Readonly<Record<(typeof fields)[number], unknown>> & {
  /** What other operations say, by their names. */
  readonly others: Readonly<Record<string, unknown>>;
};

/** What else may show a change that an operation made. */
const showing: Partial<Record<OperationName, readonly OperationName[]>> = {
  'applicants.editProfile': ['auth.getUser'],
  'applicants.saveBioData': ['applicants.getBioData'],
  'payments.makeOffline': ['payments.getPending'],
  'payments.payOnline': ['payments.getPending'],
};

/**
 * What her profile says now.
 * @param operation what else shows its effects is read, too
 * @throws {Blocked} when her profile cannot be read
 */
export async function snapshot(
  person: Person,
  sources: Sources,
  operation?: OperationName,
): Promise<Snapshot> {
  const reply = await readProfile(person, sources);
  const profile = fieldsOf(reply.json);
  if (reply.status >= 300) {
    throw new Blocked(`applicants.getByEmail/in/${person.stage}`, 'her profile was refused');
  }
  await sources.steps.take('applicants.getByEmail', person, async () => {
    if (profile.status !== undefined) return;
    throw unusable(reply, 'answers no profile that can be read');
  });
  const others: Record<string, unknown> = {};
  for (const name of (operation && showing[operation]) ?? []) {
    const { status, json } = await sources.send(name, await callOf(name, person, sources));
    // Whatever else it tells: a list may come in another order.
    others[name] = status < 300 ? declared(json) : status;
  }
  const known = Object.fromEntries(fields.map((name) => [name, profile[name] ?? null]));
  return { ...known, others } as Snapshot;
}

/** The part of an answer that belongs to the person. */
function declared(json: unknown): string {
  const { paymentDto, ...rest } = fieldsOf(json);
  const { paymentCode, paymentAmount } = fieldsOf(paymentDto);
  const own = fields.map((name) => rest[name]);
  return JSON.stringify([own, paymentCode, paymentAmount]);
}

/** What must have changed nothing. */
export interface Changeless {
  /** In words. */
  what: string;
  /** The one that was given to `snapshot` before. */
  operation?: OperationName | undefined;
  /** Its answer, whose request repeats the finding. */
  reply?: Reply | undefined;
}

/** @throws {Failed} naming what is not what it was */
export async function expectUnchanged(
  person: Person,
  before: Snapshot,
  sources: Sources,
  { what, operation, reply }: Changeless,
): Promise<void> {
  const after = await snapshot(person, sources, operation);
  const changed: string[] = fields.filter((name) => after[name] !== before[name]);
  for (const name of Object.keys(before.others)) {
    if (after.others[name] !== before.others[name]) changed.push(`answer of ${name}`);
  }
  if (changed.length === 0) return;
  const values = changed[0] === 'status' ? ` (${before.status} became ${after.status})` : '';
  throw new Failed(`nothing changed by ${what}`, `another ${changed.join(', ')}${values}`, reply);
}

/**
 * Has an operation refused, and compares her record before and after: what is refused is not done, not even in part.
 * Before she has a token there is nothing to read.
 * @throws {Failed} naming what is not what it was
 */
export async function leavingAlone(
  context: { readonly helpers: Sources; readonly last: Reply | undefined },
  person: Person,
  operation: OperationName,
  refuse: () => Promise<void>,
): Promise<void> {
  const { helpers } = context;
  const isReadable = person.token !== undefined;
  const before = isReadable ? await snapshot(person, helpers, operation) : undefined;
  await refuse();
  const reply = context.last;
  const what = `the refused ${operation}`;
  if (before) await expectUnchanged(person, before, helpers, { what, operation, reply });
}
