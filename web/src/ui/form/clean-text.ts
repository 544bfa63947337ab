/**
 * Takes out of what is typed or pasted what nobody can see (decisions, section 3): numbers copied from a phone's contacts
 * carry marks of direction, chat programs add spaces without a width. The rules of a form, and the field itself, get
 * what is left.
 */

const spaceCharacters = /[\p{Z}\t\n\v\f\r]/gu;

/** Characters that draw nothing, and those that stand for a picture or a note that was not pasted. */
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffc]/gu;

const joiners = ['\u200c', '\u200d'];

/** How long a text with a number or an address may be, in characters. */
const longest = 500;

/** The scripts whose words may need a joiner to be written right. */
const joinedScripts =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]/u;

/**
 * @param type of the input: `tel` and `email` also lose what people paste around a number or an address
 * @returns the text as the field shows it
 */
export function cleanText(text: string, type: string): string {
  const visible = text
    .replace(spaceCharacters, ' ')
    .replace(invisibleCharacters, (character, at: number) =>
      joiners.includes(character) && isInsideJoinedWord(text, at) ? character : '',
    )
    .trim();
  // What is longer is neither, and would keep the patterns below busy.
  if (visible.length > longest) return visible;
  if (type === 'tel') return phoneNumberIn(visible);
  return type === 'email' ? addressIn(visible) : visible;
}

function isInsideJoinedWord(text: string, at: number): boolean {
  // A vowel sign belongs to no script of its own.
  const before = text.slice(Math.max(0, at - 8), at).replace(/\p{M}/gu, '');
  return joinedScripts.test(before.slice(-1)) && joinedScripts.test(text.charAt(at + 1));
}

/** Digits as keyboards for Arabic, Persian and East Asian scripts type them. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** @returns `+251 91 148 0437` of `tel:+251 91 148 0437` or `Phone: (+251 91 148 0437),`; letters stay, and are refused */
function phoneNumberIn(text: string): string {
  return (
    text
      .replace(otherDigits, (digit) => String(digit.charCodeAt(0) % 16))
      .replace('\uff0b', '+')
      .replace(/^[^\d+:፡፥፦]{0,30}[:፡፥፦]/, '')
      .replace(/^[^\p{L}\d+(]+/u, '')
      .replace(/[^\p{L}\d]+$/u, '')
      // The bracket around a whole number has lost its other half by now.
      .replace(/^\(([^()]*)$/, '$1')
  );
}

/** @returns `hana@example.com` of `<hana@example.com>`, `Hana Tesfaye <hana@example.com>` or `mailto:hana@example.com?…` */
function addressIn(text: string): string {
  const candidates = text
    .split(/[\s<>()[\]]+/)
    .map((word) => word.replace(/^[^@:]{0,30}:/, '').replace(/\?.*/, ''))
    .map((word) => word.replace(/^["'“‘«,;]+/, '').replace(/["'”’»,;:.!።፣]+$/, ''))
    .filter((word) => /^[^@]+@[^@]+$/.test(word));
  const addresses = [...new Set(candidates)];
  const [address = text] = addresses;
  return addresses.length === 1 ? address : text;
}
