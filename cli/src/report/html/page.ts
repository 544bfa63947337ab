/** The frame of every HTML report: one page that needs nothing else, no request leaves it. */
import { createHash } from 'node:crypto';
import { style } from './style.ts';
import { Html, html } from './tag.ts';

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
