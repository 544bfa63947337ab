/** @param phone as people read it, e.g. `+251 11 000 0001` @returns the address that calls it */
export function telOf(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}
