/** The frame of every HTML report: one self-contained page, which sends no requests. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../core/text.ts';

const cssText = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
const scriptText = readFileSync(new URL('./page.js', import.meta.url), 'utf8');

/* Safe HTML: every value in a template is escaped, unless it is `Html` itself. */

export class Html {
  readonly source: string;

  constructor(htmlText: string) {
    this.source = htmlText;
  }
}

type Value = Html | readonly Html[] | string | number | undefined;

/** A template of HTML; `undefined` becomes nothing. */
export function html(templateParts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: templateParts }, ...values.map(toHtmlText)));
}

function toHtmlText(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.source;
  if (typeof value === 'object') return value.map(({ source }) => source).join('\n');
  return escapeHtml(String(value));
}

interface HtmlPage {
  title: string;
  header: Html;
  /** Empty sections are left out. */
  sections: readonly (Html | undefined)[];
  /** Whether the page has checks that can be filtered. */
  hasControls?: boolean;
}

export function renderPage({ title, header, sections, hasControls = false }: HtmlPage): string {
  const scriptPolicy = hasControls ? ` script-src '${hashForPolicy(scriptText)}';` : '';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashForPolicy(cssText)}';${new Html(scriptPolicy)} img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(cssText)}</style>
</head>
<body>
${header}
<main>
${sections.filter((section) => section !== undefined)}
</main>
${hasControls ? html`<script>${new Html(scriptText)}</script>` : undefined}
</body>
</html>
`.source;
}

/** A list with a title; nothing where it has no items. */
export function renderList(
  id: string,
  listTitle: string,
  listItems: readonly (string | Html)[],
): Html | undefined {
  if (listItems.length === 0) return undefined;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${listTitle}</h2>
<ul>
${listItems.map((listItem) => (listItem instanceof Html ? listItem : html`<li>${listItem}</li>`))}
</ul>
</section>`;
}

export function renderWarnings(warningTexts: readonly string[]): Html | undefined {
  if (warningTexts.length === 0) return undefined;
  return html`<ul class="warnings">${warningTexts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** The hash of an inline script or style for the content security policy, which allows nothing else. */
function hashForPolicy(inlineText: string): string {
  return `sha256-${createHash('sha256').update(inlineText).digest('base64')}`;
}

/* Tables that fit on a phone: there each row becomes a card, and its cells show the names of their columns. */

export interface Table {
  headingId: string;
  /** The first column has the rows' names. */
  columnNames: readonly string[];
  rows: readonly TableRow[];
  /** Whether the cells are numbers, which are aligned right. */
  hasNumberCells?: boolean;
}

interface TableRow {
  rowName: string | Html;
  cells: readonly (string | Html)[];
  rowClass?: string;
}

export function renderTable({ headingId, columnNames, rows, hasNumberCells = false }: Table): Html {
  const [firstColumn = '', ...otherColumns] = columnNames;
  const cellClass = hasNumberCells ? 'number' : '';
  // A table with another CSS `display` loses its meaning for screen readers, so its roles are written out.
  return html`<div class="scroll stacks" role="region" aria-labelledby="${headingId}" tabindex="0"><table role="table" aria-labelledby="${headingId}">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${firstColumn}</th>${otherColumns.map((name) => html`<th role="columnheader" scope="col" class="${cellClass}">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  ({ rowName, cells, rowClass: rowKind = '' }) =>
    html`<tr role="row" class="${rowKind}"><th role="rowheader" scope="row">${rowName}</th>${cells.map((cell, index) => html`<td role="cell" class="${cellClass}" data-column="${otherColumns[index] ?? ''}">${cell}</td>`)}</tr>
`,
)}</tbody></table></div>`;
}
