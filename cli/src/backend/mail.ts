/** A mail as an adapter found it, and the temporary password in it. */
import PostalMime from 'postal-mime';
import type { MailContent } from './addresses.ts';
import { cutText, readHtml } from './html-text.ts';

/* Where a password stands in a mail when the settings do not say: behind a label, alone on a line, or emphasized. */

/** The label "password" in English and Amharic. */
const passwordLabelPattern = /(?<!\p{L})(?:pass\s?(?:word|code)|ይለፍ\s?ቃል|የይለፍ\s?ቃል)/giu;
/** What stands between the label and the password. */
const separatorPattern = /(?:[:：፦፡=]+|(?<!\p{L})(?:is|ነው)(?!\p{L}))\s*(?<value>\S{1,80})/giu;
/** The rest of the word that begins with the label, e.g. its plural or an Amharic ending. */
const wordEndPattern = /^[^\s:：፦፡=]{0,30}/;
/** In characters: how far behind the label a separator may stand, and how far behind it is read. */
const [maxSeparatorDistance, maxLabelledLength] = [60, 250];

/** @returns the words behind the label "password" */
function findLabelledWords(mailText: string): string[] {
  return [...mailText.matchAll(passwordLabelPattern)].flatMap(({ 0: label, index }) => {
    const labelEnd = index + label.length;
    const textBehind = mailText.slice(labelEnd, labelEnd + maxLabelledLength);
    const wordEnd = wordEndPattern.exec(textBehind)?.[0].length ?? 0;
    separatorPattern.lastIndex = wordEnd;
    const separator = separatorPattern.exec(textBehind);
    if (!separator || separator.index > wordEnd + maxSeparatorDistance) return [];
    const isOnSameLine = !textBehind.slice(0, separator.index).includes('\n');
    return isOnSameLine ? [separator.groups?.value ?? ''] : [];
  });
}

interface Candidate {
  password: string;
  likelihood: number;
}

/**
 * @param mailTexts the same mail as plain text and as readable HTML
 * @param markedTexts the passages that the HTML emphasizes, e.g. in bold
 * @returns candidates, the most likely first
 */
export function findLikelyPasswords(
  mailTexts: readonly string[],
  markedTexts: readonly string[],
): Candidate[] {
  const candidates = [
    ...mailTexts
      .map((mailText) => cutText(mailText))
      .flatMap((mailText) => [
        ...findLabelledWords(mailText).map((word) => weighCandidates(word, 5)),
        ...mailText.split(/\r?\n/).map((line) => weighCandidates(line.trim(), 4)),
        ...mailText.split(/\s+/).map((word) => weighCandidates(word, 0)),
      ]),
    ...markedTexts.map((text) => weighCandidates(text, 3)),
  ];
  return candidates
    .flat()
    .filter(({ likelihood }) => likelihood > 0)
    .sort((a, b) => b.likelihood - a.likelihood);
}

/** Weighs the text of one place twice: as it stands, and without the punctuation of the sentence around it. */
function weighCandidates(candidateText: string, likelihoodOfPlace: number): Candidate[] {
  // This is far longer than a password.
  if (candidateText.length > 80) return [];
  const visibleText = candidateText.replace(/\p{Cf}/gu, '');
  const unquotedText = trimSigns(visibleText, '"\'“‘«(<*`', '"\'”’»)>.,;:!?።፣*`');
  const passwordSpellings =
    unquotedText === visibleText ? [visibleText] : [unquotedText, visibleText];
  return passwordSpellings.flatMap((password, index) => {
    if (!/^\S{3,64}$/.test(password) || /:\/\/|^www\./.test(password)) return [];
    return [{ password, likelihood: likelihoodOfPlace + weighPassword(password) - index }];
  });
}

/** Removes these signs from the beginning and from the end. */
function trimSigns(text: string, openingSigns: string, closingSigns: string): string {
  const signs = [...text];
  while (openingSigns.includes(signs[0] ?? ' ')) signs.shift();
  while (closingSigns.includes(signs.at(-1) ?? ' ')) signs.pop();
  return signs.join('');
}

function weighPassword(password: string): number {
  const presentCharacterKinds = [/\d/, /\p{Lu}/u, /\p{Ll}/u, /[^\p{L}\p{M}\p{N}]/u].filter(
    (kindPattern) => kindPattern.test(password),
  );
  // An email address, or a word such as "Login" or "safe", is unlikely to be a password.
  const [, domain = '', ...otherParts] = password.split('@');
  if (domain.includes('.') && otherParts.length === 0) return -3;
  if (/^\p{L}\p{M}?[\p{Ll}\p{Lo}\p{M}]*$/u.test(password)) return -4;
  return presentCharacterKinds.length - 2;
}

export interface Mail extends MailContent {
  /** Always the same for the same mail. */
  id: string;
  /** When the mail arrived, in milliseconds since 1970. */
  receivedAt: number;
  /** Every address the mail shows as a recipient. */
  to: readonly string[];
  /** The addresses to which servers say they delivered it, e.g. the mailbox behind an address with a plus. */
  deliveredTo?: readonly string[];
}

export interface MailSource {
  /** @returns the mails to an address */
  find(email: string, signal: AbortSignal): Promise<Mail[]>;
  /**
   * Sentences that explain why `find` may have missed a mail, e.g. that the server ignores its search; for messages.
   */
  habits?(email: string): readonly string[];
  /** What is wrong with mails that were passed over because they cannot be read, each sentence once. */
  problemTexts?: ReadonlySet<string>;
  close?(): Promise<void>;
}

/**
 * Finds candidates for the temporary password, in the text part or in the readable HTML; the most likely first.
 * @param passwordPattern its first group is the password; default: likely places are searched
 */
export function findPasswords(mail: MailContent, passwordPattern?: RegExp): Candidate[] {
  const { text, markedTexts } = readHtml(mail.html);
  const mailTexts = [cutText(mail.text), text];
  if (!passwordPattern) return findLikelyPasswords(mailTexts, markedTexts);
  const patternPasswords = mailTexts.flatMap(
    (mailText) => passwordPattern.exec(mailText)?.[1] ?? [],
  );
  return patternPasswords.map((password) => ({ password, likelihood: 1 }));
}

/** The mail as a person reads it. */
export function makeMailReadable({ text, html }: MailContent): string {
  return `${cutText(text)}\n${readHtml(html).text}`;
}

/** Headers in which servers write the real recipient when the visible headers name somebody else. */
const deliveryHeaderNames = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

/**
 * How much of a message is read, in bytes. Its text comes before its attachments. Of 2 MB of parts or addresses, the
 * parser would take a minute and a gigabyte.
 */
export const maxMailBytes = 200_000;
/** How many of the newest mails are searched, where a server's own search does not name hers. */
export const maxSearchedMails = 200;
/** In bytes, of all mails of one look into a mailbox. */
export const maxBytesOfLook: number = 20 * 1024 * 1024;
/** Far more than mail programs write. Headers that are longer than the parser is given are not a mail's. */
const parserLimits = { maxNestingDepth: 30, maxHeadersSize: maxMailBytes / 2 };

/**
 * Parses the beginning of a message as it is stored on a server: its parts are decoded, from any encoding and charset.
 * @param problemTexts where the message cannot be parsed, a sentence that says why is added
 * @returns the mail without its id, and the time in its Date header, in milliseconds since 1970; `undefined` where it
 * cannot be parsed, because such a mail is none
 */
export async function parseMail(
  messageSource: Uint8Array | string,
  problemTexts: Set<string>,
): Promise<
  (Pick<Mail, 'to' | 'deliveredTo' | 'text' | 'html'> & { date: number | undefined }) | undefined
> {
  const parsedMail = await PostalMime.parse(
    messageSource.slice(0, maxMailBytes),
    parserLimits,
  ).catch((error: Error) => {
    problemTexts.add(`a mail that cannot be read was passed over (${error.message})`);
  });
  if (!parsedMail) return undefined;
  const { to = [], cc = [], bcc = [], headers, text = '', html = '', date } = parsedMail;
  const visibleRecipients = [...to, ...cc, ...bcc].flatMap(({ address, group }) =>
    group ? group.map((member) => member.address) : [address],
  );
  const deliveryAddresses = headers
    .filter(({ key }) => deliveryHeaderNames.includes(key))
    .map(({ value }) => value);
  const sentAt = date === undefined ? Number.NaN : Date.parse(date);
  const extractAddresses = (addresses: readonly (string | undefined)[]) =>
    addresses.flatMap((address) => (address ? [readBracketedAddress(address)] : []));
  return {
    to: extractAddresses(visibleRecipients),
    deliveredTo: extractAddresses(deliveryAddresses),
    text: cutText(text),
    html: cutText(html),
    date: Number.isNaN(sentAt) ? undefined : sentAt,
  };
}

/** @returns the address inside the last angle brackets, or the whole text where there are none */
function readBracketedAddress(headerValue: string): string {
  const [address = ''] = headerValue.slice(headerValue.lastIndexOf('<') + 1).split('>');
  return address.trim();
}

/** Whether a mail is addressed to an email address. Letter case is ignored, because no real server distinguishes it. */
export function isSentTo(
  { to, deliveredTo = [] }: Pick<Mail, 'to' | 'deliveredTo'>,
  email: string,
): boolean {
  return [...to, ...deliveredTo].some((address) => address.toLowerCase() === email.toLowerCase());
}
