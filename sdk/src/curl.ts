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
  const commandParts = [
    'curl',
    '-sS',
    '-i',
    '-X',
    cleanExchange.method,
    quoteForShell(cleanExchange.url),
  ];
  for (const [name, value] of Object.entries(cleanExchange.requestHeaders)) {
    if (name.toLowerCase() === 'authorization')
      commandParts.push(...makeAuthorizationArguments(exchange, name));
    else if (name === 'accept' || singleRequestHeaders.includes(name)) continue;
    else if (!(cleanExchange.upload && name === 'content-type'))
      commandParts.push('-H', makeHeaderArgument(name, value));
  }
  if (cleanExchange.upload)
    commandParts.push('-F', quoteForShell(makeFormArgument(cleanExchange.upload)));
  else if (cleanExchange.requestBody !== undefined)
    commandParts.push('--data-raw', quoteForShell(cleanExchange.requestBody));
  return commandParts.join(' ');
}

function makeAuthorizationArguments({ requestHeaders }: Exchange, name: string): string[] {
  if (requestHeaders[name]?.startsWith('Basic ')) return ['-u', '"$BASIC_AUTH"'];
  return ['-H', '"authorization: Bearer $TOKEN"'];
}

function makeHeaderArgument(name: string, value: string): string {
  const text = `${name}: ${value}`;
  if (!/\{env:\w+\}/.test(value)) return quoteForShell(text);
  return `"${text.replace(/["\\$`]/g, '\\$&').replace(/\{env:(\w+)\}/g, '$$$1')}"`;
}

/** A file in curl's notation; characters with a meaning for curl are quoted. */
function makeFormArgument({ name, type }: { name: string; type: string }): string {
  const quotedName = /[;,"\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `file=@${quotedName}${type ? `;type=${type}` : ''}`;
}

function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
