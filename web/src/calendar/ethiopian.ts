/** The Ethiopian calendar (Amete Mihret): twelve months of 30 days, and Pagumē of five, or six before a leap year. */

export interface EthiopianDate {
  year: number;
  /** 1 for Meskerem to 13 for Pagumē. */
  month: number;
  day: number;
}

const dayMs = 86_400_000;
/** 1 Meskerem 1, in days since 1 January 1970: 29 August 8 by the Julian calendar. */
const epoch = -716_367;

/** @returns whether there is such a day */
function isEthiopianDay({ year, month, day }: EthiopianDate): boolean {
  const last = month <= 12 ? 30 : year % 4 === 3 ? 6 : 5;
  if (![year, month, day].every(Number.isInteger)) return false;
  return year > 0 && month >= 1 && month <= 13 && day >= 1 && day <= last;
}

/** @returns the same day as `YYYY-MM-DD` in the Gregorian calendar; nothing where there is no such day */
export function toGregorian(date: EthiopianDate): string | undefined {
  if (!isEthiopianDay(date)) return undefined;
  const { year, month, day } = date;
  const days = epoch + 365 * (year - 1) + Math.floor(year / 4) + 30 * (month - 1) + day - 1;
  return new Date(days * dayMs).toISOString().slice(0, 10);
}

/** @param date `YYYY-MM-DD` in the Gregorian calendar */
export function toEthiopian(date: string): EthiopianDate {
  const days = Date.parse(`${date}T00:00:00Z`) / dayMs - epoch;
  const year = Math.floor((4 * days + 1463) / 1461);
  const ofYear = days - 365 * (year - 1) - Math.floor(year / 4);
  return { year, month: Math.floor(ofYear / 30) + 1, day: (ofYear % 30) + 1 };
}
