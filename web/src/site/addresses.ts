/** Addresses that carry something: the page to come back to, a program, a payment code. */

import { findRoute, paths } from './routes.ts';

/** The path segment of a program: its name lower-cased, spaces removed (website specification, section 2). */
export function programSlug(name: string): string {
  return name.toLowerCase().replace(/\s+/g, '');
}

/** Where the guard sends a visitor who is not logged in; `redirectUrl` brings her back. */
export function loginPath(back: string): string {
  return `/Login?redirectUrl=${encodeURIComponent(back)}`;
}

/** @returns the page of a program; `&` stays as it is, as in the specification's examples */
export function admissionPath(programName: string): string {
  const slug = encodeURIComponent(programSlug(programName)).replaceAll('%26', '&');
  return paths.admission.replace(':field', slug);
}

export function receiptPath(paymentCode: string): string {
  return paths.receipt.replace(':paymentCode', encodeURIComponent(paymentCode));
}

/**
 * The page to go on to after logging in: only inside the site (decisions, section 3).
 * @param search the query of the login page's address
 * @returns a path, `/` when none was asked for, it leads elsewhere, or to a page for visitors who are not logged in
 */
export function pathAfterLogin(search: string): string {
  const asked = new URLSearchParams(search).get('redirectUrl') ?? '';
  const here = 'https://here.invalid';
  const url = asked.startsWith('/') ? parseUrl(asked, here) : undefined;
  if (!url || findRoute(url.pathname).guard === 'anonymous') return paths.home;
  const path = url.pathname + url.search + url.hash;
  // `/.//elsewhere` loses its dots and would be another site's address.
  return url.origin === here && !path.startsWith('//') ? path : paths.home;
}

/** @returns `undefined` for an invalid address; `URL.canParse` is missing in older phones' browsers */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
