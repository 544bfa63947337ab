/**
 * Leaks in responses: passwords, one-time secrets, the exam's right answers, other people's data. It also keeps every
 * secret that the backend issued in the run, with its owner: several of a kind show how the next could be guessed.
 */
import { findOperation } from '@one-planet/contract';
import { type EvidenceResponse, keepEvidence } from '../checks/evidence.ts';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import { NgramFilter } from '../core/ngrams.ts';
import { nameMarkLength, type Person } from './applicants.ts';
import {
  type ApiResponse,
  type Inspector,
  listPasswords,
  readStoredFileName,
} from './http-messages.ts';

/** Values that the backend issues, and that must be hard to guess. */
export type SecretKind = 'bearer' | 'password-token' | 'payment-code' | 'file-name';

interface IssuedSecret {
  secretText: string;
  /**
   * The part that only its owner has: without the prefix and the ending that all values of a kind share. `undefined` for
   * a date or a word, which others may have too.
   */
  uniquePart: string | undefined;
  /** The number of the applicant the secret belongs to. */
  ownerNumber: number;
  response: EvidenceResponse;
}

export class IssuedSecrets {
  readonly #secretsByKind = new Map<SecretKind, IssuedSecret[]>();

  noteSecrets(response: ApiResponse): void {
    const { operation, status, json } = response;
    if (status >= 300) return;
    const { token, paymentDto } = fieldsOf(json);
    const { paymentCode } = fieldsOf(paymentDto);
    if (operation === 'auth.login') this.#add('bearer', token, response);
    if (operation === 'applicants.activate') this.#add('password-token', token, response);
    if (operation === 'exams.submit' || operation === 'payments.getPending')
      this.#add('payment-code', paymentCode, response);
    if (operation === 'files.upload')
      this.#add('file-name', readStoredFileName(response), response);
  }

  /** The secrets of a kind in the order in which they were issued, each once. */
  listSecretsOfKind(secretKind: SecretKind): readonly IssuedSecret[] {
    return this.#secretsByKind.get(secretKind) ?? [];
  }

  #add(secretKind: SecretKind, secretText: unknown, response: ApiResponse): void {
    const { subjectNumber: ownerNumber } = response;
    if (typeof secretText !== 'string' || !secretText || ownerNumber === undefined) return;
    const secrets = this.#secretsByKind.get(secretKind) ?? [];
    this.#secretsByKind.set(secretKind, secrets);
    const isKnown = secrets.some(
      (secret) => secret.secretText === secretText && secret.ownerNumber === ownerNumber,
    );
    if (isKnown) return;
    const uniquePart = findUniquePart(secretText);
    secrets.push({ secretText, uniquePart, ownerNumber, response: keepEvidence(response) });
  }
}

function findUniquePart(secretText: string): string | undefined {
  return (secretText.match(/[\da-z]{8,}/gi) ?? []).find(
    (secretPart) => secretPart.length >= 12 || (/\d/.test(secretPart) && /[a-z]/i.test(secretPart)),
  );
}

/** A field with a value, in JSON and in text that looks like it. */
const fieldPattern = /"([\w-]+)"\s*:\s*("(?:[^"\\]|\\.)+"|\d+|true)/g;
const passwordNamePattern = /passw(?:or)?d|pwd|^salt$/i;
const rightAnswerNamePattern =
  /correct|isright|rightanswer|rightchoice|answerkey|isanswer|solution/i;
const passwordHashPattern = /\$2[aby]\$\d\d\$[./\w]{20,}|\{bcrypt\}|\$argon2|pbkdf2[_:$]/i;

/** @returns the names of the fields with a value, in JSON and in text that looks like it */
function listFilledFields(text: string): { name: string; value: string }[] {
  return [...text.matchAll(fieldPattern)].map(([, name = '', value = '']) => ({ name, value }));
}

/** In characters. The response to a login is shorter. */
const maxTokenTextLength = 20_000;

/** @returns what the JSON Web Tokens in a text say to everybody who decodes them */
function listTokenPayloads(text: string): string[] {
  if (text.length > maxTokenTextLength || !text.includes('eyJ')) return [];
  // A pattern for the whole token would take quadratic time on a text made for it.
  const tokens = text.split(/[^\w.-]+/).filter((token) => token.startsWith('eyJ'));
  return tokens.map((token) => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** In characters; longer responses are pictures. */
export const maxTextLength = 300_000;

/** Of all remembered texts together. The answers of a hostile backend are long, and no two are equal. */
const maxRememberedCharacters = 5_000_000;

type FindPeople = (text: string) => readonly Person[];

/**
 * Makes the search for the applicants of whom a text may contain secrets or data. Most responses are equal to an
 * earlier one, so each text is searched once, as long as it is remembered.
 */
export function createPeopleSearch(listPeople: () => readonly Person[]): FindPeople {
  const peopleByText = new Map<string, readonly Person[]>();
  let rememberedCharacterCount = 0;
  const filter = new NgramFilter();
  return (text) => {
    const rememberedPeople = peopleByText.get(text);
    if (rememberedPeople) return rememberedPeople;
    filter.setText(text);
    const people = listPeople().filter((person) =>
      listMarks(person).some(
        (mark) => mark !== undefined && filter.mayContain(mark) && text.includes(mark),
      ),
    );
    if (rememberedCharacterCount + text.length > maxRememberedCharacters) {
      peopleByText.clear();
      rememberedCharacterCount = 0;
    }
    rememberedCharacterCount += text.length;
    peopleByText.set(text, people);
    return people;
  };
}

/** Names of headers that a developer may have filled with a secret. */
const tellingHeaderPattern = /^x-|^location$|cookie|token|passw|debug/;

/** @returns her secrets, and what is personal and only hers */
function listMarks(person: Person): (string | undefined)[] {
  const { token, password, temporaryPassword, activationToken, passwordToken } = person;
  const secrets = [token, password, temporaryPassword, activationToken, passwordToken];
  const personalMarks = Object.values(markPerson(person));
  return [...personalMarks, ...secrets, ...(person.olderLinks ?? [])];
}

/** Inspects responses for passwords, hashes, tokens and right answers. */
export function makeSecretsInspector(findPeople: FindPeople): Inspector {
  return {
    id: 'no-secrets',
    inspect: ({ text, operation, exchange, status, headers }) => {
      if (text.length > maxTextLength) return undefined;
      const fields = listFilledFields(text);
      const passwordField = fields.find(
        ({ name, value }) => passwordNamePattern.test(name) && value !== 'true',
      );
      if (passwordField)
        return `a field "${passwordField.name}" with a value in an answer with status ${status}`;
      if ([text, ...listTokenPayloads(text)].some((part) => passwordHashPattern.test(part)))
        return 'what looks like the hash of a password';
      const sentPasswords = listPasswords(tryParseJson(exchange.requestBody ?? ''));
      if (sentPasswords.some((password) => password.length > 6 && text.includes(password)))
        return 'the password of the request';
      const answerField = fields.find(({ name }) => rightAnswerNamePattern.test(name));
      if (answerField && operation?.startsWith('exams.'))
        return `a field "${answerField.name}", which reveals the right answers`;
      // A header may renew her token, as a cookie does.
      const headerText = [...headers]
        .filter(([name]) => tellingHeaderPattern.test(name))
        .join('\n');
      return [
        ...findPeople(text).map((person) => findSecret(text, person, operation, exchange)),
        ...findPeople(headerText).map(({ token: _token, ...person }) =>
          findSecret(headerText, person, operation, exchange),
        ),
      ].find((secretText) => secretText !== undefined);
    },
  };
}

function findSecret(
  text: string,
  { password, activationToken, olderLinks = [], passwordToken, temporaryPassword, token }: Person,
  operation: string | undefined,
  { url, requestBody = '' }: ApiResponse['exchange'],
): string | undefined {
  if (token && token.length >= 16 && operation !== 'auth.login' && text.includes(token)) {
    return 'a bearer token';
  }
  const takesPassword = findOperation(operation ?? '')?.meta.secretFields?.includes('password');
  // A refusal may repeat a choice that is none, and a random one may be a password that another call has set.
  const isRepeated = !takesPassword && requestBody.includes(JSON.stringify(password));
  if (text.includes(password) && !isRepeated) return "an applicant's password";
  // Few characters stand in a token or a date by chance.
  if (temporaryPassword && temporaryPassword.length >= 6 && text.includes(temporaryPassword))
    return 'a temporary password';
  // An error message may repeat the URL of its request, which holds the token.
  const leaksToken = (token: string | undefined) =>
    token !== undefined && token.length >= 6 && text.includes(token) && !url.includes(token);
  if ([activationToken, ...olderLinks].some(leaksToken)) return 'the token of an activation link';
  if (operation !== 'applicants.activate' && leaksToken(passwordToken)) {
    return 'the token that creates a password';
  }
  return undefined;
}

/** Inspects responses for data of an applicant whom the request was not about and did not name. */
export function makeOtherPeopleInspector(
  findPeople: FindPeople,
  issuedSecrets: IssuedSecrets,
): Inspector {
  return {
    id: 'nobody-elses-data',
    inspect: (response) => {
      const { text, senderNumber, subjectNumber } = response;
      if (!text || text.length > maxTextLength) return undefined;
      const isOtherPerson = (personNumber: number) =>
        personNumber !== senderNumber && personNumber !== subjectNumber;
      const personalData = findPeople(text)
        .filter(({ number }) => isOtherPerson(number))
        .map((person) => findPersonalData(person, text, response))
        .find((data) => data !== undefined);
      if (personalData !== undefined) return `${personalData} of another applicant`;
      return describeSecretOfOthers(response, issuedSecrets, isOtherPerson);
    },
  };
}

const personalSecretKinds: readonly [kind: SecretKind, description: string][] = [
  ['file-name', 'the name of a file'],
  ['payment-code', 'the payment code'],
];

/** The values that the backend issued to other applicants, and that the request did not contain. */
function describeSecretOfOthers(
  { text, exchange }: ApiResponse,
  issuedSecrets: IssuedSecrets,
  isOtherPerson: (personNumber: number) => boolean,
): string | undefined {
  const requestText = readRequestText(exchange);
  for (const [kind, description] of personalSecretKinds) {
    const secrets = issuedSecrets.listSecretsOfKind(kind);
    // A backend may store equal files once: then the name belongs to both applicants.
    const isOwnSecret = (secretText: string) =>
      secrets.some(
        (secret) => secret.secretText === secretText && !isOtherPerson(secret.ownerNumber),
      );
    const leakedSecret = secrets.find(({ secretText, uniquePart, ownerNumber }) => {
      const isUnexpected =
        uniquePart &&
        isOtherPerson(ownerNumber) &&
        text.includes(uniquePart) &&
        !requestText.includes(uniquePart);
      return isUnexpected && !isOwnSecret(secretText);
    });
    if (leakedSecret) return `${description} of another applicant`;
  }
  return undefined;
}

/** What only she has, by what it is called in findings. */
function markPerson({ email, applicantInput }: Person): Record<string, string> {
  const { lastName, phoneNumber } = applicantInput.register;
  return {
    'the address': email,
    'the end of the last name': lastName.slice(-nameMarkLength),
    'the phone number': phoneNumber,
  };
}

/**
 * Finds her address, her phone number or the end of her last name, which nobody else has. What the request itself
 * contained does not count.
 * @returns what it is, and itself; `undefined` where the text has none of them
 */
export function findPersonalData(
  person: Person,
  text: string,
  { exchange }: ApiResponse,
): string | undefined {
  // The eight digits of a short phone number may well stand in a longer number of somebody else.
  const standsAlone = (mark: string) => !/^\d+$/.test(mark) || text.split(/\D+/).includes(mark);
  const marksInText = Object.entries(markPerson(person)).filter(
    ([, mark]) => text.includes(mark) && standsAlone(mark),
  );
  if (marksInText.length === 0) return undefined;
  const requestText = readRequestText(exchange).toLowerCase();
  const leakedMark = marksInText.find(([, mark]) => !requestText.includes(mark.toLowerCase()));
  return leakedMark && `${leakedMark[0]} (${leakedMark[1]})`;
}

function readRequestText({ url, requestBody = '' }: ApiResponse['exchange']): string {
  try {
    return `${decodeURIComponent(url)} ${requestBody}`;
  } catch {
    return `${url} ${requestBody}`;
  }
}
