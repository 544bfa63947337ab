/** Tables in pages that are otherwise written by hand. */

/**
 * Writes tables into a page, each between `<!-- generated: NAME -->` and `<!-- /generated -->`.
 * @throws {Error} when the page has no place for a table, or a place for an unknown one
 */
export function filled(page: string, tables: Readonly<Record<string, () => string>>): string {
  const rest = new Set(Object.keys(tables));
  const written = page.replace(
    /(<!-- generated: (\w+) -->\n).*?(<!-- \/generated -->)/gs,
    (_, start: string, name: string, end: string) => {
      const render = tables[name];
      if (!render) throw new Error(`A page has a place for "${name}", which nothing writes`);
      rest.delete(name);
      return `${start}\n${render()}\n\n${end}`;
    },
  );
  if (rest.size > 0) throw new Error(`A page has no place for ${[...rest].join(', ')}`);
  return written;
}

/** @returns a table in Markdown */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
