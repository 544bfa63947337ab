/** What came from elsewhere, as the text formats may hold it. */
import { visible } from '../process/terminal.ts';
import { oneLine } from './text.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '|': '&#124;',
};

function toEntities(text: string, signs: RegExp): string {
  return text.replace(signs, (sign) => entities[sign] ?? sign);
}

/** Windows' line breaks are no reason for marks. */
function visibleLines(text: string): string {
  return visible(text.replaceAll('\r\n', '\n'));
}

/** For texts and for attributes in quotes. */
export function escapeHtml(text: string): string {
  return toEntities(visibleLines(text), /[&<>"']/g);
}

/** For texts and for attributes in quotes; what XML 1.0 forbids is dropped. */
export function escapeXml(text: string): string {
  const allowed = text.replace(/(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '');
  return toEntities(visible(allowed), /[&<>"']/g);
}

/** For an attribute, where a line break would be read as a space. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** On one line, also in a table; a bare address does not become a link. */
export function escapeMarkdown(text: string): string {
  const plain = oneLine(text).replace(/[\\`*_{}[\]#~!]|:(?=\/\/)/g, '\\$&');
  return toEntities(plain, /[&<>|]/g);
}

/** The message of a workflow command of GitHub. */
export function escapeAnnotation(text: string): string {
  return visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** The title of a workflow command of GitHub. */
export function escapeAnnotationProperty(text: string): string {
  return escapeAnnotation(oneLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
