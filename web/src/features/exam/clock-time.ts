import { locale } from '../../language/current.ts';

/** @param at in milliseconds since 1970 @returns e.g. `14:05`, by the device's clock */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
}
