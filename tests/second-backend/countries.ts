/** Which names are taken for a country. */

/** Those that the rule for all others would refuse: they have more than letters and spaces. */
const listed = new Set([
  'Bolivia (Plurinational State of)',
  'Bosnia & Herzegovina',
  'Congo (Brazzaville)',
  'Congo (Congo-Brazzaville)',
  'Congo (Democratic Republic of the)',
  'Congo (Kinshasa)',
  'Congo - Brazzaville',
  'Congo - Kinshasa',
  'Congo, Democratic Republic of the',
  'Congo, Republic of the',
  "Cote d'Ivoire",
  "Côte d'Ivoire",
  'Czechia (Czech Republic)',
  "Democratic People's Republic of Korea",
  'Eswatini (fmr. "Swaziland")',
  'Eswatini (Swaziland)',
  'Gambia, The',
  'Guinea-Bissau',
  'Holy See (Vatican City)',
  'Iran (Islamic Republic of)',
  'Korea, North',
  'Korea, South',
  "Lao People's Democratic Republic",
  'Micronesia (Federated States of)',
  'Myanmar (Burma)',
  'Myanmar (formerly Burma)',
  'North Macedonia (formerly Macedonia)',
  'Palestine, State of',
  'St. Kitts & Nevis',
  'St. Kitts and Nevis',
  'St. Lucia',
  'St. Vincent & Grenadines',
  'St. Vincent and the Grenadines',
  'São Tomé & Príncipe',
  'Timor-Leste',
  'Timor-Leste (East Timor)',
  'Trinidad & Tobago',
  'Antigua & Barbuda',
  'United Kingdom of Great Britain and Northern Ireland',
  'Venezuela (Bolivarian Republic of)',
]);

const lettersAndSpaces = /^(?=.*\p{L})[\p{L}\p{M} ]+$/u;

export function isCountry(name: string): boolean {
  const plain = name.normalize('NFC').replaceAll('’', "'");
  return listed.has(plain) || (lettersAndSpaces.test(plain) && [...plain].length <= 40);
}
