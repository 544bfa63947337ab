import type { Exchange } from './options.ts';
import { type HideOptions, hideSecrets } from './secrets.ts';

/** Headers that identify a single request; a repetition must not have them. */
const singleRequestHeaders = ['x-request-id', 'traceparent', 'user-agent'];

/**
 * Makes a curl command that repeats an exchange, with its secrets hidden. It reads the token from the variable TOKEN,
 * the user name and password of basic authentication from BASIC_AUTH, and a header's {env:NAME} from NAME.
 */
export function toCurl(exchange: Exchange, options?: HideOptions): string {
  const cleanExchange = hideSecrets(exchange, options);
  const parts = ['curl', '-sS', '-i', '-X', cleanExchange.method, quote(cleanExchange.url)];
  for (const [name, value] of Object.entries(cleanExchange.requestHeaders)) {
    if (name.toLowerCase() === 'authorization') parts.push(...authorization(exchange, name));
    else if (name === 'accept' || singleRequestHeaders.includes(name)) continue;
    else if (!(cleanExchange.upload && name === 'content-type'))
      parts.push('-H', header(name, value));
  }
  if (cleanExchange.upload) parts.push('-F', quote(formField(cleanExchange.upload)));
  else if (cleanExchange.requestBody !== undefined)
    parts.push('--data-raw', quote(cleanExchange.requestBody));
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
  const quotedName = /[;,"\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `file=@${quotedName}${type ? `;type=${type}` : ''}`;
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
