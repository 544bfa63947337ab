/** `--register`: registers one applicant and walks her until everything is known that a refused request cannot show. */

import type { Reading } from '@one-planet/contract';
import {
  advanceStage,
  type Helpers,
  perform,
  prepare,
  readActivationToken,
  readProfile,
} from '../checks/applicant-walk.ts';
import type { Person } from '../checks/applicants.ts';
import { validCallFor } from '../checks/call-needs.ts';
import { type ApiResponse, describeResponse } from '../checks/http-messages.ts';
import { skip } from '../checks/outcome.ts';
import { fieldsOf } from '../core/json.ts';
import {
  detectFieldName,
  fieldOf,
  fieldsIn,
  isUnknown,
  type ReadingEntry,
  type SendReading,
  setReading,
  unknownWord,
  withLastSegment,
} from './detect-requests.ts';

interface Walk {
  person: Person;
  helpers: Helpers;
  entries: readonly ReadingEntry[];
  ask: SendReading;
}

const hasField = (name: string) => (response: ApiResponse) =>
  Boolean(fieldsOf(response.json)[name]);

export async function detectByRegistering(walk: Walk): Promise<void> {
  const { person, helpers, entries } = walk;
  const learn = async (name: string, isAccepted?: (response: ApiResponse) => boolean) => {
    const entry = entryOf(walk, name);
    return isUnknown(entry) ? tryReadings(walk, entry, isAccepted) : undefined;
  };
  // The mailbox is tried first, so that nobody is registered in vain.
  await helpers.mailbox.seenMails(person.email, helpers.signal);
  await registerApplicant(walk);
  await registerAgain(walk);
  await readActivationToken(person, helpers);
  await activateApplicant(walk);
  const { status } = fieldsOf((await readProfile(person, helpers)).json);
  if (status === 'ACTIVATED') person.stage = status;
  // The biography is empty at first, but its fields exist.
  await learn('applicants.getBioData path', ({ json }) => 'nationality' in fieldsOf(json));
  if (person.id !== undefined) await learn('applicants.editProfile path');
  if (!entries.some((entry) => entry.operation.startsWith('payments.') && isUnknown(entry))) return;
  if (person.stage !== 'ACTIVATED') throw skip('after the login she is not ACTIVATED');
  await advanceStage(person, helpers);
  await prepare('payments.payOnline', person, helpers);
  await learn('payments.payOnline values.method');
  responseOrSkip(await tryReadings(walk, entryOf(walk, 'payments.makeOffline values.bankAccount')));
  const code = (response: ApiResponse) => fieldsOf(response.json).paymentCode;
  await learn('payments.getReceipt path', (response) => code(response) === person.payment?.code);
}

/** @throws {Error} when the contract has no setting of that name */
function entryOf({ entries }: Walk, name: string): ReadingEntry {
  const entry = entries.find((candidate) => `${candidate.operation} ${candidate.name}` === name);
  if (entry) return entry;
  throw new Error(`The contract has no setting ${name}`);
}

/**
 * The method: a valid call with a value that no backend accepts, then with each reading, until one is accepted.
 * @returns the response to the accepted call, or the refusals as a text
 */
async function tryReadings(
  { person, helpers }: Walk,
  entry: ReadingEntry,
  isTaken: (response: ApiResponse) => boolean = () => true,
): Promise<ApiResponse | string> {
  const { operation, name, reading, readings } = entry;
  const [part, field = ''] = name.split('.');
  const controlReadings = {
    path: withLastSegment(String(readings[0]), unknownWord),
    values: readings[0],
  };
  const refusals = new Set<string>();
  // Shorter paths come first, because some routers accept every path that begins with a valid one.
  const segmentCount = (template: Reading) => String(template).split('/').length;
  const sortedReadings = [...readings].sort((a, b) => segmentCount(a) - segmentCount(b));
  for (const candidate of isUnknown(entry) ? [undefined, ...sortedReadings] : [reading]) {
    const isControl = candidate === undefined;
    entry.tried = isControl
      ? (controlReadings[part as keyof typeof controlReadings] ?? unknownWord)
      : candidate;
    const { body, ...call } = await validCallFor(operation, person, helpers);
    const sentBody = isControl && part === 'values' ? withOtherValue(body, field) : body;
    const response = await helpers.send(operation, { ...call, body: sentBody });
    const isGood = response.status < 300 && isTaken(response);
    if (isGood && isControl)
      Object.assign(entry, { tried: readings[0], why: 'the backend takes anything there' });
    else if (isGood && isUnknown(entry))
      setReading(entry, candidate ?? null, 'a valid call with it was taken, and none before');
    if (isGood) return response;
    if (!isControl) refusals.add(describeResponse(response));
  }
  const refusalsText = `refused with ${[...refusals].join('; ')}`;
  if (isUnknown(entry)) entry.why = `valid calls were ${refusalsText}`;
  return `${operation} was ${refusalsText}`;
}

/** A body with another value in this field, of the same form as the valid one. */
function withOtherValue(body: unknown, field: string): object {
  const validText = String(fieldsOf(body)[field]);
  const otherDigit = (digit: string) => `${(Number(digit) + 7) % 10}`;
  return {
    ...fieldsOf(body),
    [field]: validText.replace(/[a-z]/gi, 'q').replace(/\d/g, otherDigit),
  };
}

function responseOrSkip(response: ApiResponse | string): ApiResponse {
  if (typeof response === 'string') throw skip(response);
  return response;
}

/** Tries all combinations of names. A refused registration stores nothing. */
async function registerApplicant({ person, helpers, entries }: Walk): Promise<void> {
  const send = () => perform('applicants.register', person, helpers);
  const openEntries = fieldsIn(entries, 'applicants.register').filter(isUnknown);
  // Leaving out an optional field is valid in every dialect.
  const requiredEntries = openEntries.filter(({ readings }) => !readings.includes(null));
  for (const entry of openEntries) entry.tried = null;
  let lastRefusal = '';
  for (const readingChoice of readingCombinations(requiredEntries)) {
    for (const [index, entry] of requiredEntries.entries()) entry.tried = readingChoice[index];
    // A backend that accepts the registration with an unknown name does not need this field.
    for (const [index, entry] of requiredEntries.entries()) {
      entry.tried = unknownWord;
      const { status } = await send();
      entry.tried = readingChoice[index];
      if (status < 300) return;
    }
    const response = await send();
    if (response.status < 300) {
      for (const [index, entry] of requiredEntries.entries())
        setReading(
          entry,
          readingChoice[index] ?? null,
          'she was registered with it, and with no other name',
        );
      return;
    }
    lastRefusal = describeResponse(response);
  }
  throw skip(`no reading of applicants.register was accepted; at last: ${lastRefusal}`);
}

/** Every combination of readings. Those that are consistent come first, because backends seldom mix conventions. */
function readingCombinations(entries: readonly ReadingEntry[]): Reading[][] {
  let choices: Reading[][] = [[]];
  for (const { readings } of entries)
    choices = choices.flatMap((readingChoice) =>
      readings.map((reading) => [...readingChoice, reading]),
    );
  const kinds = (readingChoice: Reading[]) =>
    new Set(readingChoice.map((reading, index) => reading === entries[index]?.readings[0])).size;
  return choices.sort((a, b) => kinds(a) - kinds(b));
}

/** Her address is taken now, so a registration is refused for that, unless the backend finds another problem first. */
async function registerAgain({ person, helpers, entries, ask }: Walk): Promise<void> {
  const { body } = await validCallFor('applicants.register', person, helpers);
  const fields = fieldsIn(entries, 'applicants.register');
  for (const entry of fields.filter(isUnknown)) {
    const { [fieldOf(entry)]: validValue, ...frame } = fieldsOf(body);
    const responseWithout = await ask(entry, unknownWord, { body: frame });
    entry.why = 'applicants.register takes an address twice';
    if (responseWithout.status < 300) return;
    entry.why = 'no refusal depends on its name, even for an applicant who exists';
    await detectFieldName(entry, validValue, [frame, responseWithout], fields, ask);
  }
}

/** Opens the mailed link, sets her password, and logs her in. */
async function activateApplicant(walk: Walk): Promise<void> {
  const { person } = walk;
  const withPasswordEntry = entryOf(walk, 'applicants.activate withPassword');
  const createPath = entryOf(walk, 'applicants.createPassword path');
  let response: ApiResponse | string = '';
  // The activation without a password is tried first: if it fails and one with a password succeeds, the backend needs
  // the password.
  const { reading, readings } = withPasswordEntry;
  for (const candidate of reading === undefined ? readings : [reading]) {
    withPasswordEntry.tried = candidate;
    response = await tryReadings(
      walk,
      entryOf(walk, 'applicants.activate path'),
      hasField('email'),
    );
    if (typeof response !== 'string') break;
  }
  const { token } = fieldsOf(responseOrSkip(response).json);
  if (typeof token === 'string') person.passwordToken = token;
  const isWith = withPasswordEntry.tried === true;
  if (!isWith) responseOrSkip(await tryReadings(walk, createPath));
  else if (isUnknown(createPath)) createPath.why = 'it is never sent: activation sets the password';
  const login = await tryReadings(
    walk,
    entryOf(walk, 'auth.login body.password'),
    hasField('token'),
  );
  person.token = String(fieldsOf(responseOrSkip(login).json).token);
  const howText = isWith ? 'with a password' : 'without one';
  if (isUnknown(withPasswordEntry))
    setReading(withPasswordEntry, isWith, `she was activated ${howText}, and could log in then`);
}
