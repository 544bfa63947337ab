/**
 * The date that was typed as day, month and year.
 * @param typed what stands in a form with a `DateField` of this name
 * @returns `YYYY-MM-DD`; something the rules refuse where a part is wrong; nothing where all are empty
 */
export function typedDate(typed: Readonly<Record<string, unknown>>, name: string): string {
  const [day, month, year] = ['Day', 'Month', 'Year'].map((part) =>
    String(typed[name + part] ?? '').trim(),
  );
  if (!day && !month && !year) return '';
  return [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
}
