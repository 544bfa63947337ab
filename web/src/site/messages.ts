/** What a server says to a person, in whichever language and place it says it. */

import { readMessage } from '@one-planet/contract/messages';

export interface Message {
  text: string;
  /** The language that the server has named, for `lang`. Missing in the site's own texts, which are in that of the page. */
  language?: string;
}

/** What only programmers can read: a stack trace, an exception, a query, markup, or cut JSON. */
const technicalPatterns = [
  /(^|\n)\s*at (?=\S*[.(:/\\])\S+/,
  /\b[A-Za-z_]\w*(Exception|Error)\b/,
  /Traceback|SQLSTATE|\b(java|javax|org|com|System)\.\w+\.\w+/,
  /\bviolates\b|\bconstraint\b|\bduplicate (key|entry)\b|\bcould not (execute|extract)\b/i,
  /\bE(CONN|TIMEDOUT|PIPE)\w*|\bof (undefined|null)\b|\bselect\b.+\bfrom\b.+\bwhere\b/i,
  /^\s*(Internal Server Error|Bad Request|Not Found|Unauthorized|Forbidden|Conflict|Too Many Requests)\s*$/i,
  /^\s*(\d{3} )?(Payload|Content|Request Entity) Too Large\s*$|^\s*Unsupported Media Type\s*$/i,
  /<\/?[a-z][a-z0-9]*(\s[^>]*)?\/?>/i,
  /^\s*[[{]/,
  /\[object \w+\]/,
  /^\s*(undefined|null|NaN)\s*$/,
];

/** A longer text is not a message for a person. */
const maxMessageLength = 500;

/** A single language tag that HTML accepts, e.g. `am` or `om-ET`. A list of tags, or anything else, names no language. */
const languageTagPattern = /^\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*$/i;

/**
 * @param body the body of a refusal as received, parsed or not
 * @param languageHeader the response's Content-Language
 * @returns the message for a person; `undefined` if there is none that an applicant could understand
 */
export function readServerMessage(
  body: unknown,
  languageHeader: string | null | undefined,
): Message | undefined {
  const text = readMessage(body);
  const isTooLong = text.length > maxMessageLength;
  if (!text || isTooLong || technicalPatterns.some((pattern) => pattern.test(text)))
    return undefined;
  const [, language] = languageTagPattern.exec(languageHeader ?? '') ?? [];
  return { text, ...(language && { language }) };
}
