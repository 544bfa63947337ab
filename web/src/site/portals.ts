/** Leaving the site, which is allowed only to https addresses on the configured list (specification/decisions §3). */

import { encodeForUrl } from './addresses.ts';
import type { Settings } from './config.ts';
import { parseUrl } from './site-path.ts';

/** A mock backend on the same machine has no certificate. */
const loopbackPattern = /^(127\.0\.0\.1|localhost|\[::1\])$/;

/** @returns whether the applicant may be sent to an address */
export function isAllowedTarget(settings: Settings, targetUrl: string): boolean {
  const url = parseUrl(targetUrl);
  if (!url) return false;
  const { protocol, hostname, origin } = url;
  const isSecure =
    protocol === 'https:' || (protocol === 'http:' && loopbackPattern.test(hostname));
  return (
    isSecure &&
    settings.redirectOrigins.some((allowedAddress) => new URL(allowedAddress).origin === origin)
  );
}

/**
 * The portal's address with the token: the only address that ever holds a token (specification/website §4).
 * @returns `undefined` if the site may not send anybody there
 */
export function makePortalUrl(
  settings: Settings,
  portalName: 'student' | 'staff',
  token: string,
): string | undefined {
  const template = settings.portals[portalName];
  if (!isAllowedTarget(settings, template)) return undefined;
  if (template.includes('{token}')) return template.replace('{token}', encodeForUrl(token));
  const portalUrl = new URL(template);
  portalUrl.searchParams.set('token', token);
  return portalUrl.href;
}

/** @returns the portal's home page, without a token */
export function makePortalHomeUrl(settings: Settings, portalName: 'student' | 'staff'): string {
  return new URL('/', settings.portals[portalName]).href;
}
