/** Finds out which readings of the dialect's settings a backend uses, by requests that every backend refuses. */

import {
  applicantExamples,
  bodyFields,
  type Dialect,
  type DialectSetting,
  dialectSettings,
  findOperation,
  type OperationName,
  type Reading,
  readingIn,
  speaksOf,
  withReading,
} from '@one-planet/contract';
import { validCall } from '../applicant/valid-calls.ts';
import type { ApiResponse, Call } from '../checks/http-messages.ts';
import { findBlock } from '../checks/outcome.ts';
import type { Send } from '../checks/sender.ts';

/** A setting of the dialect and what is known about it. It is either certain or unknown; nothing is guessed. */
export interface ReadingEntry extends DialectSetting {
  /** Left out while it is unknown. */
  reading?: Reading;
  /** The evidence, or why there is none. */
  why: string;
  /** A name that no reading has, but that the backend may use. */
  hint?: [string];
  /** The reading that the current requests use. */
  tried?: Reading;
}

/**
 * @param givenDialect the dialect of --dialect
 * @param why the text for settings about which nothing is known yet
 */
export function readingEntriesOf(givenDialect: Dialect, why: string): ReadingEntry[] {
  return dialectSettings.map((setting) =>
    speaksOf(givenDialect, setting)
      ? { ...setting, reading: readingIn(givenDialect, setting), why: 'as --dialect says' }
      : { ...setting, why },
  );
}

/** The dialect of --dialect with the readings that were found or are being tried. */
export function dialectOf(givenDialect: Dialect, entries: readonly ReadingEntry[]): Dialect {
  return entries.reduce((dialect, entry) => {
    const reading = entry.tried === undefined ? entry.reading : entry.tried;
    const isUnchanged = reading === undefined || reading === readingIn(dialect, entry);
    return isUnchanged ? dialect : withReading(dialect, entry, reading);
  }, givenDialect);
}

export const isUnknown = ({ reading }: ReadingEntry) => reading === undefined;

/** The text begins with the value of the Allow header. */
type ComparableResponse = Pick<ApiResponse, 'status' | 'text'>;

/** Sends a request of the setting's operation that uses this reading. */
export type SendReading = (
  entry: ReadingEntry,
  reading: Reading,
  call: Call,
) => Promise<ComparableResponse>;

/** @throws {OutcomeError} (from the function) when there is no response */
export function readingSender(send: Send): SendReading {
  return async (entry, reading, call) => {
    const { tried } = entry;
    entry.tried = reading;
    try {
      const { status, text, headers } = await send(entry.operation, call);
      return { status, text: `${headers.get('allow') ?? ''} ${text}` };
    } catch (error) {
      const { status, answerText = '' } = findBlock(error)?.response?.exchange ?? {};
      if (status === undefined) throw error;
      return { status, text: answerText };
    } finally {
      entry.tried = tried;
    }
  };
}

/*
 * The method: a name is sent in several variants to which a backend that knows the name must respond differently. A
 * control, a name that no backend knows, is sent in the same variants. Only responses to the same name are compared, so
 * it does not matter how a backend reports unknown names.
 */

/** A name that no backend uses. */
export const unknownWord = 'nosuchthing';

/** The responses to one name, in the order of the variants. */
type VariantResponses = readonly ComparableResponse[];

/**
 * @param sentWords the words of the request, which a response may repeat
 * @returns the names that the backend knows
 */
async function knownNames<Way>(
  names: readonly string[],
  variants: readonly Way[],
  send: (name: string, variant: Way) => Promise<ComparableResponse>,
  sentWords: readonly string[],
): Promise<[name: string, answers: VariantResponses][]> {
  const ask = async (name: string): Promise<VariantResponses> => {
    const responses: ComparableResponse[] = [];
    for (const variant of variants) responses.push(await send(name, variant));
    return responses;
  };
  const controlResponses = await ask(unknownWord);
  const knownNameResponses: [string, VariantResponses][] = [];
  for (const name of names) {
    // A backend may suggest a similar name, or cut off the text that it repeats. Therefore the second control is
    // similar and has the same length.
    const similarName = name.slice(0, -1) + (name.endsWith('q') ? 'x' : 'q');
    const echoedWords = [...sentWords, name, similarName, unknownWord];
    const responses = await ask(name);
    if (!respondsDifferently([responses], [controlResponses], echoedWords)) continue;
    // A difference that does not repeat was caused by a time, a counter or a rate limit.
    const controls = [controlResponses, await ask(similarName), await ask(unknownWord)];
    if (respondsDifferently([responses, await ask(name)], controls, echoedWords))
      knownNameResponses.push([name, responses]);
  }
  return knownNameResponses;
}

/** Whether the responses to two variants differ, each time in the same way, and do not differ for any control. */
function respondsDifferently(
  responsesOfName: readonly VariantResponses[],
  controls: readonly VariantResponses[],
  sentWords: string[],
): boolean {
  const [firstRound = []] = responsesOfName;
  const isSameStatus = (x?: ComparableResponse, y?: ComparableResponse) => x?.status === y?.status;
  return [responseComparer([]), responseComparer(sentWords), isSameStatus].some((isSame) =>
    firstRound.some((response, variantIndex) =>
      firstRound.some(
        (otherResponse, otherIndex) =>
          !isSame(response, otherResponse) &&
          responsesOfName.every(
            (responses) =>
              isSame(responses[variantIndex], response) &&
              isSame(responses[otherIndex], otherResponse),
          ) &&
          controls.every((responses) => isSame(responses[variantIndex], responses[otherIndex])),
      ),
    ),
  );
}

/** @returns whether two responses have the same words, in any order @param sentWords words to ignore; where there are any, numbers are ignored too */
function responseComparer(sentWords: readonly string[]) {
  const ignoredWords = new Set(sentWords.map((word) => word.toLowerCase()));
  const meaning = ({ text = '' }: Partial<ComparableResponse> = {}) => {
    const words = wordsOf(text).filter((word) => !ignoredWords.has(word));
    const normalizedWords = words.map((word) => (/\d/.test(word) ? '#' : word)).sort();
    return normalizedWords.filter((word) => sentWords.length === 0 || word !== '#').join(' ');
  };
  return (response?: ComparableResponse, otherResponse?: ComparableResponse) =>
    response?.status === otherResponse?.status && meaning(response) === meaning(otherResponse);
}

function wordsOf(text: string): string[] {
  // A UUID counts as one word, because some of its groups have no digit.
  const lower = text.toLowerCase().replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '0');
  return lower.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/* Which paths of an operation a backend offers. The ids and tokens in the requests do not exist. */

/** The statuses of a path that is not offered: another method exists, the path is gone, or it has moved. */
const notOfferedStatuses: readonly unknown[] = [301, 302, 303, 307, 308, 405, 410, 501];
const wordsOfPaths = ['get', 'post', 'put', 'patch', 'options', 'text', 'plain', 'none'];

export async function detectPaths(
  entries: readonly ReadingEntry[],
  ask: SendReading,
): Promise<void> {
  const plainText = { rawBody: 'none', headers: { 'content-type': 'text/plain' } };
  for (const entry of entries.filter(
    (candidate) => candidate.name === 'path' && isUnknown(candidate),
  )) {
    const isRead = findOperation(entry.operation)?.route.method === 'GET';
    const bodies: Call[] = isRead ? [{}] : [{ rawBody: '{}' }, { rawBody: '{' }, plainText];
    const variants = [...bodies, { method: 'PATCH' }, { method: 'OPTIONS' }];
    const offeredPaths: string[] = [];
    for (const path of entry.readings.map(String)) {
      const send = (lastSegment: string, variant: Call) =>
        ask(entry, withLastSegment(path, lastSegment), variant);
      const [knownRound] = await knownNames([lastSegmentOf(path)], variants, send, wordsOfPaths);
      if (knownRound && !notOfferedStatuses.includes(knownRound[1][0]?.status))
        offeredPaths.push(path);
    }
    if (offeredPaths.length > 1) entry.why = 'the backend answers on several of its paths';
    else if (offeredPaths[0])
      setReading(
        entry,
        offeredPaths[0],
        'its answers differ from those of paths that do not exist',
      );
  }
}

export function setReading(entry: ReadingEntry, reading: Reading, why: string): void {
  Object.assign(entry, { reading, why, tried: undefined });
}

/** The last segment of a path that is not a parameter. */
function lastSegmentOf(template: string): string {
  return template.split('/').findLast((part) => !part.startsWith(':')) ?? '';
}

/** A path with another last segment. */
export function withLastSegment(template: string, lastSegment: string): string {
  return template.replace(`/${lastSegmentOf(template)}`, `/${lastSegment}`);
}

/*
 * Under which name a backend reads a field. Each request breaks at least two rules, or uses an address that nobody has.
 */

type JsonBody = Readonly<Record<string, unknown>>;

export const fieldOf = ({ name }: ReadingEntry) => name.slice('body.'.length);

export function fieldsIn(
  entries: readonly ReadingEntry[],
  operation: OperationName,
): ReadingEntry[] {
  return entries.filter((entry) => entry.operation === operation && entry.name.startsWith('body.'));
}

/** An address that cannot have a mailbox. */
export const nobodysAddress = 'admissions-detect@example.invalid';
const { register, ...input } = applicantExamples.hana;
const unknownApplicant = {
  input: { ...input, register: { ...register, email: nobodysAddress, referralCode: 'Refer7q' } },
  email: nobodysAddress,
  password: 'Unknown1',
  transactionReference: '',
  files: {},
};

/** @returns whether the backend accepted an incomplete request; then no more are sent */
export async function detectFields(
  entries: readonly ReadingEntry[],
  operation: OperationName,
  askAny: SendReading,
): Promise<boolean> {
  let acceptedResponse: ComparableResponse | undefined;
  const ask: SendReading = async (...request) => {
    const response = acceptedResponse ?? (await askAny(...request));
    if (response.status < 300) acceptedResponse = response;
    return response;
  };
  const isSame = responseComparer([]);
  const fields = fieldsIn(entries, operation);
  const validBody = validCall(operation, unknownApplicant).body as JsonBody;
  // A setting found later may make an earlier one recognizable, so the loop repeats until nothing changes.
  for (let unknownCountBefore = -1; unknownCountBefore !== fields.filter(isUnknown).length; ) {
    unknownCountBefore = fields.filter(isUnknown).length;
    for (const entry of fields.filter(isUnknown)) {
      const frames: [JsonBody, ComparableResponse][] = [];
      for (const frame of bodiesAround(entry, validBody, fields))
        frames.push([frame, await ask(entry, unknownWord, { body: frame })]);
      // A backend that answers every mistake alike is asked only once.
      const isMute = frames.every(([, response]) => isSame(response, frames[0]?.[1]));
      for (const frame of isMute ? frames.slice(0, 1) : frames)
        if (await detectFieldName(entry, validBody[fieldOf(entry)], frame, fields, ask)) break;
    }
  }
  for (const entry of acceptedResponse ? fields.filter(isUnknown) : [])
    entry.why = 'the backend takes incomplete requests, so no more were sent';
  return acceptedResponse !== undefined;
}

/** A value that every backend which knows the field refuses. */
const invalidValue = { wrong: 'type' };

/**
 * The bodies in which a field is tried, the most incomplete first: backends look at fields in different orders, and
 * some report only the first problem. The fields after it are invalid, and at least two rules are broken, for backends
 * that do not check one of them. A field whose name is unknown is sent under all its names, or left out.
 */
function bodiesAround(
  entry: ReadingEntry,
  validBody: JsonBody,
  fields: readonly ReadingEntry[],
): JsonBody[] {
  const index = Object.keys(validBody).indexOf(fieldOf(entry));
  const otherFields = Object.keys(validBody).filter((field) => field !== fieldOf(entry));
  const namesOf = (field: string) => {
    const openEntry = fields.find(
      (candidate) => fieldOf(candidate) === field && isUnknown(candidate),
    );
    const names = [...(openEntry?.readings ?? []), ...(openEntry?.hint ?? [])];
    return openEntry ? names.map((name) => String(name ?? field)) : [field];
  };
  const lastName = entry.readings.map(String).sort().at(-1) ?? '';
  const validFieldSets = [
    otherFields.slice(0, index),
    otherFields.slice(index),
    otherFields.filter((otherField) => namesOf(otherField).some((name) => name <= lastName)),
  ].map((fieldsBefore) => fieldsBefore.slice(0, Math.max(1, otherFields.length - 2)));
  const frames = [true, false].flatMap((isAll) => {
    const sentFields = otherFields.filter((field) => isAll || namesOf(field).length === 1);
    return validFieldSets.map((fieldsBefore) =>
      sentFields.flatMap((field) =>
        namesOf(field).map((name) => [
          name,
          fieldsBefore.includes(field) ? validBody[field] : invalidValue,
        ]),
      ),
    );
  });
  return [{}, ...frames.map((frameFields) => Object.fromEntries(frameFields))];
}

/**
 * Finds the name of one field, by sending a valid and an invalid value under each name.
 * @param frame the body in which the field is tried, and the response to that body alone
 * @returns whether anything was found
 */
export async function detectFieldName(
  entry: ReadingEntry,
  validValue: unknown,
  [frame, responseWithout]: readonly [JsonBody, ComparableResponse],
  fields: readonly ReadingEntry[],
  ask: SendReading,
): Promise<boolean> {
  const names = entry.readings.filter((reading) => typeof reading === 'string');
  let refusals = responseWithout.text;
  const send = async (name: string, value: unknown) => {
    if (value === undefined) return responseWithout;
    const response = await ask(entry, name, { body: { [fieldOf(entry)]: value, ...frame } });
    if (name === unknownWord) refusals += response.text;
    return response;
  };
  const sentWords = ['wrong', 'type', 'true', 'false', String(validValue), ...Object.keys(frame)];
  const knownAmong = (candidates: readonly string[]) =>
    knownNames(candidates, [undefined, validValue, invalidValue], send, sentWords);
  const speaksOfIt = (response: ComparableResponse | undefined, name: string) =>
    wordsOf(response?.text ?? '').includes(name.toLowerCase());
  // A refusal that names the field for every value refuses the name itself ("did you mean …?").
  const isRefused = ([name, [, validResponse, invalidResponse]]: [string, VariantResponses]) =>
    speaksOfIt(validResponse, name) && responseComparer([])(validResponse, invalidResponse);
  const [foundRound, ...otherRounds] = (await knownAmong(names)).filter(
    (round) => !isRefused(round),
  );
  if (otherRounds.length > 0) entry.why = 'the backend reads several of its names';
  else if (foundRound)
    setReading(entry, foundRound[0], 'what is sent under this name makes a difference');
  if (foundRound) return true;
  const isSame = responseComparer([...names, unknownWord, String(validValue)]);
  // A backend that knows the field accepts at least one of these values.
  let isLeftOut = entry.readings.includes(null);
  for (const value of isLeftOut ? [validValue, '', null] : []) {
    const control = await send(unknownWord, value);
    const isSameFor = isSame(control, await send(names[0] ?? '', value));
    isLeftOut &&= isSameFor && control.status >= 300 && !isSame(control, responseWithout);
  }
  if (isLeftOut) setReading(entry, null, 'this field is refused as those are that no backend has');
  if (isLeftOut) return true;
  for (const [name, [, validResponse]] of await knownAmong(newNames(refusals, entry, fields))) {
    // A refusal that names this candidate shows that it belongs to another field.
    if (speaksOfIt(validResponse, name)) continue;
    entry.hint = [name];
    entry.why = `perhaps "${name}", of which refusals speak: if so, say it by --dialect`;
    return true;
  }
  return false;
}

const namePattern =
  /(?<=["'`/.])[a-z]\w+(?=["'`\]\\])|\b[a-z]+(?:[A-Z_]\w*)+|(?<=^|[":,;([]\s?)[a-z]\w+(?= (?:is|must|should|has|can)|[,)])/g;

/** @returns names in a text that no reading has, and that may belong to this field more than to another */
function newNames(text: string, entry: ReadingEntry, fields: readonly ReadingEntry[]): string[] {
  const route = findOperation(entry.operation)?.route;
  const knownReadings = fields.flatMap(({ readings, reading }) => [...readings, reading]);
  knownReadings.push(unknownWord, ...(route ? bodyFields(route) : []));
  return [...new Set(text.match(namePattern))].filter((name) => {
    const parts = name.split(/(?=[A-Z])|_/).filter((part) => part.length > 2);
    const isLike = ({ readings }: ReadingEntry) =>
      parts.some((part) => String(readings).toLowerCase().includes(part.toLowerCase()));
    return !knownReadings.includes(name) && (isLike(entry) || !fields.some(isLike));
  });
}
