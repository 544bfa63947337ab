/** A mail as an adapter found it, and what a run looks for in one. */
import PostalMime from 'postal-mime';
import type { Letter } from './addresses.ts';
import { markedText, readableText } from './mail-text.ts';

/* Where in a mail a password stands, when nobody has said: behind a label, on a line of its own, set apart. */

/** The word, in English and Amharic, and what may stand between it and the password. */
const labelledPassword =
  /(?<!\p{L})(?:pass\s?(?:word|code)|ይለፍ\s?ቃል|የይለፍ\s?ቃል)[^\s:：፦፡=]{0,30}(?<between>[^:：፦፡=\n]{0,60}?)(?:[:：፦፡=]+|(?<!\p{L})(?:is|ነው)(?!\p{L}))\s*(?<value>\S{1,80})/giu;

interface Candidate {
  value: string;
  weight: number;
}

/**
 * @param parts the same mail as text and as its HTML is read
 * @param markedTexts the texts that the HTML emphasizes, e.g. in bold
 * @returns candidates, the most likely first
 */
export function likelyPasswords(
  parts: readonly string[],
  markedTexts: readonly string[],
): Candidate[] {
  const candidates = [
    ...parts.flatMap((part) => [
      ...[...part.matchAll(labelledPassword)].map(({ groups }) => weigh(groups?.value ?? '', 5)),
      ...part.split(/\r?\n/).map((line) => weigh(line.trim(), 4)),
      ...part.split(/\s+/).map((word) => weigh(word, 0)),
    ]),
    ...markedTexts.map((text) => weigh(text, 3)),
  ];
  return candidates
    .flat()
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
}

/** One place: its text as it stands, and without what belongs to the sentence around it. */
function weigh(text: string, placeWeight: number): Candidate[] {
  // This is far longer than a password, and trimming quotes from a very long text would take too long.
  if (text.length > 80) return [];
  const visibleText = text.replace(/\p{Cf}/gu, '');
  const unquoted = visibleText.replace(/^["'“‘«(<*`]+|["'”’»)>.,;:!?።፣*`]+$/gu, '');
  const values = unquoted === visibleText ? [visibleText] : [unquoted, visibleText];
  return values.flatMap((value, index) => {
    if (!/^\S{3,64}$/.test(value) || /:\/\/|^www\./.test(value)) return [];
    return [{ value, weight: placeWeight + likeness(value) - index }];
  });
}

function likeness(value: string): number {
  const kinds = [/\d/, /\p{Lu}/u, /\p{Ll}/u, /[^\p{L}\p{M}\p{N}]/u].filter((kind) =>
    kind.test(value),
  );
  // An email address, or a word such as "Login" or "safe", is unlikely to be a password.
  if (/^[^@]+@[^@]+\.[^@]+$/.test(value)) return -3;
  if (/^\p{L}\p{M}?[\p{Ll}\p{Lo}\p{M}]*$/u.test(value)) return -4;
  return kinds.length - 2;
}

export interface Mail extends Letter {
  /** The same for the same mail, whenever it is looked at. */
  id: string;
  /** When it came, in milliseconds since 1970. */
  receivedAt: number;
  /** Every address it shows as a recipient. */
  to: readonly string[];
  /** Where servers say they delivered it, e.g. the mailbox behind an address with a plus. */
  deliveredTo?: readonly string[];
}

export interface MailSource {
  /** @returns the mails to an address that came at or after `since` (milliseconds since 1970) */
  find(email: string, since: number, signal: AbortSignal): Promise<Mail[]>;
  /** Why it may have found nothing for an address, in words: how the server took what it was asked. */
  habits?(email: string): readonly string[];
  close?(): Promise<void>;
}

/**
 * Candidates for the temporary password, in the text part or in the HTML as it is read; the most likely first.
 * @param passwordPattern its first group is the password; default: likely places are searched
 */
export function findPasswords(mail: Letter, passwordPattern?: RegExp): Candidate[] {
  const parts = [mail.text, readableText(mail.html)];
  if (!passwordPattern) return likelyPasswords(parts, markedText(mail.html));
  const passwords = parts.flatMap((part) => passwordPattern.exec(part)?.[1] ?? []);
  return passwords.map((value) => ({ value, weight: 1 }));
}

/** The mail as somebody reads it. */
export function readableMail({ text, html }: Letter): string {
  return `${text}\n${readableText(html)}`;
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
  const visibleRecipients = [...to, ...cc].flatMap(({ address, group }) =>
    group ? group.map((member) => member.address) : [address],
  );
  const deliveryHeaders = headers
    .filter(({ key }) => deliveredTo.includes(key))
    .map(({ value }) => value);
  const sentAt = date === undefined ? Number.NaN : Date.parse(date);
  const cleanAddresses = (addresses: readonly (string | undefined)[]) =>
    addresses.flatMap((address) => (address ? [address.replace(/^.*<|>.*$/g, '').trim()] : []));
  return {
    to: cleanAddresses(visibleRecipients),
    deliveredTo: cleanAddresses(deliveryHeaders),
    text,
    html,
    date: Number.isNaN(sentAt) ? undefined : sentAt,
  };
}

/** Addresses differ in case only where nobody uses it. */
export function isTo(
  { to, deliveredTo = [] }: Pick<Mail, 'to' | 'deliveredTo'>,
  email: string,
): boolean {
  return [...to, ...deliveredTo].some((address) => address.toLowerCase() === email.toLowerCase());
}
