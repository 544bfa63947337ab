import type { Exchange } from './options.ts';
import { type HideOptions, hideSecrets } from './secrets.ts';

/** Headers that identify a single request; a repetition must not have them. */
const ofOneRequest = ['x-request-id', 'traceparent', 'user-agent'];

/**
 * Makes a curl command that repeats an exchange, with its secrets hidden. It reads the token from the variable TOKEN,
 * the user name and password of basic authentication from BASIC_AUTH, and a header's {env:NAME} from NAME.
 */
export function toCurl(exchange: Exchange, options?: HideOptions): string {
  const clean = hideSecrets(exchange, options);
  const parts = ['curl', '-sS', '-i', '-X', clean.method, quote(clean.url)];
  for (const [name, value] of Object.entries(clean.requestHeaders)) {
    if (name.toLowerCase() === 'authorization') parts.push(...authorization(exchange, name));
    else if (name === 'accept' || ofOneRequest.includes(name)) continue;
    else if (!(clean.upload && name === 'content-type')) parts.push('-H', header(name, value));
  }
  if (clean.upload) parts.push('-F', quote(formField(clean.upload)));
  else if (clean.requestBody !== undefined) parts.push('--data-raw', quote(clean.requestBody));
  return parts.join(' ');
}

function authorization({ requestHeaders }: Exchange, name: string): string[] {
  if (requestHeaders[name]?.startsWith('Basic ')) return ['-u', '"$BASIC_AUTH"'];
  return ['-H', '"authorization: Bearer $TOKEN"'];
}

function header(name: string, value: string): string {
  const text = `${name}: ${value}`;
  if (!/\{env:\w+\}/.test(value)) return quote(text);
  return `"${text.replace(/["\\$`]/g, '\\$&').replace(/\{env:(\w+)\}/g, '$$$1')}"`;
}

/** A file in curl's notation; characters with a meaning for curl are quoted. */
function formField({ name, type }: { name: string; type: string }): string {
  const file = /[;,"\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `file=@${file}${type ? `;type=${type}` : ''}`;
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
