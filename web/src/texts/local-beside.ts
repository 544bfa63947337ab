/** In the languages beside English, this stands in the place of local.ts. */
import { inBothClocks as inBothWith } from './calendar.ts';
import { language } from './language.ts';

export { inBothCalendars } from './calendar.ts';
export { ownCountry } from './countries.ts';

export const inBothClocks = (time: string): string =>
  language.clock ? inBothWith(time, language.clock) : time;
