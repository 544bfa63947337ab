import { inCents } from '../../texts/formats.ts';
import { numberWords as words } from './receipt-words.ts';

/**
 * An amount as it is spoken, e.g. `Five hundred birr and fifty cents` (decisions, section 3).
 * @returns nothing for what is no amount: negative, not finite, or too large to be exact
 */
export function amountInWords(amount: number | undefined): string {
  const inAll = inCents(amount ?? Number.NaN);
  if (!Number.isSafeInteger(inAll) || inAll < 0) return '';
  const cents = inAll % 100;
  const birr = words.birr(inWords(Math.floor(inAll / 100)));
  const said = cents > 0 ? words.and.cents(birr, words.cents(inWords(cents), cents)) : birr;
  const [first = '', ...rest] = said;
  return first.toUpperCase() + rest.join('');
}

function inWords(number: number): string {
  if (number === 0) return belowThousand(0);
  const groups: string[] = [];
  for (let rest = number, power = 0; rest > 0; rest = Math.floor(rest / 1000), power += 1) {
    const group = rest % 1000;
    if (group > 0) groups.unshift([belowThousand(group), words.thousands[power]].join(' ').trim());
  }
  const last = groups.pop() ?? '';
  if (groups.length === 0) return last;
  // One thousand and one, but one thousand two hundred.
  const isSmall = number % 1000 > 0 && number % 1000 < 100;
  const before = groups.join(' ');
  return isSmall ? words.and.tens(before, last) : `${before} ${last}`;
}

function belowThousand(number: number): string {
  if (number < 100) return belowHundred(number);
  const rest = number % 100;
  const hundreds = `${words.belowTwenty[Math.floor(number / 100)]} ${words.hundred}`;
  return rest > 0 ? words.and.tens(hundreds, belowHundred(rest)) : hundreds;
}

function belowHundred(number: number): string {
  const small = words.belowTwenty[number];
  if (small) return small;
  const tens = words.tens[Math.floor(number / 10)] ?? '';
  const unit = words.belowTwenty[number % 10];
  return number % 10 > 0 && unit ? words.and.unit(tens, unit) : tens;
}
