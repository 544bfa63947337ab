/** @param at in milliseconds since 1970 @returns e.g. `14:05`, by the device's clock */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
