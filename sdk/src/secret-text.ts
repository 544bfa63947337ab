/** Hiding secrets in text that is not JSON as a whole. Every pattern takes time in proportion to the text. */
export const hidden = '[hidden]';

export interface TextRules {
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
export function hideInText(text: string, { known, personal }: TextRules): string {
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
