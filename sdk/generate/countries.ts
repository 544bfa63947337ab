import data, { type Countries } from 'world-countries';

// Its types name a default export, which the CommonJS module behind them does not have.
const world = data as unknown as Countries;

/** The country list of the forms: the UN members, Palestine and Vatican City by their common English names. */
export function renderCountries(): string {
  const names = world
    .filter(({ unMember, cca3 }) => unMember || cca3 === 'VAT' || cca3 === 'PSE')
    .map(({ name }) => name.common)
    .sort((a, b) => a.localeCompare(b, 'en'));
  return `/** Written by \`npm run generate\` from the package world-countries: the UN members, Palestine and Vatican City. */
export const countries: readonly string[] = ${JSON.stringify(names, null, 2)};
`;
}
