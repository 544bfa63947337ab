import { countries } from '@one-planet/contract/countries';
import { locale } from './current.ts';
import { languages } from './languages.ts';

/** The countries' codes, in the order of the contract's list. */
const codes = `
AF AL DZ AD AO AG AR AM AU AT AZ BS BH BD BB BY BE BZ BJ BT BO BA BW BR BN BG BF BI KH CM CA CV
CF TD CL CN CO KM CR HR CU CY CZ DK DJ DM DO CD EC EG SV GQ ER EE SZ ET FJ FI FR GA GM GE DE GH
GR GD GT GN GW GY HT HN HU IS IN ID IR IQ IE IL IT CI JM JP JO KZ KE KI KW KG LA LV LB LS LR LY
LI LT LU MG MW MY MV ML MT MH MR MU MX FM MD MC MN ME MA MZ MM NA NR NP NL NZ NI NE NG KP MK NO
OM PK PW PS PA PG PY PE PH PL PT QA CG RO RU RW KN LC VC WS SM ST SA SN RS SC SL SG SK SI SB SO
ZA KR SS ES LK SD SR SE CH SY TJ TZ TH TL TG TO TT TN TR TM TV UG UA AE GB US UY UZ VU VA VE VN
YE ZM ZW
`
  .trim()
  .split(/\s/);

const known = new Map<string, ReadonlyMap<string, string>>();

/** @returns the name of each country in a language, by its English one, which is what is sent */
function namesIn(language: string): ReadonlyMap<string, string> {
  const before = known.get(language);
  if (before) return before;
  const own = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  const names = new Map(countries.map((one, at) => [one, own.of(codes[at] ?? '') ?? one]));
  known.set(language, names);
  return names;
}

/** @param country its English name @returns its name in the language of this build; what is no country as it stands */
export function ownCountry(country: string): string {
  return namesIn(locale).get(country) ?? country;
}

/**
 * @param typed a name in any language of the site: she may have changed it since
 * @returns the English one; what is no country as it stands
 */
export function englishCountry(typed: string): string {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return typed;
  for (const language of [locale, ...Object.keys(languages)]) {
    const found = Array.from(namesIn(language)).find(([, own]) => own.toLowerCase() === wanted);
    if (found) return found[0];
  }
  return typed;
}
