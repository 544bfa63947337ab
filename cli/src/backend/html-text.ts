/**
 * Reads HTML from outside: the text that a person sees, the passages it emphasizes, its links and its forms. A parser
 * reads it once from beginning to end, so a hostile mail or page takes no longer than any other.
 */
import { decodeHTMLStrict } from 'entities/decode';
import { Parser } from 'htmlparser2';

/** In characters. A mail with a link is far shorter, and nothing behind this is read. */
const maxTextLength = 200_000;

/** @returns the beginning of a mail's text or HTML, which ends before a word that would be cut */
export function cutText(text: string): string {
  if (text.length <= maxTextLength) return text;
  const beginning = text.slice(0, maxTextLength);
  return beginning.slice(
    0,
    Math.max(0, ...[' ', '\n', '<'].map((sign) => beginning.lastIndexOf(sign))),
  );
}

/** Of one attribute, in characters. */
const maxAttributeLength = 10_000;

interface Form {
  /** As the page has it. */
  action: string | undefined;
  /** What stands in the form, and the labels of its buttons. */
  text: string;
}

export interface HtmlContent {
  /** One line for each block, without tags. */
  text: string;
  /** The passages that the HTML emphasizes, e.g. in bold. */
  markedTexts: readonly string[];
  /** The targets of the links, as a browser decodes them. */
  hrefs: readonly string[];
  forms: readonly Form[];
}

const markingTags = new Set(['code', 'strong', 'b', 'kbd', 'pre', 'tt', 'mark']);
/** A browser does not show what stands in them. */
const hiddenTags = new Set(['style', 'script', 'head']);
/** After them comes a line break. */
const blockTags = new Set(['p', 'div', 'tr', 'li', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Reads the beginning of a mail's HTML or of a page, see `cutText`. */
export function readHtml(html: string): HtmlContent {
  const visiblePieces: string[] = [];
  /** Of a hidden element that has not ended: it is kept where it never ends, because `</head>` is optional in HTML. */
  let hiddenPieces: string[] = [];
  let openHiddenTag: string | undefined;
  let markedPassage: { tag: string; text: string } | undefined;
  let openForm: Form | undefined;
  const markedTexts: string[] = [];
  const hrefs: string[] = [];
  const forms: Form[] = [];
  const addPiece = (piece: string) =>
    (openHiddenTag === undefined ? visiblePieces : hiddenPieces).push(piece);
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        // `<wbr>` marks where a long word may be broken, so it becomes no space.
        if (tag !== 'wbr') addPiece(tag === 'br' ? '\n' : ' ');
        if (hiddenTags.has(tag)) openHiddenTag ??= tag;
        markedPassage = markingTags.has(tag) ? { tag, text: '' } : undefined;
        if (attributes.href !== undefined) hrefs.push(decodeAttribute(attributes.href));
        if (tag === 'form') {
          const { action } = attributes;
          openForm = { action: action === undefined ? action : decodeAttribute(action), text: '' };
          forms.push(openForm);
        }
        if (openForm && attributes.value !== undefined)
          openForm.text += ` ${decodeAttribute(attributes.value)} `;
      },
      ontext(text) {
        // The line breaks of the source are spaces; those that an entity stands for are none.
        const visibleText = decodeHTMLStrict(text.replace(/\s+/g, ' '));
        addPiece(visibleText);
        if (markedPassage) markedPassage.text += decodeHTMLStrict(text);
        if (openForm) openForm.text += visibleText;
      },
      oncomment() {
        addPiece(' ');
      },
      onclosetag(tag, isImplied) {
        if (!isImplied && tag !== 'wbr') addPiece(blockTags.has(tag) ? '\n' : ' ');
        if (tag === openHiddenTag && !isImplied) {
          openHiddenTag = undefined;
          hiddenPieces = [];
        }
        if (tag === markedPassage?.tag) markedTexts.push(markedPassage.text.trim());
        markedPassage = undefined;
        if (tag === 'form') openForm = undefined;
      },
    },
    { decodeEntities: false },
  );
  parser.end(cutText(html));
  const text = [...visiblePieces, ' ', ...hiddenPieces].join('').replace(/[^\S\n]+/g, ' ');
  return { text, markedTexts, hrefs, forms };
}

function decodeAttribute(value: string): string {
  return decodeHTMLStrict(value.slice(0, maxAttributeLength))
    .replace(/[\t\r\n]/g, '')
    .trim();
}
