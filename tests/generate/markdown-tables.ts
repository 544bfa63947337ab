/** Writes generated tables into Markdown pages that are otherwise written by hand. */

/**
 * Writes tables into a page, each between `<!-- generated: NAME -->` and `<!-- /generated -->`.
 * @param tables renders each table, by its name
 * @returns the new text of the page
 * @throws {Error} when the page has no place for a table, or a place for an unknown one
 */
export function fillTables(page: string, tables: Readonly<Record<string, () => string>>): string {
  const missingTables = new Set(Object.keys(tables));
  const newPage = page.replace(
    /(<!-- generated: (\w+) -->\n).*?(<!-- \/generated -->)/gs,
    (_, startMark: string, name: string, endMark: string) => {
      const renderTable = tables[name];
      if (!renderTable) throw new Error(`A page has a place for "${name}", which nothing writes`);
      missingTables.delete(name);
      return `${startMark}\n${renderTable()}\n\n${endMark}`;
    },
  );
  if (missingTables.size > 0)
    throw new Error(`A page has no place for ${[...missingTables].join(', ')}`);
  return newPage;
}

/** @returns a table in Markdown */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [headings, headings.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
