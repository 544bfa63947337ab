/** Texts that several formats share. */
import { visible } from '../process/terminal.ts';

/** On one line, without what could steer a terminal or reorder a text. */
export function oneLine(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim());
}

/** @returns e.g. `1 check`, `2 checks` */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** @returns e.g. `2.4 s` */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** @returns e.g. `2026-03-01 04:05 UTC` */
export function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * Breaks a text at its spaces into lines of `width` characters; longer words stay whole.
 * @param indent what all lines but the first begin with
 * @param used how much of the first line is taken
 */
export function wrap(text: string, width: number, indent = '', used = indent.length): string[] {
  const lines: string[] = [];
  let line = '';
  let left = width - used;
  for (const word of oneLine(text).split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && longer.length > left) {
      lines.push(line);
      line = word;
      left = width - indent.length;
    } else {
      line = longer;
    }
  }
  return [...lines, line].map((one, at) => (at === 0 ? one : indent + one));
}
