/** Leaving the site, which is allowed only to https addresses on the configured list (decisions, section 3). */
import type { Settings } from '../config.ts';
import { parseUrl } from './parse-url.ts';

/** A mock backend on the same machine has no certificate. */
const loopback = /^(127\.0\.0\.1|localhost|\[::1\])$/;

/** @returns true when the applicant may be sent there */
export function mayLeaveTo(settings: Settings, address: string): boolean {
  const url = parseUrl(address);
  if (!url) return false;
  const { protocol, hostname, origin } = url;
  const secure = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
  return secure && settings.redirectOrigins.some((listed) => new URL(listed).origin === origin);
}

/**
 * The portal's address with the token: the only address that ever holds a token (website specification, section 4).
 * @returns `undefined` if the site may not send anybody there
 */
export function portalAddress(
  settings: Settings,
  portal: 'student' | 'staff',
  token: string,
): string | undefined {
  const template = settings.portals[portal];
  if (!mayLeaveTo(settings, template)) return undefined;
  if (template.includes('{token}')) return template.replace('{token}', encodeURIComponent(token));
  const url = new URL(template);
  url.searchParams.set('token', token);
  return url.href;
}

/** @returns the portal's home page, without a token */
export function portalHome(settings: Settings, portal: 'student' | 'staff'): string {
  return new URL('/', settings.portals[portal]).href;
}
