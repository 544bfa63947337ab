/** Addresses in the language of this build: `/am/about` is `/about` in Amharic. */
import { prefix } from './current.ts';

/** @returns what stands before the paths of a language */
export function prefixOf(code: string): string {
  return code === 'en' ? '' : `/${code}`;
}

/** @returns a path as the table of routes has it, without the language */
export function plainPath(path: string): string {
  const isPrefixed = prefix && `${path}/`.toLowerCase().startsWith(`${prefix}/`);
  return isPrefixed ? path.slice(prefix.length) || '/' : path;
}
