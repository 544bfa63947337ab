/** A mail as an adapter found it, and what a run looks for in one. */

export interface Mail {
  /** The same for the same mail, whenever it is looked at. */
  id: string;
  /** When it came, in milliseconds since 1970. */
  receivedAt: number;
  /** Every address it names as a recipient. */
  to: readonly string[];
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
  /** Its first group is the password. */
  password: RegExp;
}

export const usualPatterns: Patterns = {
  link: /\/applicant\/activate\/[^/?#]+/i,
  password: /password\b[^:\n]*(?::|\bis\b)\s*(\S+)/i,
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

/** Finds the temporary password, in the text part or else in the HTML as it is read. */
export function findPassword({ text, html }: Mail, { password }: Patterns): string | undefined {
  return password.exec(text)?.[1] ?? password.exec(readableText(html))?.[1];
}

function addressesIn({ text, html }: Mail): string[] {
  const inLinks = [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)];
  const inText = `${text}\n${readableText(html)}`.matchAll(/https?:\/\/[^\s"'<>]+/g);
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
