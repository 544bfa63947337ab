/** A mail as an adapter found it, and what a run looks for in one. */
import PostalMime from 'postal-mime';

/* Where in a mail a password stands, when nobody has said: behind a label, on a line of its own, set apart. */

/** The word, in English and Amharic, and what may stand between it and the password. */
const labelled =
  /(?<!\p{L})(?:pass\s?(?:word|code)|ይለፍ\s?ቃል|የይለፍ\s?ቃል)[^\s:：፦፡=]*(?<between>[^:：፦፡=\n]{0,60}?)(?:[:：፦፡=]+|(?<!\p{L})(?:is|ነው)(?!\p{L}))\s*(?<value>\S+)/giu;

interface Candidate {
  value: string;
  weight: number;
}

/**
 * @param parts the same mail as text and as its HTML is read
 * @param marked what the HTML sets apart, e.g. in bold
 * @returns candidates, the most likely first
 */
export function likelyPasswords(parts: readonly string[], marked: readonly string[]): Candidate[] {
  const found = [
    ...parts.flatMap((part) => [
      ...[...part.matchAll(labelled)].map(({ groups }) => weigh(groups?.value ?? '', 5)),
      ...part.split(/\r?\n/).map((line) => weigh(line.trim(), 4)),
      ...part.split(/\s+/).map((word) => weigh(word, 0)),
    ]),
    ...marked.map((text) => weigh(text, 3)),
  ];
  return found
    .flat()
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
}

/** One place: its text as it stands, and without what belongs to the sentence around it. */
function weigh(text: string, place: number): Candidate[] {
  const inner = text.replace(/^["'“‘«(<]+|["'”’»)>.,;:!?።፣]+$/gu, '');
  const values = inner === text ? [text] : [inner, text];
  return values.flatMap((value, at) => {
    if (!/^\S{3,64}$/.test(value) || /:\/\/|^www\./.test(value)) return [];
    return [{ value, weight: place + likeness(value) - at }];
  });
}

function likeness(value: string): number {
  const kinds = [/\d/, /\p{Lu}/u, /\p{Ll}/u, /[^\p{L}\p{M}\p{N}]/u].filter((kind) =>
    kind.test(value),
  );
  // An address; "Login", "safe": letters alone, the first one perhaps in upper case.
  if (/^[^@]+@[^@]+\.[^@]+$/.test(value)) return -3;
  if (/^\p{L}\p{M}?[\p{Ll}\p{Lo}\p{M}]*$/u.test(value)) return -4;
  return kinds.length - 2;
}

export interface Mail {
  /** The same for the same mail, whenever it is looked at. */
  id: string;
  /** When it came, in milliseconds since 1970. */
  receivedAt: number;
  /** Every address it shows as a recipient. */
  to: readonly string[];
  /** Where servers say they delivered it, e.g. the mailbox behind an address with a plus. */
  deliveredTo?: readonly string[];
  /** Decoded; empty where the mail has no such part. */
  text: string;
  html: string;
}

export interface MailSource {
  /** @returns the mails to an address that came at or after `since` (milliseconds since 1970) */
  find(email: string, since: number, signal: AbortSignal): Promise<Mail[]>;
  close?(): Promise<void>;
}

export interface Patterns {
  /** Fits a whole address; found among all that stand in the text and in links of the HTML. */
  link: RegExp;
  /** Its first group is the password; left out: the likely places are looked at. */
  password?: RegExp;
}

export const usualPatterns: Patterns = {
  link: /\/applicant\/activate\/[^/?#]+/i,
};

/**
 * Finds the activation link.
 * @param origin links that lead there come first; whoever uses the link checks where it leads
 * @returns `undefined` when no address in the mail fits
 */
export function findLink(mail: Mail, { link }: Patterns, origin?: string): string | undefined {
  const fitting = addressesIn(mail).filter((address) => link.test(address));
  return fitting.find((address) => origin && originOf(address) === origin) ?? fitting[0];
}

/** Candidates for the temporary password, in the text part or in the HTML as it is read; the most likely first. */
export function findPasswords(mail: Mail, { password }: Patterns): Candidate[] {
  const parts = [mail.text, readableText(mail.html)];
  if (!password) return likelyPasswords(parts, markedText(mail.html));
  const found = parts.flatMap((part) => password.exec(part)?.[1] ?? []);
  return found.map((value) => ({ value, weight: 1 }));
}

/** The mail as somebody reads it. */
export function wordsOf({ text, html }: Mail): string {
  return `${text}\n${readableText(html)}`;
}

function markedText(html: string): string[] {
  const marked = html.matchAll(/<(code|strong|b|kbd|pre|tt|mark)\b[^>]*>([^<]*)<\/\1\s*>/gi);
  return [...marked].map(([, , inside = '']) => decodeEntities(inside).trim());
}

function addressesIn(mail: Mail): string[] {
  const { html } = mail;
  const inLinks = [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)];
  const inText = wordsOf(mail).matchAll(/https?:\/\/[^\s"'<>]+/g);
  return [
    ...inLinks.map(([, a, b, c]) => decodeEntities(a ?? b ?? c ?? '').trim()),
    // A sentence may end with an address.
    ...[...inText].map(([address]) => address.replace(/[.,;:!?)\]]+$/, '')),
  ];
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** HTML as somebody reads it: a line for each block, without tags. */
function readableText(html: string): string {
  const lines = html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/(?:p|div|tr|li|h\d|table))\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ');
  return decodeEntities(lines).replace(/[^\S\n]+/g, ' ');
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Those that mail programs write in addresses and passwords; others stay as they are. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Headers that servers add for whom a mail was delivered to, when the visible ones name somebody else. */
const deliveredTo = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

/**
 * Reads a message as it lies on a server: its parts decoded, whatever their encoding and charset.
 * @param source the whole message
 * @returns the mail without its id, and the time in its Date header, in milliseconds since 1970
 */
export async function parseMail(
  source: Uint8Array | string,
): Promise<Pick<Mail, 'to' | 'deliveredTo' | 'text' | 'html'> & { date: number | undefined }> {
  const { to = [], cc = [], headers, text = '', html = '', date } = await PostalMime.parse(source);
  const visible = [...to, ...cc].flatMap(({ address, group }) =>
    group ? group.map((one) => one.address) : [address],
  );
  const added = headers.filter(({ key }) => deliveredTo.includes(key)).map(({ value }) => value);
  const sent = date === undefined ? Number.NaN : Date.parse(date);
  const plain = (addresses: readonly (string | undefined)[]) =>
    addresses.flatMap((address) => (address ? [address.replace(/^.*<|>.*$/g, '').trim()] : []));
  return {
    to: plain(visible),
    deliveredTo: plain(added),
    text,
    html,
    date: Number.isNaN(sent) ? undefined : sent,
  };
}

/** Addresses differ in case only where nobody uses it. */
export function isTo(
  { to, deliveredTo = [] }: Pick<Mail, 'to' | 'deliveredTo'>,
  email: string,
): boolean {
  return [...to, ...deliveredTo].some((address) => address.toLowerCase() === email.toLowerCase());
}
