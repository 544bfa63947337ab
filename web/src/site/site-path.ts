/**
 * Makes paths of this site from texts that somebody else may have written: the address bar, a query. Browsers read
 * `//host`, `/\host` and `/.//host` as addresses of another site, also in a link that was meant as a path.
 */
import { pathPrefixOf } from '../texts/languages.ts';

const placeholderOrigin = 'https://here.invalid';

/**
 * @param address a path with or without a query and a hash, as the address bar has it
 * @returns the same as a browser reads it; `/` if it would lead to another site
 */
export function toSitePath(address: string): string {
  const url = address.startsWith('/') ? parseUrl(address, placeholderOrigin) : undefined;
  if (url?.origin !== placeholderOrigin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}

/** @returns the address of a page in a language @param path the page's path in English, see `toSitePath` */
export function makeLanguagePath(languageCode: string, path: string): string {
  return pathPrefixOf(languageCode) + toSitePath(path);
}

/** @returns `undefined` for an invalid address; `URL.canParse` is missing in older phones' browsers */
export function parseUrl(address: string, baseUrl?: string): URL | undefined {
  try {
    return new URL(address, baseUrl);
  } catch {
    return undefined;
  }
}
