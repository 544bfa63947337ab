/** The head of a page: what search engines and those who are sent its address see of it. */
import { prefixOf } from '../../src/language/addresses.ts';
import { prefix } from '../../src/language/current.ts';
import { type LanguageCode, languages } from '../../src/language/languages.ts';
import { keysOf } from '../../src/site/unchecked.ts';
import { texts as frame } from '../../src/words/frame.ts';
import { texts } from '../../src/words/head.ts';
import type { Data } from './structured.ts';
import { escaped } from './text.ts';

export interface Found {
  /** As HTML. */
  title: string;
  description: string;
  /** Its address on the site; none where many addresses are answered with it. */
  path: string | undefined;
  /** Search engines may list it. */
  isListed: boolean;
  /** The picture that stands for it, 1200 × 630, and what is on it. */
  picture: { path: string; alt: string };
  /** What it says about the college, for programs that read it. */
  data: readonly Data[];
}

/**
 * @param origin the site's own; without it no address can be told
 * @returns the elements, but for the title
 */
export function headOf(found: Found, origin: string | undefined): string[] {
  const { title, description, path, isListed, picture } = found;
  const address = origin && path && escaped(origin + path);
  const image = origin && escaped(origin + picture.path);
  const text = escaped(description);
  const alt = escaped(picture.alt);
  const cards: [key: string, content: string | undefined][] = [
    ['og:type', 'website'],
    ['og:site_name', frame.college],
    ['og:locale', texts.locale],
    ['og:title', title],
    ['og:description', text],
    ['og:url', address],
    ['og:image', image],
    ['og:image:width', image && '1200'],
    ['og:image:height', image && '630'],
    ['og:image:alt', image && alt],
    ['twitter:card', image ? 'summary_large_image' : 'summary'],
    ['twitter:title', title],
    ['twitter:description', text],
    ['twitter:image', image],
    ['twitter:image:alt', image && alt],
  ];
  return [
    `<meta name="description" content="${text}">`,
    ...(isListed ? [] : ['<meta name="robots" content="noindex">']),
    ...(isListed && address ? [`<link rel="canonical" href="${address}">`] : []),
    ...(isListed && origin && path ? alternates(origin, path) : []),
    ...cards.flatMap(([key, content]) => (content ? [meta(key, content)] : [])),
  ];
}

/** The page in every language; for all others, the English one. */
function alternates(origin: string, path: string): string[] {
  const at = (code: LanguageCode) => escaped(origin + prefixOf(code) + path.slice(prefix.length));
  const all = keysOf(languages).map((code) => [code, at(code)]);
  return [...all, ['x-default', at('en')]].map(
    ([code, address]) => `<link rel="alternate" hreflang="${code}" href="${address}">`,
  );
}

/** Open Graph's are properties, Twitter's are names. */
function meta(key: string, content: string): string {
  return `<meta ${key.startsWith('og:') ? 'property' : 'name'}="${key}" content="${content}">`;
}
