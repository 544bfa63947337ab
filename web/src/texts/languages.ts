/** The languages of the site, each by its own name. The pages of all but English stand under `/<code>/`. */
export const languages = {
  en: 'English',
  am: 'አማርኛ',
} as const;

export type LanguageCode = keyof typeof languages;

/** @returns the prefix of all paths in a language: `/<code>`, empty for English */
export function pathPrefixOf(code: string): string {
  return code === 'en' ? '' : `/${code}`;
}
