/** The one place that hides secrets: whatever is logged, printed or reported goes through here. */
import { isPersonalName, isSecretName } from './secret-names.ts';
import { hidden, hideInText, type TextRules } from './secret-text.ts';

export { hidden } from './secret-text.ts';

export interface HideOptions {
  /** Secrets known by value (passwords in use, tokens): hidden wherever they appear. */
  known?: Iterable<string>;
  /** Hide e-mail addresses, phone numbers and names too. */
  personal?: boolean;
}

/** What is shorter is no secret worth the name, and would be hidden in half of all words. */
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
  const known = new Set([...(options.known ?? [])].filter((one) => one.length >= minKnownLength));
  learn(value, known, []);
  const rules = {
    known: [...known].sort((a, b) => b.length - a.length),
    personal: options.personal ?? false,
  };
  return hide(value, rules, []) as T;
}

/** Adds the values under secret names, so that an echo of a password in a message is hidden too. */
function learn(value: unknown, known: Set<string>, within: readonly unknown[], name = ''): void {
  if (typeof value === 'string') {
    const secret = value.replace(/^(bearer|basic)\s+/i, '');
    if (isLearned(name) && secret.length >= minLearnedLength && !/\s/.test(secret)) {
      known.add(secret);
    }
    const parsed = parseJson(value);
    if (parsed !== undefined) learn(parsed, known, [...within, value]);
    return;
  }
  if (within.length > maxDepth || within.includes(value)) return;
  const inside = [...within, value];
  for (const [key, inner] of fieldsOf(value) ?? [])
    learn(inner, known, inside, Array.isArray(value) ? name : key);
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

/** What an object holds; `undefined` for scalars, and for bytes, dates and the like, which stay as they are. */
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
