/** A mail as an adapter found it, and what a run looks for in one. */

import { type Candidate, likelyPasswords } from './likely-passwords.ts';

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

/** Where mails lie. */
export interface MailSource {
  /** @returns the mails to an address that came at or after `since` (milliseconds since 1970) */
  find(email: string, since: number, signal: AbortSignal): Promise<Mail[]>;
  close?(): Promise<void>;
}

/** How what is looked for is found in a mail. */
export interface Patterns {
  /** Fits a whole address; found among all that stand in the text and in links of the HTML. */
  link: RegExp;
  /** Its first group is the password; left out: the likely places are looked at. */
  password?: RegExp | undefined;
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

/** What may be the temporary password, in the text part or in the HTML as it is read; the most likely first. */
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

/** What the HTML sets apart from the words around it. */
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
