import { Html, html } from '../http/html.ts';
import { style } from './style.ts';

/** A plain page, as an answer to a request. */
export function page(title: string, body: Html, status = 200): Response {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - mock backend</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<nav><a href="/_mock">Mock backend</a> <a href="/_mock/outbox">Outbox</a> <a href="/_mock/staff">Staff page</a></nav>
<main><h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** A button that posts. @param fields are sent along */
export function button(
  label: string,
  action: string,
  { fields = {}, isMain = true }: { fields?: Record<string, string>; isMain?: boolean } = {},
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const look = isMain ? html` class="main"` : '';
  return html`<form method="post" action="${action}">${hidden}<button${look}>${label}</button></form>`;
}

/** A list of facts by name; unknown ones are left out. */
export function facts(values: Readonly<Record<string, string | number | undefined>>): Html {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return html`<dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
