/** The tables of docs/design-system.md: what each colour is for, and how far those that meet stand apart. */
import { readFileSync } from 'node:fs';
import {
  colourOf,
  coloursOf,
  colourUses,
  contrast,
  pairs,
  shown,
  tokensOf,
} from '../support/colours.ts';
import { filled, table } from './tables.ts';

/** web/src/styles/tokens.css */
export const tokensCss = readFileSync(
  new URL('../../web/src/styles/tokens.css', import.meta.url),
  'utf8',
);

/** @returns docs/design-system.md with its tables as the colours are now */
export function renderColours(before: string): string {
  return filled(before, { colours: coloursTable, contrast: contrastTable });
}

const code = (text: string) => `\`${text}\``;

function coloursTable(): string {
  const { light, dark } = tokensOf(tokensCss);
  const rows = coloursOf(light).map((name) => {
    const [day, night] = [colourOf(light, name), colourOf(dark, name)];
    return [
      code(`--${name}`),
      code(day),
      night === day ? 'the same' : code(night),
      colourUses[name] ?? '',
    ];
  });
  return table(['Token', 'Light', 'Dark', 'For'], rows);
}

function contrastTable(): string {
  const { light, dark } = tokensOf(tokensCss);
  const rows = pairs.map((pair) => [
    code(`--${pair.of}`),
    code(`--${pair.on}`),
    pair.where,
    String(pair.least),
    shown(contrast(pair, light)),
    shown(contrast(pair, dark)),
  ]);
  return table(['Text or edge', 'Ground', 'Where', 'At least', 'Light', 'Dark'], rows);
}
