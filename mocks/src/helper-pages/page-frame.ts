/** The frame of every helper page, its style, and its forms. */

import { readJson } from '../server/request-body.ts';
import { type Html, html, RefusalError } from '../server/responses.ts';
import type { Settings } from '../world/options.ts';
import type { World } from '../world/world.ts';

/** The style of every page: plain, readable on a phone, light and dark. */
const styleSheet = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:#1d5fbf}
@media(prefers-color-scheme:dark){:root{--accent:#7fb0ff}}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:48rem;padding:0 1rem 3rem;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
a{color:var(--accent)}
h1{font-size:1.5rem;margin:1.25rem 0 .75rem}h2{font-size:1.15rem;margin:1.75rem 0 .5rem}h3{font-size:1rem;margin:0}
p{margin:.5rem 0}
article{border:1px solid var(--line);border-radius:.5rem;background:var(--soft);padding:.75rem 1rem;margin:.75rem 0}
article h2{margin:0}.about{font-size:.9rem;opacity:.8;margin:0 0 .75rem}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.15rem 1rem;margin:.75rem 0}
dt{opacity:.8}dd{margin:0}
form{display:inline-block;margin:.5rem .5rem 0 0}
form.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}form.search input{flex:1 1 12rem}
button,input{font:inherit;padding:.45rem .9rem;max-width:100%;border:1px solid var(--accent);border-radius:.4rem}
button{background:transparent;color:var(--accent);cursor:pointer}
button.main{background:var(--accent);color:Canvas}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

/** A page as a response. */
export function makePage(title: string, body: Html, status = 200): Response {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - mock backend</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_mock/style.css">
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

/** The style of the pages. */
export function sendStyleSheet(): Response {
  return new Response(styleSheet, {
    headers: { 'content-type': 'text/css', 'cache-control': 'no-store' },
  });
}

/**
 * Adds the headers that keep pages of other origins from framing a helper page or loading anything of it. What they only
 * request they cannot read, because no header lets them.
 */
export function withPageHeaders(response: Response, { siteOrigin }: Settings): Response {
  const policyDirectives = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    // A payment leads back to the site, which counts as the target of its form.
    `form-action 'self' ${siteOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const headers = {
    'content-security-policy': policyDirectives.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/**
 * A button that sends a form.
 * @param fields hidden fields of the form
 */
export function renderButton(
  label: string,
  actionPath: string,
  { fields = {}, isMain = true }: { fields?: Record<string, string>; isMain?: boolean } = {},
): Html {
  const hiddenInputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const classAttribute = isMain ? html` class="main"` : '';
  return html`<form method="post" action="${actionPath}">${hiddenInputs}<button${classAttribute}>${label}</button></form>`;
}

/** A list of names and values; a missing value is left out. */
export function renderFactList(
  values: Readonly<Record<string, string | number | undefined>>,
): Html {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return html`<dl>${entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** One request to a helper page. */
export interface PageCall {
  world: World;
  request: Request;
  reset: () => Promise<void>;
  params: Record<string, string>;
  query: URLSearchParams;
}

/** A browser's form is sent as a form and does not accept JSON; every other client gets JSON. */
export function asksForJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? '';
  if (accept.includes('application/json')) return true;
  return !isForm(request) && !accept.includes('text/html');
}

/**
 * @returns a field of a form or a JSON body
 * @throws {RefusalError} 400 when it is missing
 */
export async function readField(request: Request, name: string): Promise<string> {
  const fieldValue = isForm(request)
    ? (await readForm(request)).get(name)
    : ((await readJson(request)) as Record<string, unknown> | undefined)?.[name];
  if (typeof fieldValue === 'string' && fieldValue.trim()) return fieldValue.trim();
  throw new RefusalError(400, `Please send the field "${name}".`);
}

async function readForm(request: Request): Promise<FormData> {
  return await request.formData().catch(() => {
    throw new RefusalError(400, 'The form could not be read.');
  });
}

function isForm(request: Request): boolean {
  const type = request.headers.get('content-type') ?? '';
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type);
}
