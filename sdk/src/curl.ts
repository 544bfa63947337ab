import type { Exchange } from './exchange.ts';
import { type HideOptions, hideSecrets } from './secrets.ts';

/** A curl command that repeats an exchange, with its secrets hidden. */
export function toCurl(exchange: Exchange, options?: HideOptions): string {
  const clean = hideSecrets(exchange, options);
  const parts = ['curl', '-sS', '-i', '-X', clean.method, quote(clean.url)];
  for (const [name, value] of Object.entries(clean.requestHeaders)) {
    if (name.toLowerCase() === 'authorization') parts.push('-H', '"authorization: Bearer $TOKEN"');
    else if (name !== 'accept' && !(clean.upload && name === 'content-type'))
      parts.push('-H', quote(`${name}: ${value}`));
  }
  if (clean.upload) parts.push('-F', quote(formField(clean.upload)));
  else if (clean.requestBody !== undefined) parts.push('--data-raw', quote(clean.requestBody));
  return parts.join(' ');
}

/** curl's own notation for a file; characters that mean something to curl are quoted. */
function formField({ name, type }: { name: string; type: string }): string {
  const file = /[;,"\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `file=@${file}${type ? `;type=${type}` : ''}`;
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
