/** `--register`: registers one applicant and walks her until everything is known that a refused request cannot show. */

import type { Reading } from '@one-planet/contract';
import {
  advanceStage,
  type Helpers,
  performMove,
  prepareForCall,
  readActivationToken,
  readProfile,
} from '../backend-checks/applicant-walk.ts';
import type { Person } from '../backend-checks/applicants.ts';
import { makeValidCallFor } from '../backend-checks/call-needs.ts';
import type { ApiResponse } from '../backend-checks/http-messages.ts';
import { describeResponse } from '../checks/evidence.ts';
import { makeSkip } from '../checks/outcome.ts';
import { fieldsOf } from '../core/json.ts';
import {
  detectFieldName,
  findFieldEntries,
  isUnknown,
  type ReadingEntry,
  readCanonicalField,
  type SendReading,
  setReading,
  unknownWord,
  withLastSegment,
} from './requests.ts';

interface Walk {
  person: Person;
  helpers: Helpers;
  entries: readonly ReadingEntry[];
  sendReading: SendReading;
}

const makeFieldTest = (fieldName: string) => (response: ApiResponse) =>
  Boolean(fieldsOf(response.json)[fieldName]);

export async function detectByRegistering(walk: Walk): Promise<void> {
  const { person, helpers, entries } = walk;
  const learnReading = async (name: string, isAccepted?: (response: ApiResponse) => boolean) => {
    const entry = findEntry(walk, name);
    return isUnknown(entry) ? tryReadings(walk, entry, isAccepted) : undefined;
  };
  // The mailbox is tried first, so that nobody is registered in vain.
  await helpers.mailbox.findSeenMailIds(person.email, helpers.signal);
  await registerApplicant(walk);
  await registerAgain(walk);
  await readActivationToken(person, helpers);
  await activateApplicant(walk);
  const { status } = fieldsOf((await readProfile(person, helpers)).json);
  if (status === 'ACTIVATED') person.stage = status;
  // The biography is empty at first, but its fields exist.
  await learnReading('applicants.getBioData path', ({ json }) => 'nationality' in fieldsOf(json));
  if (person.id !== undefined) await learnReading('applicants.editProfile path');
  if (!entries.some((entry) => entry.operation.startsWith('payments.') && isUnknown(entry))) return;
  if (person.stage !== 'ACTIVATED') throw makeSkip('after the login she is not ACTIVATED');
  await advanceStage(person, helpers);
  await prepareForCall('payments.payOnline', person, helpers);
  await learnReading('payments.payOnline values.method');
  requireResponse(
    await tryReadings(walk, findEntry(walk, 'payments.makeOffline values.bankAccount')),
  );
  const readPaymentCode = (response: ApiResponse) => fieldsOf(response.json).paymentCode;
  await learnReading(
    'payments.getReceipt path',
    (response) => readPaymentCode(response) === person.payment?.code,
  );
}

/** @throws {Error} when the contract has no setting of that name */
function findEntry({ entries }: Walk, name: string): ReadingEntry {
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
  isAccepted: (response: ApiResponse) => boolean = () => true,
): Promise<ApiResponse | string> {
  const { operation, name, reading, readings } = entry;
  const [part, field = ''] = name.split('.');
  const controlReadings = {
    path: withLastSegment(String(readings[0]), unknownWord),
    values: readings[0],
  };
  const refusalTexts = new Set<string>();
  // Shorter paths come first, because some routers accept every path that begins with a valid one.
  const countSegments = (template: Reading) => String(template).split('/').length;
  const sortedReadings = [...readings].sort((a, b) => countSegments(a) - countSegments(b));
  for (const candidateReading of isUnknown(entry) ? [undefined, ...sortedReadings] : [reading]) {
    const isControlCall = candidateReading === undefined;
    entry.triedReading = isControlCall
      ? (controlReadings[part as keyof typeof controlReadings] ?? unknownWord)
      : candidateReading;
    const { body, ...call } = await makeValidCallFor(operation, person, helpers);
    const sentBody = isControlCall && part === 'values' ? withOtherValue(body, field) : body;
    const response = await helpers.send(operation, { ...call, body: sentBody });
    const isAcceptedCall = response.status < 300 && isAccepted(response);
    if (isAcceptedCall && isControlCall)
      Object.assign(entry, {
        triedReading: readings[0],
        evidenceText: 'the backend takes anything there',
      });
    else if (isAcceptedCall && isUnknown(entry))
      setReading(
        entry,
        candidateReading ?? null,
        'a valid call with it was taken, and none before',
      );
    if (isAcceptedCall) return response;
    if (!isControlCall) refusalTexts.add(describeResponse(response));
  }
  const refusalsText = `refused with ${[...refusalTexts].join('; ')}`;
  if (isUnknown(entry)) entry.evidenceText = `valid calls were ${refusalsText}`;
  return `${operation} was ${refusalsText}`;
}

/** A body with another value in this field, of the same form as the valid one. */
function withOtherValue(body: unknown, field: string): object {
  const validText = String(fieldsOf(body)[field]);
  const replaceDigit = (digit: string) => `${(Number(digit) + 7) % 10}`;
  return {
    ...fieldsOf(body),
    [field]: validText.replace(/[a-z]/gi, 'q').replace(/\d/g, replaceDigit),
  };
}

function requireResponse(response: ApiResponse | string): ApiResponse {
  if (typeof response === 'string') throw makeSkip(response);
  return response;
}

/** Tries all combinations of names. A refused registration stores nothing. */
async function registerApplicant({ person, helpers, entries }: Walk): Promise<void> {
  const send = () => performMove('applicants.register', person, helpers);
  const openEntries = findFieldEntries(entries, 'applicants.register').filter(isUnknown);
  // Leaving out an optional field is valid in every dialect.
  const requiredEntries = openEntries.filter(({ readings }) => !readings.includes(null));
  for (const entry of openEntries) entry.triedReading = null;
  let lastRefusalText = '';
  for (const readingChoice of combineReadings(requiredEntries)) {
    for (const [index, entry] of requiredEntries.entries())
      entry.triedReading = readingChoice[index];
    // A backend that accepts the registration with an unknown name does not need this field.
    for (const [index, entry] of requiredEntries.entries()) {
      entry.triedReading = unknownWord;
      const { status } = await send();
      entry.triedReading = readingChoice[index];
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
    lastRefusalText = describeResponse(response);
  }
  throw makeSkip(`no reading of applicants.register was accepted; at last: ${lastRefusalText}`);
}

/** Every combination of readings. Those that are consistent come first, because backends seldom mix conventions. */
function combineReadings(entries: readonly ReadingEntry[]): Reading[][] {
  let readingChoices: Reading[][] = [[]];
  for (const { readings } of entries)
    readingChoices = readingChoices.flatMap((readingChoice) =>
      readings.map((reading) => [...readingChoice, reading]),
    );
  const countKinds = (readingChoice: Reading[]) =>
    new Set(readingChoice.map((reading, index) => reading === entries[index]?.readings[0])).size;
  return readingChoices.sort((a, b) => countKinds(a) - countKinds(b));
}

/** Her address is taken now, so a registration is refused for that, unless the backend finds another problem first. */
async function registerAgain({ person, helpers, entries, sendReading }: Walk): Promise<void> {
  const { body } = await makeValidCallFor('applicants.register', person, helpers);
  const registrationEntries = findFieldEntries(entries, 'applicants.register');
  for (const entry of registrationEntries.filter(isUnknown)) {
    const { [readCanonicalField(entry)]: validValue, ...frame } = fieldsOf(body);
    const responseWithout = await sendReading(entry, unknownWord, { body: frame });
    entry.evidenceText = 'applicants.register takes an address twice';
    if (responseWithout.status < 300) return;
    entry.evidenceText = 'no refusal depends on its name, even for an applicant who exists';
    await detectFieldName(
      entry,
      validValue,
      [frame, responseWithout],
      registrationEntries,
      sendReading,
    );
  }
}

/** Opens the mailed link, sets her password, and logs her in. */
async function activateApplicant(walk: Walk): Promise<void> {
  const { person } = walk;
  const withPasswordEntry = findEntry(walk, 'applicants.activate withPassword');
  const createPasswordPathEntry = findEntry(walk, 'applicants.createPassword path');
  let response: ApiResponse | string = '';
  // The activation without a password is tried first: if it fails and one with a password succeeds, the backend needs
  // the password.
  const { reading, readings } = withPasswordEntry;
  for (const pathReading of reading === undefined ? readings : [reading]) {
    withPasswordEntry.triedReading = pathReading;
    response = await tryReadings(
      walk,
      findEntry(walk, 'applicants.activate path'),
      makeFieldTest('email'),
    );
    if (typeof response !== 'string') break;
  }
  const { token } = fieldsOf(requireResponse(response).json);
  if (typeof token === 'string') person.passwordToken = token;
  const isActivatedWithPassword = withPasswordEntry.triedReading === true;
  if (!isActivatedWithPassword) requireResponse(await tryReadings(walk, createPasswordPathEntry));
  else if (isUnknown(createPasswordPathEntry))
    createPasswordPathEntry.evidenceText = 'it is never sent: activation sets the password';
  const loginResult = await tryReadings(
    walk,
    findEntry(walk, 'auth.login body.password'),
    makeFieldTest('token'),
  );
  person.token = String(fieldsOf(requireResponse(loginResult).json).token);
  const activationText = isActivatedWithPassword ? 'with a password' : 'without one';
  if (isUnknown(withPasswordEntry))
    setReading(
      withPasswordEntry,
      isActivatedWithPassword,
      `she was activated ${activationText}, and could log in then`,
    );
}
