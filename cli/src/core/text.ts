/** Texts that several formats share. */
import { randomInt } from 'node:crypto';
import { escapeControls } from './terminal.ts';

/** Puts a text on one line, without characters that could control a terminal or reorder a text. */
export function toOneLine(text: string): string {
  return escapeControls(text.replace(/\s+/g, ' ').trim());
}

/**
 * @returns the first characters, as a copy: a part that is sliced from a text keeps the whole text in memory
 */
export function copyBeginning(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}

/**
 * @param characters the letters to choose from
 * @param length how many letters the text has
 */
export function makeRandomText(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}

/** @returns e.g. `1 check`, `2 checks` */
export function formatCountedNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** @returns e.g. `2.4 s` */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** @returns e.g. `2026-03-01 04:05 UTC` */
export function formatMinute(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * Breaks a text at its spaces into lines of `width` characters; longer words stay whole.
 * @param indent what every line but the first begins with
 * @param usedWidth the columns of the first line that are already taken
 */
export function wrapText(
  text: string,
  width: number,
  indent = '',
  usedWidth = indent.length,
): string[] {
  const lines: string[] = [];
  let line = '';
  let remainingWidth = width - usedWidth;
  for (const nextWord of toOneLine(text).split(' ')) {
    const longerLine = line ? `${line} ${nextWord}` : nextWord;
    if (line && longerLine.length > remainingWidth) {
      lines.push(line);
      line = nextWord;
      remainingWidth = width - indent.length;
    } else {
      line = longerLine;
    }
  }
  return [...lines, line].map((text, index) => (index === 0 ? text : indent + text));
}

/**
 * Puts a text after the beginning of a line, and indents its other lines.
 * @param indentWidth how many spaces the other lines begin with
 */
export function wrapWithHangingIndent(
  lineBeginning: string,
  text: string,
  width: number,
  indentWidth: number,
): string[] {
  const [first, ...rest] = wrapText(text, width, ' '.repeat(indentWidth));
  return [`${lineBeginning}${first}`, ...rest];
}

/* Foreign text, escaped for each text format. */

const entitiesByCharacter: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '|': '&#124;',
};

function toEntities(text: string, charactersPattern: RegExp): string {
  return text.replace(charactersPattern, (sign) => entitiesByCharacter[sign] ?? sign);
}

/** Marks control characters, except the line breaks of Windows. */
function escapeControlLines(text: string): string {
  return escapeControls(text.replaceAll('\r\n', '\n'));
}

/** For text and for quoted attributes. */
export function escapeHtml(text: string): string {
  return toEntities(escapeControlLines(text), /[&<>"']/g);
}

/** For text and for quoted attributes; characters that XML 1.0 forbids are removed. */
export function escapeXml(text: string): string {
  const allowedText = text.replace(/(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '');
  return toEntities(escapeControls(allowedText), /[&<>"']/g);
}

/** For an attribute, in which a line break would be read as a space. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** On one line, also in a table; a bare address does not become a link. */
export function escapeMarkdown(text: string): string {
  const escapedText = toOneLine(text).replace(/[\\`*_{}[\]#~!]|:(?=\/\/)/g, '\\$&');
  return toEntities(escapedText, /[&<>|]/g);
}
