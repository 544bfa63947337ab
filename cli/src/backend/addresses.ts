/** Finds web addresses in a mail: where each one ends, and which other address it contains. */
import { cutText, readHtml } from './html-text.ts';

/** The content of a mail, or what a program or a person supplied instead. */
export interface MailContent {
  /** Decoded; empty where the mail has no such part. */
  text: string;
  html: string;
}

/** In characters. Nobody mails longer addresses. */
const maxAddressLength = 8000;
/** Of one mail. */
const maxAddresses = 500;

// The host may be in any script. What follows it is ASCII (RFC 3986), without the brackets and quotes that text puts
// around an address.
const addressPattern =
  /https?:\/\/(?:\[[\da-f:.]{2,45}\]|[\p{L}\p{M}\p{N}._-]+)(?::\d{1,5})?(?:[/?#][!#-&*-;=?-Z_a-z~]*)?/giu;

/** @returns every address in a text, without the punctuation of the sentence around it */
function findAddressesInText(text: string): string[] {
  return [...text.matchAll(addressPattern)].map(({ 0: address, index }) => {
    // Plain text marks italics as `_…_` or `~…~`, but a token may end with these signs as well.
    const precedingSign = text[index - 1] ?? '';
    return withoutPunctuation(address, /[_~]/.test(precedingSign) ? precedingSign : '');
  });
}

/** The characters that an address may end with. */
const lastCharacterPattern = /[\w/~=%&#$+@-]/;
/** A percent-encoded byte of a non-ASCII character. A program took the character for part of the address. */
const encodedNonAsciiPattern = /^%[89A-F][\dA-F]$/i;

/**
 * Removes punctuation from the end, one character at a time: a regular expression would take quadratic time on a row of
 * dots.
 */
function withoutPunctuation(address: string, surroundingSign = ''): string {
  let endIndex = address.length;
  for (;;) {
    const lastSign = address[endIndex - 1] ?? '';
    if (encodedNonAsciiPattern.test(address.slice(Math.max(0, endIndex - 3), endIndex)))
      endIndex -= 3;
    else if (
      lastSign !== '' &&
      (lastSign === surroundingSign || !lastCharacterPattern.test(lastSign))
    )
      endIndex -= 1;
    else return address.slice(0, endIndex);
  }
}

/** Invisible characters end an address, unless they only mark where a long one may be broken. */
const invisiblePattern = /\p{Cf}/gu;

/** Cleans an address that stands alone in a link or a header: removes what it cannot end with. */
export function cleanAddress(link: string): string {
  return withoutPunctuation(link.replace(invisiblePattern, '').trim());
}

/**
 * @returns the addresses of a mail's links, then those in its text; where an address can be read in two ways, the
 * likelier one first
 */
export function findAddresses({ text, html }: MailContent): string[] {
  // An address in angle brackets goes on after a line break (RFC 3986, appendix C).
  const { text: htmlText, hrefs } = readHtml(html);
  const textWithoutBreaks = cutText(text).replace(/<https?:[^<>]{1,2000}>/gi, (bracketedAddress) =>
    bracketedAddress.replace(/\s+/g, ''),
  );
  const mailText = `${textWithoutBreaks}\n${htmlText}`;
  const htmlHrefs = hrefs.filter((link) => /^https?:/i.test(link));
  const addresses = new Set([
    ...htmlHrefs.map(cleanAddress),
    ...findAddressesInText(mailText),
    ...findAddressesInText(mailText.replace(invisiblePattern, '')),
  ]);
  return [...addresses].filter(({ length }) => length <= maxAddressLength).slice(0, maxAddresses);
}

export interface MailedLink {
  address: string;
  /** The hosts a browser passes on its way to the address, in order; empty where the mail has the address itself. */
  forwardingHosts: readonly string[];
}

/**
 * Reads an address that may wrap another one. "Safe links", click tracking and redirectors carry the inner address in a
 * query, a path segment or the fragment, encoded once or twice, or in base64.
 * @param remainingDepth how many nested wrappers are opened
 * @returns the addresses it contains, the innermost first, and itself last
 */
export function unwrapAddress(address: string, remainingDepth = 3): MailedLink[] {
  const unwrappedLink = { address, forwardingHosts: [] };
  if (remainingDepth === 0 || !URL.canParse(address)) return [unwrappedLink];
  const { hostname, pathname, searchParams, hash } = new URL(address);
  const addressParts = [
    ...[...searchParams, ...new URLSearchParams(hash.slice(1))].flat(),
    ...pathname.split('/'),
    // The inner address may stand in the path without encoding. Proofpoint ends it with `__;`.
    pathname.replace(/__;.*/s, ''),
  ];
  const innerAddresses = addressParts.flatMap(decodeInEveryWay).flatMap(findAddressesInText);
  return [
    ...innerAddresses
      .flatMap((innerAddress) => unwrapAddress(innerAddress, remainingDepth - 1))
      .map((mailedLink) => ({
        ...mailedLink,
        forwardingHosts: [hostname, ...mailedLink.forwardingHosts],
      })),
    unwrappedLink,
  ];
}

function decodeInEveryWay(addressPart: string): string[] {
  if (/^aHR0c/.test(addressPart)) return [Buffer.from(addressPart, 'base64').toString()];
  return addressPart.includes('%') ? [addressPart, decodePercent(addressPart)] : [addressPart];
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
