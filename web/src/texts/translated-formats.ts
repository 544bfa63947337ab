/** Replaces english-formats.ts in the builds of all other languages (web/build/languages.ts). */
import { inBothClocks as inBothWith } from './calendar.ts';
import { language } from './language.ts';

export { inBothCalendars } from './calendar.ts';
export { localCountryName } from './countries.ts';

export const inBothClocks = (time: string): string =>
  language.clock ? inBothWith(time, language.clock) : time;
