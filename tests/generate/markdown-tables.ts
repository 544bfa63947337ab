/** Writes generated tables into Markdown pages that are otherwise written by hand. */

/**
 * Writes tables into a page, each between `<!-- generated: NAME -->` and `<!-- /generated -->`.
 * @param tableRenderers renders each table, by its name
 * @returns the new text of the page
 * @throws {Error} when the page has no place for a table, or a place for an unknown one
 */
export function fillTables(
  pageText: string,
  tableRenderers: Readonly<Record<string, () => string>>,
): string {
  const missingTableNames = new Set(Object.keys(tableRenderers));
  const newPageText = pageText.replace(
    /(<!-- generated: (\w+) -->\n).*?(<!-- \/generated -->)/gs,
    (_, startMark: string, name: string, endMark: string) => {
      const renderTable = tableRenderers[name];
      if (!renderTable) throw new Error(`A page has a place for "${name}", which nothing writes`);
      missingTableNames.delete(name);
      return `${startMark}\n${renderTable()}\n\n${endMark}`;
    },
  );
  if (missingTableNames.size > 0)
    throw new Error(`A page has no place for ${[...missingTableNames].join(', ')}`);
  return newPageText;
}

/** @returns a table in Markdown */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cellRows = [headings, headings.map(() => '---'), ...rows];
  return cellRows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
