import type { Settings } from '../config.ts';

/** @returns the portal's front door, for a link without a token */
export function portalHome(settings: Settings, portal: 'student' | 'staff'): string {
  return new URL('/', settings.portals[portal]).href;
}
