/** Hides secrets. Everything that is logged, printed or reported passes through `hideSecrets`. */
import { parseJson } from '@one-planet/contract/json';
import { personalFields, secretFields } from './generated/routes.ts';

/** The last words of secret names: `resetToken`, `temporary_password`, `x-auth-token`. */
const secretNameEndPattern =
  /(tokens?|passwords?|passwd|pwd|secrets?|jwt|otp|passcodes?|cookies?|authorization|api[_-]?keys?)$/i;
const wholeNamePattern = /^(set-cookie|link|location)$/i;
const toLowerCaseSet = (names: readonly string[]) =>
  new Set(names.map((name) => name.toLowerCase()));
const secretNames = toLowerCaseSet(secretFields);
const personalNames = toLowerCaseSet(personalFields);

/** True for the name of a field, parameter or header whose value is secret. */
export function isSecretName(name: string): boolean {
  return (
    secretNameEndPattern.test(name) ||
    wholeNamePattern.test(name) ||
    secretNames.has(name.toLowerCase())
  );
}

function isPersonalName(name: string): boolean {
  return personalNames.has(name.toLowerCase());
}

/** The text that replaces a secret. */
export const hidden = '[hidden]';

interface TextRules {
  /** Values that are hidden wherever they appear; the longest come first. */
  known: readonly string[];
  hidesPersonal: boolean;
  /** Values that look personal and are shown. */
  shown: ReadonlySet<string>;
}

const secretWordSource = 'tokens?|passwords?|passwd|secrets?|jwt|otp|passcodes?|api[_-]?keys?';
/**
 * Distinguishes a token from an English word ("Bearer token is missing"): it contains a digit or a special character,
 * or is long.
 */
const secretShapeSource = '(?=[a-z~+/]*[\\d._=-]|[a-z~+/]{24})(?!\\w+=["\'])';
/** The patterns of secrets in text that is not JSON, each with its replacement. Each takes linear time. */
const secretPatterns: readonly [RegExp, string][] = [
  [
    new RegExp(
      `(authorization[\\\\"']*\\s*[:=][\\s\\\\"']*(?:(?:bearer|basic)\\s+|${secretShapeSource}))[\\w.~+/=-]+`,
      'gi',
    ),
    `$1${hidden}`,
  ],
  [new RegExp(`\\b(Bearer)\\s+${secretShapeSource}[\\w.~+/=-]{3,}`, 'gi'), `$1 ${hidden}`],
  // A JSON web token begins with `{"` in base64.
  [/(^|[^\w.-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, `$1${hidden}`],
  // One-time links; `:token` and `{token}` are templates.
  [/(\/(?:activate|active|create_password)\/)(?![:{[])[^\s/?#"'<>\\]+/gi, `$1${hidden}`],
  [/(:\/\/)[^/@\s:"'<>]{1,200}:[^/@\s"'<>]{1,200}@/g, `$1${hidden}@`],
  [
    new RegExp(
      `((?:${secretWordSource}|redirect)\\\\*"\\s*:\\s*)(\\\\*")(?:[^"\\\\]|\\\\[^"])*\\\\*"?`,
      'gi',
    ),
    `$1$2${hidden}$2`,
  ],
  [new RegExp(`((?:${secretWordSource})\\\\*"\\s*:\\s*)\\d+`, 'gi'), `$1"${hidden}"`],
  // After a blank, only what is no word of a sentence: "the reset token 8f3a91c0".
  [
    new RegExp(
      `((?:${secretWordSource})(?:=|\\s+(?=[a-z~+/]*\\d)(?=[\\w.~+/=-]{8})))(?!\\[hidden)[^\\s&"'<>\\\\]+`,
      'gi',
    ),
    `$1${hidden}`,
  ],
];

/**
 * Addresses and phone numbers. The first group is the sign before, at which alone a search begins, so that a long word is
 * read once; a lookbehind would do the same, and Safari 15 could not load it.
 */
const personalPatterns: readonly RegExp[] = [
  /(^|[^\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-])[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  // The digits behind a decimal point, as of the second of a date, are no phone number.
  /(^\.?|[^\w+.-]|\D\.)(?:\+?\d{9,15}|(?:\+\d|0)(?:[ -]?\d){8,14})(?![\w-])/g,
];

/**
 * Hides every secret in a text of which the values or the words before them are known, and addresses and phone numbers.
 * @param secrets values that are hidden wherever they appear
 */
export function hideInMessage(text: string, secrets: Iterable<string>): string {
  return hideInText(text, {
    known: sortKnownSecrets(secrets),
    hidesPersonal: true,
    shown: new Set(),
  });
}

/** @returns the text without its secrets; other words stay */
function hideInText(text: string, { known, hidesPersonal, shown }: TextRules): string {
  let cleanText = text;
  for (const secret of known)
    for (const encodedSecret of makeEncodedForms(secret))
      cleanText = cleanText.replaceAll(encodedSecret, hidden);
  for (const [pattern, replacement] of secretPatterns)
    cleanText = cleanText.replace(pattern, replacement);
  if (hidesPersonal)
    for (const pattern of personalPatterns)
      cleanText = cleanText.replace(pattern, (match: string, signBefore: string) =>
        shown.has(match.slice(signBefore.length)) ? match : `${signBefore}${hidden}`,
      );
  return cleanText;
}

/** The forms in which a secret can appear: as it is, in JSON, in a path, in a form body. */
function makeEncodedForms(secret: string): Iterable<string> {
  // Most secrets are the same in all forms, and a report has thousands.
  if (/^[\w.-]+$/.test(secret)) return [secret];
  const encodedForm = new URLSearchParams({ '': secret }).toString().slice(1);
  const encodedSecret = /\p{Surrogate}/u.test(secret) ? secret : encodeURIComponent(secret);
  return new Set([secret, JSON.stringify(secret).slice(1, -1), encodedSecret, encodedForm]);
}

export interface HideOptions {
  /** Known secrets (passwords in use, tokens), which are hidden wherever they appear. */
  known?: Iterable<string>;
  /** Whether to hide email addresses, phone numbers and names too. */
  personal?: boolean;
  /** Names and phone numbers that stay, because a program made them up. */
  shown?: ReadonlySet<string>;
}

/** A shorter value is hardly a secret, and would be found inside half of all words. */
const minKnownLength = 4;
const minCollectedLength = 8;
/** A value that is nested deeper is not a payload, or is circular. */
const maxDepth = 60;

/** The longest come first, because one secret may be a part of another. */
function sortKnownSecrets(secrets: Iterable<string>): readonly string[] {
  const longSecrets = [...new Set(secrets)].filter((secret) => secret.length >= minKnownLength);
  return longSecrets.sort((a, b) => b.length - a.length);
}

/** What `hideSecrets` returns: an error and an address become text, headers and a `Map` plain objects. */
export type WithoutSecrets<T> = T extends Error | URL
  ? string
  : T extends Headers
    ? Record<string, string>
    : T extends ReadonlyMap<unknown, infer Value>
      ? Record<string, WithoutSecrets<Value>>
      : T extends Date | Blob | ArrayBuffer | ArrayBufferView | ((...args: never) => unknown)
        ? T
        : T extends object
          ? { [Key in keyof T]: WithoutSecrets<T[Key]> }
          : T;

/**
 * Copies a value without its secrets: text, headers, parsed JSON, an Exchange, or anything made of these. It hides the
 * values of secret names, the same values elsewhere in it, bearer tokens, one-time tokens in paths, and the values in
 * `known`.
 */
export function hideSecrets<T>(value: T, options: HideOptions = {}): WithoutSecrets<T> {
  const collectedSecrets = new Set<string>();
  collectSecrets(value, collectedSecrets, []);
  const textRules = {
    known: sortKnownSecrets([...(options.known ?? []), ...collectedSecrets]),
    hidesPersonal: options.personal ?? false,
    shown: options.shown ?? new Set<string>(),
  };
  return hideValue(value, textRules, []) as WithoutSecrets<T>;
}

/**
 * Lists the values under secret names in text, headers or parsed JSON: tokens, passwords and the like, of eight
 * characters or more and without blanks.
 */
export function findSecrets(value: unknown): ReadonlySet<string> {
  const secrets = new Set<string>();
  collectSecrets(value, secrets, []);
  return secrets;
}

/** Collects the values of secret names, so that a message which repeats a password is hidden too. */
function collectSecrets(
  value: unknown,
  knownSecrets: Set<string>,
  ancestors: readonly unknown[],
  name = '',
): void {
  if (typeof value === 'string') {
    const secret = value.replace(/^(bearer|basic)\s+/i, '');
    if (isHiddenEverywhere(name) && secret.length >= minCollectedLength && !/\s/.test(secret)) {
      knownSecrets.add(secret);
    }
    const parsedJson = parseJsonText(value);
    if (parsedJson !== undefined) collectSecrets(parsedJson, knownSecrets, [...ancestors, value]);
    return;
  }
  if (ancestors.length > maxDepth || ancestors.includes(value)) return;
  const valueAndAncestors = [...ancestors, value];
  for (const [key, innerValue] of listFields(value) ?? [])
    collectSecrets(innerValue, knownSecrets, valueAndAncestors, Array.isArray(value) ? name : key);
}

/**
 * Whether a value is also hidden where it appears without its name. A link or an address is not, because parts of it
 * are everywhere.
 */
function isHiddenEverywhere(name: string): boolean {
  return isSecretName(name) && !/^(link|redirect|location)$/i.test(name);
}

function hideValue(
  value: unknown,
  rules: TextRules,
  ancestors: readonly unknown[],
  kind?: HiddenKind,
): unknown {
  if (kind && (typeof value === 'string' || typeof value === 'number'))
    return kind === 'personal' && rules.shown.has(String(value)) ? value : hidden;
  if (typeof value === 'string') return hideInString(value, rules, ancestors);
  if (value instanceof Error) return hideInText(value.message, rules);
  if (value instanceof URL) return hideInText(value.href, rules);
  const fields = listFields(value);
  if (!fields) return value;
  if (ancestors.length > maxDepth || ancestors.includes(value)) return '[too deep]';
  const valueAndAncestors = [...ancestors, value];
  if (Array.isArray(value)) {
    // A refusal may list its messages under the name of a field.
    const isMessage = (item: unknown) => kind === 'personal' && isSentence(item);
    return value.map((item) =>
      hideValue(item, rules, valueAndAncestors, isMessage(item) ? undefined : kind),
    );
  }
  return Object.fromEntries(
    fields.map(([name, innerValue]) => [
      name,
      hideValue(
        innerValue,
        rules,
        valueAndAncestors,
        kind ?? findHiddenKind(name, innerValue, rules),
      ),
    ]),
  );
}

type HiddenKind = 'secret' | 'personal';

/** Whether a text has four words or more. */
const isSentence = (text: unknown) => String(text).split(' ').length >= 4;

/**
 * @returns why the value of a name is hidden; `undefined` where its value is an object, whose own names decide. A list
 * under a secret name is hidden as a whole. Booleans such as `shouldChangePassword: false` stay as they are.
 */
function findHiddenKind(
  name: string,
  value: unknown,
  { hidesPersonal }: TextRules,
): HiddenKind | undefined {
  if (typeof value === 'object' && !Array.isArray(value)) return undefined;
  if (isSecretName(name)) return 'secret';
  return hidesPersonal && isPersonalName(name) ? 'personal' : undefined;
}

/**
 * The entries of an object; `undefined` for scalars, and for bytes, dates and similar values, which stay as they are.
 */
function listFields(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Headers || value instanceof Map)
    return [...value].map(([name, innerValue]) => [String(name), innerValue]);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return undefined;
  if (value instanceof Blob || value instanceof Date) return undefined;
  return Object.entries(value);
}

/** Hides secrets in JSON text by their names. Text without a secret stays exactly as it was written. */
function hideInString(text: string, rules: TextRules, ancestors: readonly unknown[]): string {
  const parsed = parseJsonText(text);
  if (parsed === undefined) return hideInText(text, rules);
  const cleanJson = JSON.stringify(hideValue(parsed, rules, ancestors));
  return cleanJson === JSON.stringify(parsed) ? text : cleanJson;
}

/** @returns `undefined` for text that is not a JSON object or list, or is too large */
function parseJsonText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
