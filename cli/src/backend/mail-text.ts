/**
 * Reads the text of a mail: its HTML as plain text, the passages it emphasizes, and its links. A hostile mail must not
 * take long to read, so every pattern runs in linear time: inside a tag there is no `<`.
 */
import { decodeHTMLStrict } from 'entities/decode';

/** HTML as plain text: one line for each block, without tags. */
export function makeReadableText(mailHtml: string): string {
  const textWithEntities = withoutHiddenText(mailHtml)
    .replace(/\s+/g, ' ')
    // `<wbr>` marks where a long word may be broken, so it becomes no space.
    .replace(/<wbr\b[^<>]*>/gi, '')
    .replace(/<(?:br|\/(?:p|div|tr|li|h\d|table))\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ');
  return decodeHTMLStrict(textWithEntities).replace(/[^\S\n]+/g, ' ');
}

/** Removes elements that a browser does not show. One without an end tag is kept, because `</head>` is optional in HTML. */
function withoutHiddenText(mailHtml: string): string {
  const visiblePieces: string[] = [];
  let hiddenPieces: string[] = [];
  let openHiddenElement: string | undefined;
  for (const htmlPiece of mailHtml.split(/(<\/?(?:style|script|head)\b[^<>]*>)/i)) {
    const [, slash, name] = /^<(\/?)(style|script|head)\b/i.exec(htmlPiece) ?? [];
    if (slash === '') openHiddenElement ??= name?.toLowerCase();
    (openHiddenElement === undefined ? visiblePieces : hiddenPieces).push(htmlPiece);
    if (slash === '/' && openHiddenElement === name?.toLowerCase()) {
      openHiddenElement = undefined;
      hiddenPieces = [];
    }
  }
  return [...visiblePieces, ...hiddenPieces].join(' ');
}

/** The passages that the HTML emphasizes, e.g. in bold. */
export function findMarkedTexts(mailHtml: string): string[] {
  const markedMatches = mailHtml.matchAll(
    /<(code|strong|b|kbd|pre|tt|mark)\b[^<>]*>([^<]*)<\/\1\s*>/gi,
  );
  return [...markedMatches].map(([, , content = '']) => decodeHTMLStrict(content).trim());
}

/** The targets of the HTML's links, decoded as a browser decodes them. */
export function findHrefs(mailHtml: string): string[] {
  const hrefMatches = mailHtml.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi);
  return [...hrefMatches].map(([, a, b, c]) =>
    decodeHTMLStrict(a ?? b ?? c ?? '')
      .replace(/[\t\r\n]/g, '')
      .trim(),
  );
}
