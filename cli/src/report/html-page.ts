/** The frame of every HTML report: one page that needs nothing else, no request leaves it. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../core/text.ts';

/** The style of the page; text has a contrast of at least 4.5 : 1 in both modes. */
const style = `
:root {
  color-scheme: light dark;
  --ink: #16241f; --soft: #50605a; --paper: #fffdf9; --card: #ffffff; --sand: #f4efe6;
  --line: #ddd5c7; --edge: #6d7a73; --link: #0b5a53; --focus: #b25e00;
  --green: #0c5a41; --green-pale: #e0f0e8; --red: #a3191f; --red-pale: #fce8e6;
  --amber: #7a4a00; --amber-pale: #fbeed2; --blue: #1d4f87; --blue-pale: #e4eef9;
  --gray: #4d5853; --gray-pale: #ebebe6;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e8efeb; --soft: #a9b8b0; --paper: #111815; --card: #18211d; --sand: #202b26;
    --line: #35433c; --edge: #7d8c84; --link: #86d5c4; --focus: #f0b060;
    --green: #86d9b4; --green-pale: #12352a; --red: #ffa59d; --red-pale: #47191b;
    --amber: #f2c576; --amber-pale: #3d2c0d; --blue: #a3c9f7; --blue-pale: #172b45;
    --gray: #b9c4be; --gray-pale: #2a342f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
header, main { max-width: 70rem; margin: 0 auto; padding: 0 clamp(0.75rem, 3vw, 2rem); }
header { padding-top: 2rem; }
main { padding-bottom: 4rem; }
h1 { margin: 0; font-size: clamp(1.25rem, 1rem + 1.5vw, 1.75rem); line-height: 1.25; }
h1 .soft { display: block; font-size: 1rem; font-weight: 400; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.25rem; }
h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
.label { margin: 0.75rem 0 0.25rem; font-size: 0.875rem; font-weight: 600; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
[hidden] { display: none !important; }
.soft { color: var(--soft); }
code, pre, th[scope=row], .group > summary h3 {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
code { font-size: 0.9em; }
pre {
  margin: 0; padding: 0.75rem; border-radius: 0.375rem; background: var(--sand);
  font-size: 0.8125rem; white-space: pre-wrap; max-height: 26rem; overflow: auto;
}
.verdict {
  display: inline-block; margin: 0.75rem 0 0.25rem; padding: 0.25rem 0.875rem;
  border-radius: 0.375rem; font-size: 1.125rem; font-weight: 650;
}
.good, .passed:is(.badge, .tile) { color: var(--green); background: var(--green-pale); }
.bad, .failed:is(.badge, .tile) { color: var(--red); background: var(--red-pale); }
.unsure, .blocked:is(.badge, .tile) { color: var(--amber); background: var(--amber-pale); }
.waiting:is(.badge, .tile) { color: var(--blue); background: var(--blue-pale); }
.skipped:is(.badge, .tile) { color: var(--gray); background: var(--gray-pale); }
.tiles {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr)); gap: 0.625rem;
  margin: 1rem 0 0; padding: 0; list-style: none;
}
.tile { padding: 0.5rem 0.875rem; border-radius: 0.5rem; }
.tile b { display: block; font-size: 1.5rem; line-height: 1.2; }
.tile.none { color: var(--soft); background: none; box-shadow: inset 0 0 0 1px var(--line); }
.warnings {
  margin: 1.5rem 0 0; padding: 0.75rem 1rem 0.75rem 2rem; border-radius: 0.5rem;
  color: var(--amber); background: var(--amber-pale);
}
#controls {
  display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; align-items: end;
  margin-top: 1.5rem; padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem;
}
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; display: flex; flex-wrap: wrap; gap: 0 1rem; }
legend { padding: 0; }
legend, .search { font-size: 0.875rem; color: var(--soft); }
fieldset label { display: flex; gap: 0.375rem; align-items: center; min-height: 2rem; }
input[type=checkbox] { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--link); }
.search { flex: 1 1 14rem; min-width: 0; }
.search input {
  display: block; width: 100%; padding: 0.375rem 0.625rem; font: inherit; font-size: 1rem;
  color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 0.375rem;
}
::placeholder { color: var(--soft); opacity: 1; }
output { color: var(--soft); min-width: 10rem; }
summary { cursor: pointer; }
.result { margin: 0.375rem 0; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
.result[data-fails] { border-inline-start: 4px solid var(--red); }
.result > summary {
  display: grid; grid-template-columns: 6rem 1fr auto; gap: 0.125rem 0.75rem; align-items: baseline;
  padding: 0.5rem 0.75rem;
}
.result > summary::-webkit-details-marker { display: none; }
.result[open] > summary { font-weight: 600; }
.badge {
  display: inline-block; justify-self: start; padding: 0 0.5rem; border-radius: 0.25rem; font-size: 0.8125rem;
  font-weight: 600; text-align: center; white-space: nowrap;
}
.tag { margin-inline-start: 0.5rem; font-size: 0.8125rem; font-weight: 400; color: var(--soft); }
.body { padding: 0 0.75rem 0.75rem; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: 0.125rem 0.75rem; margin: 0; }
dt { color: var(--soft); font-size: 0.875rem; line-height: 1.7; }
dd { margin: 0; min-width: 0; }
dd.got { color: var(--red); }
.evidence { margin-top: 0.75rem; }
.evidence > summary, .addresses > summary { color: var(--link); }
.curl { display: flex; justify-content: space-between; align-items: end; gap: 1rem; margin: 0.5rem 0 0.25rem; }
.curl .label { margin: 0; }
button {
  min-height: 2rem; padding: 0 0.875rem; font: inherit; font-size: 0.875rem; cursor: pointer;
  color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 0.375rem;
}
details.group { border-top: 1px solid var(--line); padding: 0.125rem 0; }
details.group > summary { padding: 0.5rem 0; }
details.group > summary h3 { display: inline; margin-inline-end: 0.5rem; font-size: 0.9375rem; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.5rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; overflow-wrap: normal; }
th, td { padding: 0.3125rem 0.625rem; text-align: center; white-space: nowrap; }
tr + tr, tbody tr { border-top: 1px solid var(--line); }
th:first-child { text-align: start; font-weight: 400; }
thead th, thead th:first-child { background: var(--sand); font-weight: 600; }
.seen { color: var(--green); }
.unseen { color: var(--soft); cursor: help; }
ul { padding-inline-start: 1.25rem; }
@media (max-width: 40rem) {
  .result > summary { grid-template-columns: auto 1fr; }
  .sentence { grid-column: 1 / -1; grid-row: 2; }
  .tags { text-align: end; }
  dl { grid-template-columns: 1fr; }
  dd { margin-bottom: 0.375rem; }
  table { font-size: 0.8125rem; }
  th, td { padding: 0.25rem 0.375rem; }
}
@media print {
  #controls, button { display: none !important; }
  details:not(.passed)::details-content { content-visibility: visible; block-size: auto; }
  pre { max-height: none; }
  .scroll { overflow: visible; }
  .result { break-inside: avoid-page; }
  .badge, .tile, .verdict { border: 1px solid currentcolor; }
}
`;

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
  /** Added to the style all reports share. */
  ownStyle?: string;
  script?: string;
}

export function pageOf({ title, header, sections, ownStyle = '', script }: Page): string {
  const all = style + ownStyle;
  const scripts = script === undefined ? '' : ` script-src '${hashOf(script)}';`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(all)}';${new Html(scripts)} img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(all)}</style>
</head>
<body>
${header}
<main>
${sections.filter((one) => one !== undefined)}
</main>
${script === undefined ? undefined : html`<script>${new Html(script)}</script>`}
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
  return html`<ul class="warnings">${texts.map((one) => html`<li>${one}</li>`)}</ul>`;
}

/** For the content security policy: nothing but this runs. */
function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}

/** The behaviour of the page: filters, copies, unfolds for links. */
export const script = `
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const form = document.getElementById('controls');
  const results = all('.result').map((element) => ({
    element,
    text: element.textContent.toLowerCase(),
  }));

  const chosen = (name) => all('input[name=' + name + ']:checked', form).map(({ value }) => value);

  function filter() {
    const outcomes = chosen('outcome');
    const levels = chosen('level');
    const words = form.elements.text.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const { element, text } of results) {
      const { outcome, level } = element.dataset;
      const fits =
        outcomes.includes(outcome) &&
        levels.includes(level) &&
        words.every((word) => text.includes(word));
      element.hidden = !fits;
      if (fits) shown += 1;
    }
    const narrowed = shown < results.length;
    for (const group of all('.group')) {
      group.hidden = !group.querySelector('.result:not([hidden])');
      if (group.localName === 'details') group.open = narrowed;
    }
    const count = narrowed ? shown + ' of ' + results.length : 'all ' + results.length;
    document.getElementById('shown').textContent = count + ' checks shown';
  }

  function unfoldTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.classList.contains('result')) return;
    if (target.hidden) {
      form.reset();
      filter();
    }
    for (let one = target; one; one = one.parentElement) {
      if (one.localName === 'details') one.open = true;
    }
    target.scrollIntoView();
  }

  async function copy(button) {
    const code = button.closest('.curl').nextElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected: copy it with the keyboard';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 3000);
  }

  for (const button of all('.curl button')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button));
  }
  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', unfoldTarget);
  // A browser may bring back what was chosen before the page was loaded again.
  filter();
  unfoldTarget();
})();
`;

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
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
tr.some-failed td:nth-child(3) { font-weight: 650; color: var(--red); }
tr.total > * { font-weight: 600; }
.tile.plain { background: var(--sand); }
.tile.plain b { font-size: clamp(1.125rem, 2.6vw, 1.5rem); white-space: nowrap; }
tbody th .soft { font-family: system-ui, sans-serif; margin-inline-start: 0.5rem; }
@media (max-width: 56rem) { tbody th .soft { display: block; margin: 0; white-space: normal; } }
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
