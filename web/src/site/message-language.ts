/**
 * The languages of what servers said: a message travels through the site as a text, and what shows it asks here. A text
 * that was said in two languages has the last one.
 */
const languages = new Map<string, string>();

/** A language tag as HTML takes it: `am`, `om-ET`. Several, or anything else, tell no language. */
const tag = /^\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*$/i;

/** @param header what the answer's Content-Language says @returns the message */
export function inLanguage(message: string, header: string | null | undefined): string {
  const [, language] = tag.exec(header ?? '') ?? [];
  if (language) languages.set(message, language);
  else languages.delete(message);
  return message;
}

/** @returns the language of a server's message, for `lang`; nothing where it did not say so, and for the site's own texts */
export function languageOf(message: string): string | undefined {
  return languages.get(message);
}
