/** Tables that a phone shows whole: each row becomes a card there, its cells with their columns' names. */
import { type Html, html } from './tag.ts';

export interface Table {
  /** The id of its heading. */
  labelledBy: string;
  /** The first is that of the rows' names. */
  columns: readonly string[];
  rows: readonly TableRow[];
  /** Whether its cells are figures, which stand to the right. */
  figures?: boolean;
}

interface TableRow {
  name: string | Html;
  cells: readonly (string | Html)[];
  /** Classes of the row. */
  kind?: string;
}

export function tableOf({ labelledBy, columns, rows, figures = false }: Table): Html {
  const [first = '', ...others] = columns;
  const kind = figures ? 'number' : '';
  // A browser forgets that what it lays out in another way is a table: the roles say so.
  return html`<div class="scroll stacks" role="region" aria-labelledby="${labelledBy}" tabindex="0"><table role="table" aria-labelledby="${labelledBy}">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${first}</th>${others.map((name) => html`<th role="columnheader" scope="col" class="${kind}">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  ({ name, cells, kind: own = '' }) =>
    html`<tr role="row" class="${own}"><th role="rowheader" scope="row">${name}</th>${cells.map((cell, at) => html`<td role="cell" class="${kind}" data-column="${others[at] ?? ''}">${cell}</td>`)}</tr>
`,
)}</tbody></table></div>`;
}

export const tableStyle = `
@media screen and (max-width: 40rem) {
  .stacks { overflow: visible; border: 0; }
  .stacks thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacks :is(table, tbody, th, td) { display: block; }
  .stacks tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(4.25rem, 1fr)); padding: 0.5rem 0; }
  .stacks th { grid-column: 1 / -1; white-space: normal; overflow-wrap: anywhere; }
  .stacks td { text-align: start; white-space: normal; }
  .stacks td::before { content: attr(data-column); display: block; color: var(--soft); font-size: 0.75rem; }
}
`;
