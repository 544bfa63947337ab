import { toCents } from '../../texts/formats.ts';
import { numberWords as words } from './receipt-words.ts';

/**
 * Writes an amount in words, e.g. `Five hundred birr and fifty cents` (specification/decisions §3).
 * @param amount in ETB
 * @returns an empty text for an amount that is missing, negative, not finite, or too large to be exact
 */
export function spellAmount(amount: number | undefined): string {
  const totalCents = toCents(amount ?? Number.NaN);
  if (!Number.isSafeInteger(totalCents) || totalCents < 0) return '';
  const cents = totalCents % 100;
  const birrText = words.birr(spellNumber(Math.floor(totalCents / 100)));
  const text =
    cents > 0 ? words.and.cents(birrText, words.cents(spellNumber(cents), cents)) : birrText;
  const [firstLetter = '', ...rest] = text;
  return firstLetter.toUpperCase() + rest.join('');
}

function spellNumber(number: number): string {
  if (number === 0) return spellBelowThousand(0);
  const groupTexts: string[] = [];
  for (
    let remaining = number, groupIndex = 0;
    remaining > 0;
    remaining = Math.floor(remaining / 1000), groupIndex += 1
  ) {
    const groupNumber = remaining % 1000;
    if (groupNumber > 0)
      groupTexts.unshift(
        [spellBelowThousand(groupNumber), words.thousands[groupIndex]].join(' ').trim(),
      );
  }
  const lastGroupText = groupTexts.pop() ?? '';
  if (groupTexts.length === 0) return lastGroupText;
  // "And" stands before less than a hundred: "one thousand and one", but "one thousand two hundred".
  const isBelowHundred = number % 1000 > 0 && number % 1000 < 100;
  const higherGroupsText = groupTexts.join(' ');
  return isBelowHundred
    ? words.and.tens(higherGroupsText, lastGroupText)
    : `${higherGroupsText} ${lastGroupText}`;
}

function spellBelowThousand(number: number): string {
  if (number < 100) return spellBelowHundred(number);
  const remainder = number % 100;
  const hundredsText = `${words.belowTwenty[Math.floor(number / 100)]} ${words.hundred}`;
  return remainder > 0 ? words.and.tens(hundredsText, spellBelowHundred(remainder)) : hundredsText;
}

function spellBelowHundred(number: number): string {
  const word = words.belowTwenty[number];
  if (word) return word;
  const tensWord = words.tens[Math.floor(number / 10)] ?? '';
  const unitWord = words.belowTwenty[number % 10];
  return number % 10 > 0 && unitWord ? words.and.unit(tensWord, unitWord) : tensWord;
}
