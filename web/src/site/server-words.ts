import { readMessage } from '@one-planet/contract/messages';

/** What only programmers can read: a stack trace, an exception, a query, markup, or the wreck of JSON. */
const technical = [
  /(^|\n)\s*at (?=\S*[.(:/\\])\S+/,
  /\b[A-Za-z_]\w*(Exception|Error)\b/,
  /Traceback|SQLSTATE|\b(java|javax|org|com|System)\.\w+\.\w+/,
  /\bviolates\b|\bconstraint\b|\bduplicate (key|entry)\b|\bcould not (execute|extract)\b/i,
  /\bE(CONN|TIMEDOUT|PIPE)\w*|\bof (undefined|null)\b|\bselect\b.+\bfrom\b.+\bwhere\b/i,
  /^\s*(Internal Server Error|Bad Request|Not Found|Unauthorized|Forbidden|Conflict)\s*$/i,
  /<\/?[a-z][a-z0-9]*(\s[^>]*)?\/?>/i,
  /^\s*[[{]/,
  /\[object \w+\]/,
  /^\s*(undefined|null|NaN)\s*$/,
];

/** More than this, in characters, is no sentence for a person. */
const longest = 500;

/**
 * The message for a person out of what a server said with a refusal.
 * @param body the body as received, parsed or not
 * @returns an empty text where there is none, or none that an applicant could read
 */
export function serverWords(body: unknown): string {
  const said = readMessage(body);
  return said.length > longest || technical.some((sign) => sign.test(said)) ? '' : said;
}
