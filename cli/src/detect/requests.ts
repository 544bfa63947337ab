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
import { makeValidCall } from '../applicant/valid-calls.ts';
import type { ApiResponse, Call } from '../backend-checks/http-messages.ts';
import type { Send } from '../backend-checks/sender.ts';
import { findBlock } from '../checks/outcome.ts';
import { copyBeginning } from '../core/text.ts';

/** A setting of the dialect and what is known about it. It is either certain or unknown; nothing is guessed. */
export interface ReadingEntry extends DialectSetting {
  /** Left out while it is unknown. */
  reading?: Reading;
  /** The evidence, or why there is none. */
  evidenceText: string;
  /** A name that no reading has, but that the backend may use. */
  nameHint?: [string];
  /** The reading that the current requests use. */
  triedReading?: Reading;
}

/**
 * @param givenDialect the dialect of --dialect
 * @param evidenceText the text for settings about which nothing is known yet
 */
export function makeReadingEntries(givenDialect: Dialect, evidenceText: string): ReadingEntry[] {
  return dialectSettings.map((setting) =>
    speaksOf(givenDialect, setting)
      ? { ...setting, reading: readingIn(givenDialect, setting), evidenceText: 'as --dialect says' }
      : { ...setting, evidenceText },
  );
}

/** The dialect of --dialect with the readings that were found or are being tried. */
export function makeDialect(givenDialect: Dialect, entries: readonly ReadingEntry[]): Dialect {
  return entries.reduce((dialect, entry) => {
    const usedReading = entry.triedReading === undefined ? entry.reading : entry.triedReading;
    const isUnchanged = usedReading === undefined || usedReading === readingIn(dialect, entry);
    return isUnchanged ? dialect : withReading(dialect, entry, usedReading);
  }, givenDialect);
}

export const isUnknown = ({ reading }: ReadingEntry) => reading === undefined;

/** The text begins with the value of the Allow header. */
type ComparableResponse = Pick<ApiResponse, 'status' | 'text'>;

/** In characters. Refusals are shorter; what is longer is cut before it is compared. */
const maxComparedLength = 20_000;

/** Sends a request of the setting's operation that uses this reading. */
export type SendReading = (
  entry: ReadingEntry,
  reading: Reading,
  call: Call,
) => Promise<ComparableResponse>;

/** @throws {OutcomeError} (from the function) when there is no response */
export function createReadingSender(send: Send): SendReading {
  return async (entry, reading, call) => {
    const { triedReading } = entry;
    entry.triedReading = reading;
    try {
      const { status, text, headers } = await send(entry.operation, call);
      return {
        status,
        text: copyBeginning(`${headers.get('allow') ?? ''} ${text}`, maxComparedLength),
      };
    } catch (error) {
      const { status, answerText = '' } = findBlock(error)?.response?.exchange ?? {};
      if (status === undefined) throw error;
      return { status, text: answerText };
    } finally {
      entry.triedReading = triedReading;
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
async function findKnownNames<Way>(
  candidateNames: readonly string[],
  requestVariants: readonly Way[],
  sendWithName: (name: string, variant: Way) => Promise<ComparableResponse>,
  sentWords: readonly string[],
): Promise<[name: string, answers: VariantResponses][]> {
  const askWithName = async (name: string): Promise<VariantResponses> => {
    const variantResponses: ComparableResponse[] = [];
    for (const requestVariant of requestVariants)
      variantResponses.push(await sendWithName(name, requestVariant));
    return variantResponses;
  };
  const controlResponses = await askWithName(unknownWord);
  const knownNameResponses: [string, VariantResponses][] = [];
  for (const name of candidateNames) {
    // A backend may suggest a similar name, or cut off the text that it repeats. Therefore the second control is
    // similar and has the same length.
    const similarName = name.slice(0, -1) + (name.endsWith('q') ? 'x' : 'q');
    const echoedWords = [...sentWords, name, similarName, unknownWord];
    const responses = await askWithName(name);
    if (!respondsDifferently([responses], [controlResponses], echoedWords)) continue;
    // A difference that does not repeat was caused by a time, a counter or a rate limit.
    const controlResponsesToCompare = [
      controlResponses,
      await askWithName(similarName),
      await askWithName(unknownWord),
    ];
    if (
      respondsDifferently(
        [responses, await askWithName(name)],
        controlResponsesToCompare,
        echoedWords,
      )
    )
      knownNameResponses.push([name, responses]);
  }
  return knownNameResponses;
}

/** Whether the responses to two variants differ, each time in the same way, and do not differ for any control. */
function respondsDifferently(
  responsesOfName: readonly VariantResponses[],
  controlResponses: readonly VariantResponses[],
  sentWords: string[],
): boolean {
  const [firstRound = []] = responsesOfName;
  const isSameStatus = (x?: ComparableResponse, y?: ComparableResponse) => x?.status === y?.status;
  return [createResponseComparer([]), createResponseComparer(sentWords), isSameStatus].some(
    (hasSameMeaning) =>
      firstRound.some((response, variantIndex) =>
        firstRound.some(
          (otherResponse, otherIndex) =>
            !hasSameMeaning(response, otherResponse) &&
            responsesOfName.every(
              (responses) =>
                hasSameMeaning(responses[variantIndex], response) &&
                hasSameMeaning(responses[otherIndex], otherResponse),
            ) &&
            controlResponses.every((responses) =>
              hasSameMeaning(responses[variantIndex], responses[otherIndex]),
            ),
        ),
      ),
  );
}

/** @returns whether two responses have the same words, in any order @param sentWords words to ignore; where there are any, numbers are ignored too */
function createResponseComparer(sentWords: readonly string[]) {
  const ignoredWords = new Set(sentWords.map((word) => word.toLowerCase()));
  const readMeaning = ({ text = '' }: Partial<ComparableResponse> = {}) => {
    const meaningfulWords = splitIntoWords(text).filter((word) => !ignoredWords.has(word));
    const normalizedWords = meaningfulWords.map((word) => (/\d/.test(word) ? '#' : word)).sort();
    return normalizedWords.filter((word) => sentWords.length === 0 || word !== '#').join(' ');
  };
  return (response?: ComparableResponse, otherResponse?: ComparableResponse) =>
    response?.status === otherResponse?.status &&
    readMeaning(response) === readMeaning(otherResponse);
}

function splitIntoWords(text: string): string[] {
  // A UUID counts as one word, because some of its groups have no digit.
  const lowerCaseText = text.toLowerCase().replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '0');
  return lowerCaseText.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/* Which paths of an operation a backend offers. The ids and tokens in the requests do not exist. */

/** The statuses of a path that is not offered: another method exists, the path is gone, or it has moved. */
const notOfferedStatuses: readonly unknown[] = [301, 302, 303, 307, 308, 405, 410, 501];
const wordsOfPaths = ['get', 'post', 'put', 'patch', 'options', 'text', 'plain', 'none'];

export async function detectPaths(
  entries: readonly ReadingEntry[],
  sendReading: SendReading,
): Promise<void> {
  const plainTextCall = { rawBody: 'none', headers: { 'content-type': 'text/plain' } };
  for (const entry of entries.filter(
    (candidate) => candidate.name === 'path' && isUnknown(candidate),
  )) {
    const isGetOperation = findOperation(entry.operation)?.route.method === 'GET';
    const callsWithBodies: Call[] = isGetOperation
      ? [{}]
      : [{ rawBody: '{}' }, { rawBody: '{' }, plainTextCall];
    const callVariants = [...callsWithBodies, { method: 'PATCH' }, { method: 'OPTIONS' }];
    const knownPaths: string[] = [];
    for (const path of entry.readings.map(String)) {
      const sendWithSegment = (lastSegment: string, variant: Call) =>
        sendReading(entry, withLastSegment(path, lastSegment), variant);
      const [knownRound] = await findKnownNames(
        [readLastSegment(path)],
        callVariants,
        sendWithSegment,
        wordsOfPaths,
      );
      if (knownRound && !notOfferedStatuses.includes(knownRound[1][0]?.status))
        knownPaths.push(path);
    }
    if (knownPaths.length > 1) entry.evidenceText = 'the backend answers on several of its paths';
    else if (knownPaths[0])
      setReading(entry, knownPaths[0], 'its answers differ from those of paths that do not exist');
  }
}

export function setReading(entry: ReadingEntry, reading: Reading, evidenceText: string): void {
  Object.assign(entry, { reading, evidenceText, triedReading: undefined });
}

/** The last segment of a path that is not a parameter. */
function readLastSegment(template: string): string {
  return template.split('/').findLast((pathSegment) => !pathSegment.startsWith(':')) ?? '';
}

/** A path with another last segment. */
export function withLastSegment(template: string, lastSegment: string): string {
  return template.replace(`/${readLastSegment(template)}`, `/${lastSegment}`);
}

/*
 * Under which name a backend reads a field. Each request breaks at least two rules, or uses an address that nobody has.
 */

type JsonBody = Readonly<Record<string, unknown>>;

export const readCanonicalField = ({ name }: ReadingEntry) => name.slice('body.'.length);

export function findFieldEntries(
  entries: readonly ReadingEntry[],
  operation: OperationName,
): ReadingEntry[] {
  return entries.filter((entry) => entry.operation === operation && entry.name.startsWith('body.'));
}

/** An address that cannot have a mailbox. */
export const nobodysAddress = 'admissions-detect@example.invalid';
const { register, ...input } = applicantExamples.hana;
const unknownApplicant = {
  applicantInput: {
    ...input,
    register: { ...register, email: nobodysAddress, referralCode: 'Refer7q' },
  },
  email: nobodysAddress,
  password: 'Unknown1',
  transactionReference: '',
  storedFileNames: {},
};

/** @returns whether the backend accepted an incomplete request; then no more are sent */
export async function detectFields(
  entries: readonly ReadingEntry[],
  operation: OperationName,
  askAny: SendReading,
): Promise<boolean> {
  let acceptedResponse: ComparableResponse | undefined;
  const askUntilAccepted: SendReading = async (...request) => {
    const response = acceptedResponse ?? (await askAny(...request));
    if (response.status < 300) acceptedResponse = response;
    return response;
  };
  const hasSameMeaning = createResponseComparer([]);
  const fieldEntries = findFieldEntries(entries, operation);
  const validBody = makeValidCall(operation, unknownApplicant).body as JsonBody;
  // A setting found later may make an earlier one recognizable, so the loop repeats until nothing changes.
  for (
    let unknownCountBefore = -1;
    unknownCountBefore !== fieldEntries.filter(isUnknown).length;
  ) {
    unknownCountBefore = fieldEntries.filter(isUnknown).length;
    for (const entry of fieldEntries.filter(isUnknown)) {
      const bodiesWithResponse: [JsonBody, ComparableResponse][] = [];
      for (const surroundingBody of makeBodiesAround(entry, validBody, fieldEntries))
        bodiesWithResponse.push([
          surroundingBody,
          await askUntilAccepted(entry, unknownWord, { body: surroundingBody }),
        ]);
      // A backend that answers every mistake alike is asked only once.
      const isSameForAllBodies = bodiesWithResponse.every(([, response]) =>
        hasSameMeaning(response, bodiesWithResponse[0]?.[1]),
      );
      for (const bodyAndResponse of isSameForAllBodies
        ? bodiesWithResponse.slice(0, 1)
        : bodiesWithResponse)
        if (
          await detectFieldName(
            entry,
            validBody[readCanonicalField(entry)],
            bodyAndResponse,
            fieldEntries,
            askUntilAccepted,
          )
        )
          break;
    }
  }
  for (const entry of acceptedResponse ? fieldEntries.filter(isUnknown) : [])
    entry.evidenceText = 'the backend takes incomplete requests, so no more were sent';
  return acceptedResponse !== undefined;
}

/** A value that every backend which knows the field refuses. */
const invalidValue = { wrong: 'type' };

/**
 * The bodies in which a field is tried, the most incomplete first: backends look at fields in different orders, and
 * some report only the first problem. The fields after it are invalid, and at least two rules are broken, for backends
 * that do not check one of them. A field whose name is unknown is sent under all its names, or left out.
 */
function makeBodiesAround(
  entry: ReadingEntry,
  validBody: JsonBody,
  fieldEntries: readonly ReadingEntry[],
): JsonBody[] {
  const index = Object.keys(validBody).indexOf(readCanonicalField(entry));
  const otherFieldNames = Object.keys(validBody).filter(
    (field) => field !== readCanonicalField(entry),
  );
  const possibleNamesOf = (field: string) => {
    const openEntry = fieldEntries.find(
      (candidate) => readCanonicalField(candidate) === field && isUnknown(candidate),
    );
    const possibleNames = [...(openEntry?.readings ?? []), ...(openEntry?.nameHint ?? [])];
    return openEntry ? possibleNames.map((possibleName) => String(possibleName ?? field)) : [field];
  };
  const lastName = entry.readings.map(String).sort().at(-1) ?? '';
  const sentAsValidFieldSets = [
    otherFieldNames.slice(0, index),
    otherFieldNames.slice(index),
    otherFieldNames.filter((otherField) =>
      possibleNamesOf(otherField).some((name) => name <= lastName),
    ),
  ].map((fieldsBefore) => fieldsBefore.slice(0, Math.max(1, otherFieldNames.length - 2)));
  const bodyEntriesList = [true, false].flatMap((sendsAllFields) => {
    const sentFields = otherFieldNames.filter(
      (field) => sendsAllFields || possibleNamesOf(field).length === 1,
    );
    return sentAsValidFieldSets.map((fieldsBefore) =>
      sentFields.flatMap((field) =>
        possibleNamesOf(field).map((name) => [
          name,
          fieldsBefore.includes(field) ? validBody[field] : invalidValue,
        ]),
      ),
    );
  });
  return [{}, ...bodyEntriesList.map((bodyEntries) => Object.fromEntries(bodyEntries))];
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
  fieldEntries: readonly ReadingEntry[],
  sendReading: SendReading,
): Promise<boolean> {
  const knownNames = entry.readings.filter((reading) => typeof reading === 'string');
  let refusalText = responseWithout.text;
  const sendValueAs = async (name: string, sentValue: unknown) => {
    if (sentValue === undefined) return responseWithout;
    const response = await sendReading(entry, name, {
      body: { [readCanonicalField(entry)]: sentValue, ...frame },
    });
    if (name === unknownWord) refusalText += response.text;
    return response;
  };
  const sentWords = ['wrong', 'type', 'true', 'false', String(validValue), ...Object.keys(frame)];
  const findKnownAmong = (candidates: readonly string[]) =>
    findKnownNames(candidates, [undefined, validValue, invalidValue], sendValueAs, sentWords);
  const mentionsField = (response: ComparableResponse | undefined, name: string) =>
    splitIntoWords(response?.text ?? '').includes(name.toLowerCase());
  // A refusal that names the field for every value refuses the name itself ("did you mean …?").
  const isNameRefused = ([name, [, validResponse, invalidResponse]]: [string, VariantResponses]) =>
    mentionsField(validResponse, name) &&
    createResponseComparer([])(validResponse, invalidResponse);
  const [foundRound, ...otherRounds] = (await findKnownAmong(knownNames)).filter(
    (foundName) => !isNameRefused(foundName),
  );
  if (otherRounds.length > 0) entry.evidenceText = 'the backend reads several of its names';
  else if (foundRound)
    setReading(entry, foundRound[0], 'what is sent under this name makes a difference');
  if (foundRound) return true;
  const isSameResponse = createResponseComparer([...knownNames, unknownWord, String(validValue)]);
  // A backend that knows the field accepts at least one of these values.
  let isFieldLeftOut = entry.readings.includes(null);
  for (const testedValue of isFieldLeftOut ? [validValue, '', null] : []) {
    const controlResponse = await sendValueAs(unknownWord, testedValue);
    const isSameAsControl = isSameResponse(
      controlResponse,
      await sendValueAs(knownNames[0] ?? '', testedValue),
    );
    isFieldLeftOut &&=
      isSameAsControl &&
      controlResponse.status >= 300 &&
      !isSameResponse(controlResponse, responseWithout);
  }
  if (isFieldLeftOut)
    setReading(entry, null, 'this field is refused as those are that no backend has');
  if (isFieldLeftOut) return true;
  for (const [name, [, validResponse]] of await findKnownAmong(
    findNewNames(refusalText, entry, fieldEntries),
  )) {
    // A refusal that names this candidate shows that it belongs to another field.
    if (mentionsField(validResponse, name)) continue;
    entry.nameHint = [name];
    entry.evidenceText = `perhaps "${name}", of which refusals speak: if so, say it by --dialect`;
    return true;
  }
  return false;
}

const namePattern =
  /(?<=["'`/.])[a-z]\w+(?=["'`\]\\])|\b[a-z]+(?:[A-Z_]\w*)+|(?<=^|[":,;([]\s?)[a-z]\w+(?= (?:is|must|should|has|can)|[,)])/g;

/** @returns names in a text that no reading has, and that may belong to this field more than to another */
function findNewNames(
  text: string,
  entry: ReadingEntry,
  fieldEntries: readonly ReadingEntry[],
): string[] {
  const route = findOperation(entry.operation)?.route;
  const knownReadings = fieldEntries.flatMap(({ readings, reading }) => [...readings, reading]);
  knownReadings.push(unknownWord, ...(route ? bodyFields(route) : []));
  return [...new Set(text.match(namePattern))].filter((name) => {
    const nameParts = name.split(/(?=[A-Z])|_/).filter((part) => part.length > 2);
    const resemblesName = ({ readings }: ReadingEntry) =>
      nameParts.some((part) => String(readings).toLowerCase().includes(part.toLowerCase()));
    return (
      !knownReadings.includes(name) && (resemblesName(entry) || !fieldEntries.some(resemblesName))
    );
  });
}
