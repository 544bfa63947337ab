/** The one place that hides secrets: whatever is logged, printed or reported goes through here. */
import type { Exchange } from './exchange.ts';

export const hidden = '[hidden]';

export interface HideOptions {
  /** Secrets known by value (passwords in use, tokens): hidden wherever they appear. */
  known?: Iterable<string>;
  /** Hide e-mail addresses, phone numbers and names too. */
  personal?: boolean;
}

const secretNames =
  /^(authorization|cookie|set-cookie|proxy-authorization|x-api-key|token|.*passwords?|.*secret|link|redirect|location)$/i;
const personalNames =
  /^(firstName|middleName|lastName|applicant|phone|phoneNumber|email|name(OfEmployer)?|contact(FullName|Phone)|(phone|email)OfEmployer|dateOfBirth)$/i;

/**
 * Copies a value without its secrets: text, headers, parsed JSON, an {@link Exchange}; anything made of these.
 * Hidden are values under secret names, bearer tokens, one-time tokens in paths, and the `known` ones anywhere.
 */
export function hideSecrets<T>(value: T, options: HideOptions = {}): T {
  const known = [...(options.known ?? [])].filter((secret) => secret.length >= 4);
  known.sort((a, b) => b.length - a.length);
  return hide(value, { known, personal: options.personal ?? false }) as T;
}

interface Rules {
  known: readonly string[];
  personal: boolean;
}

function hide(value: unknown, rules: Rules): unknown {
  if (typeof value === 'string') return hideInText(value, rules);
  if (Array.isArray(value)) return value.map((item) => hide(item, rules));
  if (value instanceof Error) return hideInText(value.message, rules);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isHidden(name, inner, rules) ? hidden : hide(inner, rules),
    ]),
  );
}

function isHidden(name: string, value: unknown, rules: Rules): boolean {
  if (
    value === null ||
    value === undefined ||
    typeof value === 'boolean' ||
    typeof value === 'object'
  )
    return false;
  return secretNames.test(name) || (rules.personal && personalNames.test(name));
}

function hideInText(text: string, rules: Rules): string {
  const json = hideInJson(text, rules);
  if (json !== undefined) return json;
  let clean = text;
  for (const secret of rules.known) {
    clean = clean.replaceAll(secret, hidden).replaceAll(encodeURIComponent(secret), hidden);
  }
  clean = clean
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`)
    .replace(/(\/(?:activate|active|create_password)\/)(?!\[hidden)[^\s/?#"'<>]+/gi, `$1${hidden}`)
    .replace(/("(?:[^"]*passwords?|token|redirect)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi, `$1"${hidden}"`)
    .replace(/\b((?:access_?)?token|passwords?)=[^\s&"']+/gi, `$1=${hidden}`);
  if (!rules.personal) return clean;
  return clean
    .replace(/[\w.!#$%&'*+/=?^`{|}~-]+(@|%40)[\w-]+(\.[\w-]+)+/g, hidden)
    .replace(/(?<![\w-])\+?\d{9,15}(?![\w-])/g, hidden);
}

/** JSON text is hidden by the names in it and written again; other text is `undefined`. */
function hideInJson(text: string, rules: Rules): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.stringify(hide(JSON.parse(text), rules));
  } catch {
    return undefined;
  }
}

/** The shortest form of an exchange that repeats it: a curl command with its secrets hidden. */
export function toCurl(exchange: Exchange, options?: HideOptions): string {
  const clean = hideSecrets(exchange, options);
  const parts = ['curl', '-sS', '-i', '-X', clean.method, quote(clean.url)];
  for (const [name, value] of Object.entries(clean.requestHeaders)) {
    if (name === 'authorization') parts.push('-H', '"authorization: Bearer $TOKEN"');
    else if (name !== 'accept' && !(clean.upload && name === 'content-type'))
      parts.push('-H', quote(`${name}: ${value}`));
  }
  if (clean.upload) parts.push('-F', quote(`file=@${clean.upload.name};type=${clean.upload.type}`));
  else if (clean.requestBody !== undefined) parts.push('--data-raw', quote(clean.requestBody));
  return parts.join(' ');
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
