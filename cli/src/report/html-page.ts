/** The frame of every HTML report: one page that needs nothing else, no request leaves it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../core/text.ts';

const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('./page.js', import.meta.url), 'utf8');

/* HTML that cannot hold what was not escaped: whatever is put into a template is text, unless it is `Html`. */

export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Value = Html | readonly Html[] | string | number | undefined;

/** A template of HTML; `undefined` is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(toSource)));
}

function toSource(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.source;
  if (typeof value === 'object') return value.map(({ source }) => source).join('\n');
  return escapeHtml(String(value));
}

interface Page {
  title: string;
  header: Html;
  /** Empty ones are left out. */
  sections: readonly (Html | undefined)[];
  /** Whether it has checks to filter. */
  hasControls?: boolean;
}

export function pageOf({ title, header, sections, hasControls = false }: Page): string {
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

/** A titled list; nothing where it has no items. */
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

/** For the content security policy: nothing but this runs. */
function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}

/* Tables that a phone shows whole: each row becomes a card there, its cells with their columns' names. */

export interface Table {
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
  kind?: string;
}

export function tableOf({ labelledBy, columns, rows, figures = false }: Table): Html {
  const [firstColumn = '', ...otherColumns] = columns;
  const kind = figures ? 'number' : '';
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
