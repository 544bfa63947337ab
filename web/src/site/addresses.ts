/** Builds and reads addresses with parameters: the page to return to, a program, a payment code. */

import { findRoute, paths } from './routes.ts';
import { toSitePath } from './site-path.ts';

/** The path segment of a program: its name lower-cased, spaces removed (specification/website §2). */
export function makeProgramSlug(name: string): string {
  return name.toLowerCase().replace(/\s+/g, '');
}

/** @returns a text for a path or a query; a half of a surrogate pair, which no address can hold, becomes U+FFFD */
export function encodeForUrl(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** The address to which the guard sends a visitor who is not logged in; `redirectUrl` brings her back. */
export function makeLoginPath(returnPath: string): string {
  return `/Login?redirectUrl=${encodeForUrl(returnPath)}`;
}

/** @returns the path of a program's page; `&` is not encoded, as in the specification's examples */
export function makeAdmissionPath(programName: string): string {
  const slug = encodeForUrl(makeProgramSlug(programName)).replaceAll('%26', '&');
  return paths.admission.replace(':field', slug);
}

export function makeReceiptPath(paymentCode: string): string {
  return paths.receipt.replace(':paymentCode', encodeForUrl(paymentCode));
}

/**
 * The page that opens after logging in, always inside the site (specification/decisions §3).
 * @param search the query of the login page's address
 * @returns its path; `/` if the query names none, another site, or a page for visitors who are not logged in
 */
export function readPathAfterLogin(search: string): string {
  const path = toSitePath(new URLSearchParams(search).get('redirectUrl') ?? '');
  return findRoute(path.replace(/[?#].*/s, '')).guard === 'anonymous' ? paths.home : path;
}
