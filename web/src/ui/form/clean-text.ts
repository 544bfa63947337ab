/**
 * Removes invisible characters from typed or pasted text (specification/decisions §3): numbers copied from a phone's
 * contacts contain direction marks, and chat programs add zero-width spaces. The form's rules check the cleaned text,
 * and the field shows it.
 */

const spaceCharacterPattern = /[\p{Z}\t\n\v\f\r]/gu;

/** Characters that are not drawn, and placeholders for pictures or notes that were not pasted. */
const invisibleCharacterPattern = /[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffc]/gu;

const joinerCharacters = ['\u200c', '\u200d'];

/** The most characters of a text in which a phone number or an email address is searched. */
const maxTextLength = 500;

/** The scripts in which joiners are part of the spelling. */
const joinedScriptPattern =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]/u;

/**
 * @param inputType the input's type; for `tel` and `email`, what people paste around a number or an address is removed, too
 * @returns the cleaned text
 */
export function cleanText(text: string, inputType: string): string {
  const visibleText = text
    .replace(spaceCharacterPattern, ' ')
    .replace(invisibleCharacterPattern, (character, index: number) =>
      joinerCharacters.includes(character) && isInsideJoinedWord(text, index) ? character : '',
    )
    .trim();
  // A longer text is neither, and the patterns below would take long.
  if (visibleText.length > maxTextLength) return visibleText;
  if (inputType === 'tel') return extractPhoneNumber(visibleText);
  return inputType === 'email' ? extractEmail(visibleText) : visibleText;
}

function isInsideJoinedWord(text: string, index: number): boolean {
  // Vowel signs are skipped, because they belong to no script.
  const textBefore = text.slice(Math.max(0, index - 8), index).replace(/\p{M}/gu, '');
  return (
    joinedScriptPattern.test(textBefore.slice(-1)) &&
    joinedScriptPattern.test(text.charAt(index + 1))
  );
}

/** The digits of keyboards for Arabic, Persian and East Asian scripts. */
const otherDigitPattern = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** @returns a text with the digits of other scripts as 0 to 9 */
export function toLatinDigits(text: string): string {
  return text.replace(otherDigitPattern, (digit) => String(digit.charCodeAt(0) % 16));
}

/** @returns `+251 91 148 0437` for `tel:+251 91 148 0437` or `Phone: (+251 91 148 0437),`; letters stay, and are refused */
function extractPhoneNumber(text: string): string {
  return (
    toLatinDigits(text)
      .replace('\uff0b', '+')
      .replace(/^[^\d+:፡፥፦]{0,30}[:፡፥፦]/, '')
      .replace(/^[^\p{L}\d+(]+/u, '')
      .replace(/[^\p{L}\d]+$/u, '')
      // Brackets around the whole number have lost their closing one above.
      .replace(/^\(([^()]*)$/, '$1')
  );
}

/** @returns `hana@example.com` for `Hana <hana@example.com>` or `mailto:hana@example.com?…`; else the whole text */
function extractEmail(text: string): string {
  const candidates = text
    .split(/[\s<>()[\]]+/)
    .map((word) => word.replace(/^[^@:]{0,30}:/, '').replace(/\?.*/, ''))
    .map((word) => word.replace(/^["'“‘«,;]+/, '').replace(/["'”’»,;:.!።፣]+$/, ''))
    .filter((word) => /^[^@]+@[^@]+$/.test(word));
  const uniqueAddresses = [...new Set(candidates)];
  const [address = text] = uniqueAddresses;
  return uniqueAddresses.length === 1 ? address : text;
}
