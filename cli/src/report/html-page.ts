/** The frame of every HTML report: one self-contained page, which sends no requests. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../core/text.ts';

const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('./page.js', import.meta.url), 'utf8');

/* Safe HTML: every value in a template is escaped, unless it is `Html` itself. */

export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Value = Html | readonly Html[] | string | number | undefined;

/** A template of HTML; `undefined` becomes nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(toSource)));
}

function toSource(value: Value): string {
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

export function pageOf({ title, header, sections, hasControls = false }: HtmlPage): string {
  const scripts = hasControls ? ` script-src '${hashOf(script)}';` : '';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}';${new Html(scripts)} img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
${header}
<main>
${sections.filter((section) => section !== undefined)}
</main>
${hasControls ? html`<script>${new Html(script)}</script>` : undefined}
</body>
</html>
`.source;
}

/** A list with a title; nothing where it has no items. */
export function listOf(
  id: string,
  title: string,
  items: readonly (string | Html)[],
): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul>
${items.map((item) => (item instanceof Html ? item : html`<li>${item}</li>`))}
</ul>
</section>`;
}

export function warningsOf(texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined;
  return html`<ul class="warnings">${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** The hash of an inline script or style for the content security policy, which allows nothing else. */
function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}

/* Tables that fit on a phone: there each row becomes a card, and its cells show the names of their columns. */

export interface Table {
  labelledBy: string;
  /** The first column has the rows' names. */
  columns: readonly string[];
  rows: readonly TableRow[];
  /** Whether the cells are numbers, which are aligned right. */
  areNumbers?: boolean;
}

interface TableRow {
  name: string | Html;
  cells: readonly (string | Html)[];
  kind?: string;
}

export function tableOf({ labelledBy, columns, rows, areNumbers = false }: Table): Html {
  const [firstColumn = '', ...otherColumns] = columns;
  const kind = areNumbers ? 'number' : '';
  // A table with another CSS `display` loses its meaning for screen readers, so its roles are written out.
  return html`<div class="scroll stacks" role="region" aria-labelledby="${labelledBy}" tabindex="0"><table role="table" aria-labelledby="${labelledBy}">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${firstColumn}</th>${otherColumns.map((name) => html`<th role="columnheader" scope="col" class="${kind}">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  ({ name, cells, kind: rowKind = '' }) =>
    html`<tr role="row" class="${rowKind}"><th role="rowheader" scope="row">${name}</th>${cells.map((cell, index) => html`<td role="cell" class="${kind}" data-column="${otherColumns[index] ?? ''}">${cell}</td>`)}</tr>
`,
)}</tbody></table></div>`;
}
