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

const namesByLanguage = new Map<string, ReadonlyMap<string, string>>();

/** @returns the names of the countries in a language, by the English name, which is the one that is sent */
function namesIn(language: string): ReadonlyMap<string, string> {
  const cachedNames = namesByLanguage.get(language);
  if (cachedNames) return cachedNames;
  const displayNames = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  const names = new Map(
    countries.map((country, index) => [country, displayNames.of(codes[index] ?? '') ?? country]),
  );
  namesByLanguage.set(language, names);
  return names;
}

/** @param country the English name @returns the name in the language of this build; any other text unchanged */
export function localCountryName(country: string): string {
  return namesIn(locale).get(country) ?? country;
}

/**
 * @param name a name in any language of the site, because she may have changed the language since she typed it
 * @returns the English name; any other text unchanged
 */
export function englishCountryName(name: string): string {
  const lowerCaseName = name.trim().toLowerCase();
  if (!lowerCaseName) return name;
  for (const language of [locale, ...Object.keys(languages)]) {
    const match = Array.from(namesIn(language)).find(
      ([, localName]) => localName.toLowerCase() === lowerCaseName,
    );
    if (match) return match[0];
  }
  return name;
}
