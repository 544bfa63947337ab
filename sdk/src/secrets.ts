/** The one place that hides secrets: whatever is logged, printed or reported goes through here. */
import { personalFields, secretFields } from './generated/routes.ts';

/** How a name ends: `resetToken`, `temporary_password`, `x-auth-token`. */
const lastWord =
  /(tokens?|passwords?|passwd|pwd|secrets?|jwt|otp|passcodes?|cookies?|authorization|api[_-]?keys?)$/i;
const wholeName = /^(set-cookie|link|location)$/i;
const lowerCase = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase()));
const secret = lowerCase(secretFields);
const personal = lowerCase(personalFields);

function isSecretName(name: string): boolean {
  return lastWord.test(name) || wholeName.test(name) || secret.has(name.toLowerCase());
}

function isPersonalName(name: string): boolean {
  return personal.has(name.toLowerCase());
}

/** Hiding secrets in text that is not JSON as a whole. Every pattern takes time in proportion to the text. */
export const hidden = '[hidden]';

interface TextRules {
  /** Hidden wherever they appear; the longest first. */
  known: readonly string[];
  personal: boolean;
}

const secretWord = 'tokens?|passwords?|passwd|secrets?|jwt|otp|passcodes?|api[_-]?keys?';
/** A word alone is English ("Bearer token is missing"): a token has a digit or a sign, or is long. */
const looksSecret = '(?=[a-z~+/]*[\\d._=-]|[a-z~+/]{24})(?!\\w+=["\'])';
const patterns: readonly [RegExp, string][] = [
  [/(authorization[\\"']*\s*[:=][\s\\"']*(?:bearer|basic)\s+)[\w.~+/=-]+/gi, `$1${hidden}`],
  [
    new RegExp(`(authorization[\\\\"']*\\s*[:=][\\s\\\\"']*)${looksSecret}[\\w.~+/=-]+`, 'gi'),
    `$1${hidden}`,
  ],
  [new RegExp(`\\b(Bearer)\\s+${looksSecret}[\\w.~+/=-]{3,}`, 'gi'), `$1 ${hidden}`],
  // One-time links; `:token` and `{token}` are templates.
  [/(\/(?:activate|active|create_password)\/)(?![:{[])[^\s/?#"'<>\\]+/gi, `$1${hidden}`],
  [/(:\/\/)[^/@\s:"'<>]{1,200}:[^/@\s"'<>]{1,200}@/g, `$1${hidden}@`],
  [
    new RegExp(
      `((?:${secretWord}|redirect)\\\\*"\\s*:\\s*)(\\\\*")(?:[^"\\\\]|\\\\[^"])*\\\\*"?`,
      'gi',
    ),
    `$1$2${hidden}$2`,
  ],
  [new RegExp(`((?:${secretWord})\\\\*"\\s*:\\s*)\\d+`, 'gi'), `$1"${hidden}"`],
  [new RegExp(`((?:${secretWord})=)(?!\\[hidden)[^\\s&"'<>\\\\]+`, 'gi'), `$1${hidden}`],
];

const personalPatterns: readonly RegExp[] = [
  // Looks back, so that a long word is gone through once.
  /(?<![\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-])[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  /(?<![\w-])\+?\d{9,15}(?![\w-])/g,
];

/** @returns the text without its secrets; innocent words stay */
function hideInText(text: string, { known, personal }: TextRules): string {
  let clean = text;
  for (const secret of known)
    for (const form of formsOf(secret)) clean = clean.replaceAll(form, hidden);
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
  if (personal) for (const pattern of personalPatterns) clean = clean.replace(pattern, hidden);
  return clean;
}

/** As it is, within JSON, in a path, in a form. */
function formsOf(secret: string): Iterable<string> {
  // Most are the same in all of them, and a report has thousands.
  if (/^[\w.-]+$/.test(secret)) return [secret];
  const form = new URLSearchParams({ '': secret }).toString().slice(1);
  const encoded = /\p{Surrogate}/u.test(secret) ? secret : encodeURIComponent(secret);
  return new Set([secret, JSON.stringify(secret).slice(1, -1), encoded, form]);
}

export interface HideOptions {
  /** Secrets known by value (passwords in use, tokens): hidden wherever they appear. */
  known?: Iterable<string>;
  /** Hide email addresses, phone numbers and names too. */
  personal?: boolean;
}

/** A shorter one is no secret worth the name, and would be hidden in half of all words. */
const minKnownLength = 4;
const minLearnedLength = 8;
/** Deeper is no payload, or goes in circles. */
const maxDepth = 60;

/**
 * Copies a value without its secrets: text, headers, parsed JSON, an Exchange; anything made of these.
 * Hidden are values under secret names, these same values wherever else they stand in it, bearer tokens,
 * one-time tokens in paths, and the `known` ones anywhere.
 */
export function hideSecrets<T>(value: T, options: HideOptions = {}): T {
  const knownSecrets = new Set(
    [...(options.known ?? [])].filter((secret) => secret.length >= minKnownLength),
  );
  learn(value, knownSecrets, []);
  const rules = {
    known: [...knownSecrets].sort((a, b) => b.length - a.length),
    personal: options.personal ?? false,
  };
  return hide(value, rules, []) as T;
}

/** Adds the values under secret names, so that an echo of a password in a message is hidden too. */
function learn(
  value: unknown,
  knownSecrets: Set<string>,
  within: readonly unknown[],
  name = '',
): void {
  if (typeof value === 'string') {
    const secret = value.replace(/^(bearer|basic)\s+/i, '');
    if (isLearned(name) && secret.length >= minLearnedLength && !/\s/.test(secret)) {
      knownSecrets.add(secret);
    }
    const parsed = parseJson(value);
    if (parsed !== undefined) learn(parsed, knownSecrets, [...within, value]);
    return;
  }
  if (within.length > maxDepth || within.includes(value)) return;
  const inside = [...within, value];
  for (const [key, inner] of fieldsOf(value) ?? [])
    learn(inner, knownSecrets, inside, Array.isArray(value) ? name : key);
}

/** A link or an address is hidden under its name alone; parts of it are anywhere. */
function isLearned(name: string): boolean {
  return isSecretName(name) && !/^(link|redirect|location)$/i.test(name);
}

function hide(
  value: unknown,
  rules: TextRules,
  within: readonly unknown[],
  secret = false,
): unknown {
  if (secret && (typeof value === 'string' || typeof value === 'number')) return hidden;
  if (typeof value === 'string') return hideInString(value, rules, within);
  if (value instanceof Error) return hideInText(value.message, rules);
  const fields = fieldsOf(value);
  if (!fields) return value;
  if (within.length > maxDepth || within.includes(value)) return '[too deep]';
  const inside = [...within, value];
  if (Array.isArray(value)) return value.map((item) => hide(item, rules, inside, secret));
  return Object.fromEntries(
    fields.map(([name, inner]) => [
      name,
      hide(inner, rules, inside, secret || isHiddenName(name, inner, rules)),
    ]),
  );
}

/** `shouldChangePassword: false` is no secret, nor is a list of objects that have names of their own. */
function isHiddenName(name: string, value: unknown, { personal }: TextRules): boolean {
  const isPlain = typeof value !== 'object' || Array.isArray(value);
  return isPlain && (isSecretName(name) || (personal && isPersonalName(name)));
}

/** The entries of an object; `undefined` for scalars, and for bytes, dates and the like, which stay as they are. */
function fieldsOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Headers || value instanceof Map)
    return [...value].map(([name, inner]) => [String(name), inner]);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return undefined;
  if (value instanceof Blob || value instanceof Date) return undefined;
  return Object.entries(value);
}

/** JSON text is hidden by the names in it; without a secret it stays as it was written. */
function hideInString(text: string, rules: TextRules, within: readonly unknown[]): string {
  const parsed = parseJson(text);
  if (parsed === undefined) return hideInText(text, rules);
  const clean = JSON.stringify(hide(parsed, rules, within));
  return clean === JSON.stringify(parsed) ? text : clean;
}

/** @returns `undefined` for what is no JSON object or list, or is nested too deep to be written again */
function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    JSON.stringify(parsed);
    return parsed;
  } catch {
    return undefined;
  }
}
