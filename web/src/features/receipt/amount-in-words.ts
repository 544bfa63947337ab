import { inCents } from '../../site/amounts.ts';
import { numberWords as words } from './words.ts';

/**
 * An amount as it is spoken, e.g. `Five hundred birr and fifty cents` (decisions, section 3).
 * @returns nothing for what is no amount: negative, not finite, or too large to be exact
 */
export function amountInWords(amount: number | undefined): string {
  const inAll = inCents(amount ?? Number.NaN);
  if (!Number.isSafeInteger(inAll) || inAll < 0) return '';
  const cents = inAll % 100;
  const said = [inWords(Math.floor(inAll / 100)), words.birr];
  if (cents > 0) said.push(words.and, inWords(cents), cents === 1 ? words.cent : words.cents);
  const [first = '', ...rest] = said.join(' ');
  return first.toUpperCase() + rest.join('');
}

function inWords(number: number): string {
  if (number === 0) return belowThousand(0);
  const groups: string[] = [];
  for (let rest = number, power = 0; rest > 0; rest = Math.floor(rest / 1000), power += 1) {
    const group = rest % 1000;
    if (group === 0) continue;
    // One thousand and one, but one thousand two hundred.
    const last = power === 0 && group < 100 && number >= 1000 ? [words.and] : [];
    groups.unshift(together([...last, belowThousand(group), words.thousands[power]]));
  }
  return groups.join(' ');
}

function belowThousand(number: number): string {
  if (number < 100) return belowHundred(number);
  const rest = number % 100;
  const hundreds = [words.belowTwenty[Math.floor(number / 100)], words.hundred];
  return together(rest > 0 ? [...hundreds, words.and, belowHundred(rest)] : hundreds);
}

function belowHundred(number: number): string {
  const small = words.belowTwenty[number];
  if (small) return small;
  const tens = words.tens[Math.floor(number / 10)] ?? '';
  return number % 10 > 0 ? `${tens}-${words.belowTwenty[number % 10]}` : tens;
}

function together(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
