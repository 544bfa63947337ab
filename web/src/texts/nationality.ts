import { nationalityTexts } from './form-words.ts';

/** In the languages of the site, in which a woman may write another word than a man. The English one is sent. */
const ethiopianWords = ['Ethiopian', 'ኢትዮጵያዊ', 'ኢትዮጵያዊት'];

/** @returns the word that is sent: the English one for "Ethiopian" in any language of the site, otherwise the same text */
export function englishNationality(nationality: string): string {
  return isEthiopian(nationality) ? 'Ethiopian' : nationality;
}

/** @returns the word in the language of this build, if it is "Ethiopian" in any language of the site */
export function localNationality(nationality: string): string {
  return isEthiopian(nationality) ? nationalityTexts.ethiopian : nationality;
}

function isEthiopian(nationality: string): boolean {
  const lowerCaseText = nationality.trim().toLowerCase();
  return ethiopianWords.some((word) => word.toLowerCase() === lowerCaseText);
}
