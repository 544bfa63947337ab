/** The few forms of Markdown that reports are made of; an empty part is no text. */

/** For names of ours. */
export function code(name: string): string {
  return `\`${name.replace(/[`|\s]/g, ' ')}\``;
}

/** @param items Markdown already */
export function bullets(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `### ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}

/** @param rows Markdown already */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Something folded; nothing when there is nothing in it. */
export function folded(summary: string, ...parts: readonly string[]): string {
  const body = parts.filter(Boolean).join('\n\n');
  return body && `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** A block of text as it is, whatever is in it. */
export function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}
