/** Markup whose parts are escaped already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Part[] | undefined;

/** Builds markup; everything put into it is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((piece, at) => piece + render(parts[at])).join(''));
}

/** A whole plain page in answer to a request. */
export function page(title: string, body: Html, status = 200): Response {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - mock backend</title>
<style>${style}</style>
</head>
<body>
<nav><a href="/_mock">Mock backend</a> <a href="/_mock/outbox">Outbox</a> <a href="/_mock/staff">Staff desk</a></nav>
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

const style = new Html(
  'body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:50rem;padding:1rem;overflow-wrap:anywhere}' +
    'nav a{margin-right:1rem}article{border-top:1px solid #999;padding:.5rem 0}form{display:inline-block;margin:.25rem .5rem .25rem 0}' +
    'button,input{font:inherit;padding:.4rem .8rem;max-width:100%;box-sizing:border-box}dt{font-weight:bold}dd{margin:0 0 .5rem}',
);

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
