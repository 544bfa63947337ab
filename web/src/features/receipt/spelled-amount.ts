import { toCents } from '../../texts/formats.ts';
import { numberWords as words } from './receipt-words.ts';

/**
 * Writes an amount in words, e.g. `Five hundred birr and fifty cents` (decisions, section 3).
 * @param amount in ETB
 * @returns an empty text for an amount that is missing, negative, not finite, or too large to be exact
 */
export function amountInWords(amount: number | undefined): string {
  const totalCents = toCents(amount ?? Number.NaN);
  if (!Number.isSafeInteger(totalCents) || totalCents < 0) return '';
  const cents = totalCents % 100;
  const birr = words.birr(numberInWords(Math.floor(totalCents / 100)));
  const text = cents > 0 ? words.and.cents(birr, words.cents(numberInWords(cents), cents)) : birr;
  const [firstLetter = '', ...rest] = text;
  return firstLetter.toUpperCase() + rest.join('');
}

function numberInWords(number: number): string {
  if (number === 0) return belowThousand(0);
  const groups: string[] = [];
  for (
    let remaining = number, power = 0;
    remaining > 0;
    remaining = Math.floor(remaining / 1000), power += 1
  ) {
    const group = remaining % 1000;
    if (group > 0) groups.unshift([belowThousand(group), words.thousands[power]].join(' ').trim());
  }
  const lastGroup = groups.pop() ?? '';
  if (groups.length === 0) return lastGroup;
  // "And" stands before less than a hundred: "one thousand and one", but "one thousand two hundred".
  const isBelowHundred = number % 1000 > 0 && number % 1000 < 100;
  const higherGroups = groups.join(' ');
  return isBelowHundred ? words.and.tens(higherGroups, lastGroup) : `${higherGroups} ${lastGroup}`;
}

function belowThousand(number: number): string {
  if (number < 100) return belowHundred(number);
  const remainder = number % 100;
  const hundredsText = `${words.belowTwenty[Math.floor(number / 100)]} ${words.hundred}`;
  return remainder > 0 ? words.and.tens(hundredsText, belowHundred(remainder)) : hundredsText;
}

function belowHundred(number: number): string {
  const word = words.belowTwenty[number];
  if (word) return word;
  const tens = words.tens[Math.floor(number / 10)] ?? '';
  const unit = words.belowTwenty[number % 10];
  return number % 10 > 0 && unit ? words.and.unit(tens, unit) : tens;
}
