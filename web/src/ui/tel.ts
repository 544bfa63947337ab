/**
 * A phone number in one form, however it was typed: `0912345678` and `+251 (0)91-234-5678` are `+251 91 234 5678`.
 * @returns a number of another country, or what is none, as it stands
 */
export function phoneOf(phone: string): string {
  const typed = phone.replace(/[\s().-]/g, '');
  const [, area, three, four] = /^(?:\+?2510?|0)([1-9]\d)(\d{3})(\d{4})$/.exec(typed) ?? [];
  return area ? `+251 ${area} ${three} ${four}` : phone;
}

/** @returns the address that calls a number */
export function telOf(phone: string): string {
  return `tel:${phoneOf(phone).replace(/[^+\d]/g, '')}`;
}
