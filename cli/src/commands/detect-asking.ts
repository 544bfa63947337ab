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
import { callFor } from '../applicant/calls.ts';
import { blockOf } from '../checks/ending.ts';
import type { Send } from '../checks/sender.ts';
import type { ApiResponse, Call } from '../checks/wire.ts';

/** A setting of the dialect and what is known about it. It is either certain or unknown; nothing is guessed. */
export interface Entry extends DialectSetting {
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
export function entriesOf(givenDialect: Dialect, why: string): Entry[] {
  return dialectSettings.map((setting) =>
    speaksOf(givenDialect, setting)
      ? { ...setting, reading: readingIn(givenDialect, setting), why: 'as --dialect says' }
      : { ...setting, why },
  );
}

/** The dialect of --dialect with the readings that were found or are being tried. */
export function dialectOf(givenDialect: Dialect, entries: readonly Entry[]): Dialect {
  return entries.reduce((dialect, entry) => {
    const reading = entry.tried === undefined ? entry.reading : entry.tried;
    const isSaid = reading === undefined || reading === readingIn(dialect, entry);
    return isSaid ? dialect : withReading(dialect, entry, reading);
  }, givenDialect);
}

export const isOpen = ({ reading }: Entry) => reading === undefined;

/** The text begins with the value of the Allow header. */
type Answer = Pick<ApiResponse, 'status' | 'text'>;

/** Sends a request of the setting's operation that uses this reading. */
export type Ask = (entry: Entry, reading: Reading, call: Call) => Promise<Answer>;

/** @throws {CheckEnd} (from the function) when there is no response */
export function asker(send: Send): Ask {
  return async (entry, reading, call) => {
    const { tried } = entry;
    entry.tried = reading;
    try {
      const { status, text, headers } = await send(entry.operation, call);
      return { status, text: `${headers.get('allow') ?? ''} ${text}` };
    } catch (error) {
      const { status, answerText = '' } = blockOf(error)?.response?.exchange ?? {};
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
export const nowhere = 'nosuchthing';

/** The responses to one name, in the order of the variants. */
type Round = readonly Answer[];

/**
 * @param sentWords the words of the request, which a response may repeat
 * @returns the names that the backend knows
 */
async function knownNames<Way>(
  names: readonly string[],
  variants: readonly Way[],
  send: (name: string, variant: Way) => Promise<Answer>,
  sentWords: readonly string[],
): Promise<[name: string, answers: Round][]> {
  const ask = async (name: string): Promise<Round> => {
    const answers: Answer[] = [];
    for (const variant of variants) answers.push(await send(name, variant));
    return answers;
  };
  const control = await ask(nowhere);
  const knownRounds: [string, Round][] = [];
  for (const name of names) {
    // A backend may suggest a similar name, or cut off the text that it repeats. Therefore the second control is
    // similar and has the same length.
    const similarName = name.slice(0, -1) + (name.endsWith('q') ? 'x' : 'q');
    const echoedWords = [...sentWords, name, similarName, nowhere];
    const answers = await ask(name);
    if (!isShown([answers], [control], echoedWords)) continue;
    // A difference that does not repeat was caused by a time, a counter or a rate limit.
    const controls = [control, await ask(similarName), await ask(nowhere)];
    if (isShown([answers, await ask(name)], controls, echoedWords))
      knownRounds.push([name, answers]);
  }
  return knownRounds;
}

/** Whether the responses to two variants differ, each time in the same way, and do not differ for any control. */
function isShown(
  rounds: readonly Round[],
  controls: readonly Round[],
  sentWords: string[],
): boolean {
  const [firstRound = []] = rounds;
  const isSameStatus = (x?: Answer, y?: Answer) => x?.status === y?.status;
  return [sameWithout([]), sameWithout(sentWords), isSameStatus].some((isSame) =>
    firstRound.some((answer, index) =>
      firstRound.some(
        (otherAnswer, otherIndex) =>
          !isSame(answer, otherAnswer) &&
          rounds.every(
            (round) => isSame(round[index], answer) && isSame(round[otherIndex], otherAnswer),
          ) &&
          controls.every((round) => isSame(round[index], round[otherIndex])),
      ),
    ),
  );
}

/** @returns whether two responses have the same words, in any order @param sentWords words to ignore; where there are any, numbers are ignored too */
function sameWithout(sentWords: readonly string[]) {
  const dropped = new Set(sentWords.map((word) => word.toLowerCase()));
  const meaning = ({ text = '' }: Partial<Answer> = {}) => {
    const words = wordsOf(text).filter((word) => !dropped.has(word));
    const normalized = words.map((word) => (/\d/.test(word) ? '#' : word)).sort();
    return normalized.filter((word) => sentWords.length === 0 || word !== '#').join(' ');
  };
  return (answer?: Answer, otherAnswer?: Answer) =>
    answer?.status === otherAnswer?.status && meaning(answer) === meaning(otherAnswer);
}

function wordsOf(text: string): string[] {
  // A UUID counts as one word, because some of its groups have no digit.
  const lower = text.toLowerCase().replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '0');
  return lower.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/* Which paths of an operation a backend offers. The ids and tokens in the requests do not exist. */

/** The statuses of a path that is not offered: another method exists, the path is gone, or it has moved. */
const notOffered: readonly unknown[] = [301, 302, 303, 307, 308, 405, 410, 501];
const wordsOfPaths = ['get', 'post', 'put', 'patch', 'options', 'text', 'plain', 'none'];

export async function detectPaths(entries: readonly Entry[], ask: Ask): Promise<void> {
  const plainText = { rawBody: 'none', headers: { 'content-type': 'text/plain' } };
  for (const entry of entries.filter(
    (candidate) => candidate.name === 'path' && isOpen(candidate),
  )) {
    const isRead = findOperation(entry.operation)?.route.method === 'GET';
    const bodies: Call[] = isRead ? [{}] : [{ rawBody: '{}' }, { rawBody: '{' }, plainText];
    const variants = [...bodies, { method: 'PATCH' }, { method: 'OPTIONS' }];
    const offered: string[] = [];
    for (const path of entry.readings.map(String)) {
      const send = (lastSegment: string, variant: Call) =>
        ask(entry, withLast(path, lastSegment), variant);
      const [knownRound] = await knownNames([lastOf(path)], variants, send, wordsOfPaths);
      if (knownRound && !notOffered.includes(knownRound[1][0]?.status)) offered.push(path);
    }
    if (offered.length > 1) entry.why = 'the backend answers on several of its paths';
    else if (offered[0])
      setReading(entry, offered[0], 'its answers differ from those of paths that do not exist');
  }
}

export function setReading(entry: Entry, reading: Reading, why: string): void {
  Object.assign(entry, { reading, why, tried: undefined });
}

/** The last segment of a path that is not a parameter. */
function lastOf(template: string): string {
  return template.split('/').findLast((part) => !part.startsWith(':')) ?? '';
}

/** A path with another last segment. */
export function withLast(template: string, lastSegment: string): string {
  return template.replace(`/${lastOf(template)}`, `/${lastSegment}`);
}

/*
 * Under which name a backend reads a field. Each request breaks at least two rules, or uses an address that nobody has.
 */

type Body = Readonly<Record<string, unknown>>;

export const fieldOf = ({ name }: Entry) => name.slice('body.'.length);

export function fieldsIn(entries: readonly Entry[], operation: OperationName): Entry[] {
  return entries.filter((entry) => entry.operation === operation && entry.name.startsWith('body.'));
}

/** An address that cannot have a mailbox. */
export const nobodysAddress = 'admissions-detect@example.invalid';
const { register, ...input } = applicantExamples.hana;
const nobody = {
  input: { ...input, register: { ...register, email: nobodysAddress, referralCode: 'Refer7q' } },
  email: nobodysAddress,
  password: 'Unknown1',
  transactionReference: '',
  files: {},
};

/** @returns whether the backend accepted an incomplete request; then no more are sent */
export async function detectFields(
  entries: readonly Entry[],
  operation: OperationName,
  askAny: Ask,
): Promise<boolean> {
  let acceptedAnswer: Answer | undefined;
  const ask: Ask = async (...request) => {
    const answer = acceptedAnswer ?? (await askAny(...request));
    if (answer.status < 300) acceptedAnswer = answer;
    return answer;
  };
  const isSame = sameWithout([]);
  const fields = fieldsIn(entries, operation);
  const validBody = callFor(operation, nobody).body as Body;
  // A setting found later may make an earlier one recognizable, so the loop repeats until nothing changes.
  for (let openBefore = -1; openBefore !== fields.filter(isOpen).length; ) {
    openBefore = fields.filter(isOpen).length;
    for (const entry of fields.filter(isOpen)) {
      const frames: [Body, Answer][] = [];
      for (const frame of framesOf(entry, validBody, fields))
        frames.push([frame, await ask(entry, nowhere, { body: frame })]);
      // A backend that answers every mistake alike is asked only once.
      const isMute = frames.every(([, answer]) => isSame(answer, frames[0]?.[1]));
      for (const frame of isMute ? frames.slice(0, 1) : frames)
        if (await askField(entry, validBody[fieldOf(entry)], frame, fields, ask)) break;
    }
  }
  for (const entry of acceptedAnswer ? fields.filter(isOpen) : [])
    entry.why = 'the backend takes incomplete requests, so no more were sent';
  return acceptedAnswer !== undefined;
}

/** A value that every backend which knows the field refuses. */
const invalidValue = { wrong: 'type' };

/**
 * The bodies in which a field is tried, the most incomplete first: backends look at fields in different orders, and
 * some report only the first problem. The fields after it are invalid, and at least two rules are broken, for backends
 * that do not check one of them. A field whose name is unknown is sent under all its names, or left out.
 */
function framesOf(entry: Entry, validBody: Body, fields: readonly Entry[]): Body[] {
  const index = Object.keys(validBody).indexOf(fieldOf(entry));
  const otherFields = Object.keys(validBody).filter((field) => field !== fieldOf(entry));
  const namesOf = (field: string) => {
    const openEntry = fields.find((candidate) => fieldOf(candidate) === field && isOpen(candidate));
    const names = [...(openEntry?.readings ?? []), ...(openEntry?.hint ?? [])];
    return openEntry ? names.map((name) => String(name ?? field)) : [field];
  };
  const lastName = entry.readings.map(String).sort().at(-1) ?? '';
  const befores = [
    otherFields.slice(0, index),
    otherFields.slice(index),
    otherFields.filter((field) => namesOf(field).some((name) => name <= lastName)),
  ].map((fieldsBefore) => fieldsBefore.slice(0, Math.max(1, otherFields.length - 2)));
  const frames = [true, false].flatMap((isAll) => {
    const sentFields = otherFields.filter((field) => isAll || namesOf(field).length === 1);
    return befores.map((fieldsBefore) =>
      sentFields.flatMap((field) =>
        namesOf(field).map((name) => [
          name,
          fieldsBefore.includes(field) ? validBody[field] : invalidValue,
        ]),
      ),
    );
  });
  return [{}, ...frames.map((frame) => Object.fromEntries(frame))];
}

/**
 * Finds the name of one field, by sending a valid and an invalid value under each name.
 * @param frame the body in which the field is tried, and the response to that body alone
 * @returns whether anything was found
 */
export async function askField(
  entry: Entry,
  validValue: unknown,
  [frame, answerWithout]: readonly [Body, Answer],
  fields: readonly Entry[],
  ask: Ask,
): Promise<boolean> {
  const names = entry.readings.filter((reading) => typeof reading === 'string');
  let refusals = answerWithout.text;
  const send = async (name: string, value: unknown) => {
    if (value === undefined) return answerWithout;
    const answer = await ask(entry, name, { body: { [fieldOf(entry)]: value, ...frame } });
    if (name === nowhere) refusals += answer.text;
    return answer;
  };
  const sentWords = ['wrong', 'type', 'true', 'false', String(validValue), ...Object.keys(frame)];
  const knownAmong = (candidates: readonly string[]) =>
    knownNames(candidates, [undefined, validValue, invalidValue], send, sentWords);
  const speaksOfIt = (answer: Answer | undefined, name: string) =>
    wordsOf(answer?.text ?? '').includes(name.toLowerCase());
  // A refusal that names the field for every value refuses the name itself ("did you mean …?").
  const isRefused = ([name, [, validAnswer, invalidAnswer]]: [string, Round]) =>
    speaksOfIt(validAnswer, name) && sameWithout([])(validAnswer, invalidAnswer);
  const [foundRound, ...otherRounds] = (await knownAmong(names)).filter(
    (round) => !isRefused(round),
  );
  if (otherRounds.length > 0) entry.why = 'the backend reads several of its names';
  else if (foundRound)
    setReading(entry, foundRound[0], 'what is sent under this name makes a difference');
  if (foundRound) return true;
  const isSame = sameWithout([...names, nowhere, String(validValue)]);
  // A backend that knows the field accepts at least one of these values.
  let isLeftOut = entry.readings.includes(null);
  for (const value of isLeftOut ? [validValue, '', null] : []) {
    const control = await send(nowhere, value);
    const isSameFor = isSame(control, await send(names[0] ?? '', value));
    isLeftOut &&= isSameFor && control.status >= 300 && !isSame(control, answerWithout);
  }
  if (isLeftOut) setReading(entry, null, 'this field is refused as those are that no backend has');
  if (isLeftOut) return true;
  for (const [name, [, validAnswer]] of await knownAmong(newNames(refusals, entry, fields))) {
    // A refusal that names this candidate shows that it belongs to another field.
    if (speaksOfIt(validAnswer, name)) continue;
    entry.hint = [name];
    entry.why = `perhaps "${name}", of which refusals speak: if so, say it by --dialect`;
    return true;
  }
  return false;
}

const nameLike =
  /(?<=["'`/.])[a-z]\w+(?=["'`\]\\])|\b[a-z]+(?:[A-Z_]\w*)+|(?<=^|[":,;([]\s?)[a-z]\w+(?= (?:is|must|should|has|can)|[,)])/g;

/** @returns names in a text that no reading has, and that may belong to this field more than to another */
function newNames(text: string, entry: Entry, fields: readonly Entry[]): string[] {
  const route = findOperation(entry.operation)?.route;
  const knownReadings = fields.flatMap(({ readings, reading }) => [...readings, reading]);
  knownReadings.push(nowhere, ...(route ? bodyFields(route) : []));
  return [...new Set(text.match(nameLike))].filter((name) => {
    const parts = name.split(/(?=[A-Z])|_/).filter((part) => part.length > 2);
    const isLike = ({ readings }: Entry) =>
      parts.some((part) => String(readings).toLowerCase().includes(part.toLowerCase()));
    return !knownReadings.includes(name) && (isLike(entry) || !fields.some(isLike));
  });
}
