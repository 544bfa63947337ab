/** Which pages are shown in English in a language that does not have their words yet. */
import type { LanguageCode } from '../../src/language/languages.ts';
import type { RouteName } from '../../src/routes.ts';
import { cataloguesOf } from './catalogues.ts';

/** The catalogue that a page needs, where a language may be without it. */
export const wordsOfPages = {
  terms: 'features/pages/terms-words',
  privacy: 'features/pages/privacy-words',
  receipt: 'features/receipt/words',
  receiptSample: 'features/receipt/sample-words',
  offlinePayment: 'features/payment/words',
  finalizePayment: 'features/payment/words',
  pendingPayVerification: 'features/payment/words',
  editProfile: 'features/profile/words',
  biographyData: 'features/forms/words',
  educationBackground: 'features/forms/words',
  emergencyContact: 'features/forms/words',
  applyProgram: 'features/forms/words',
  applyProgramConfirmation: 'features/forms/words',
} as const satisfies Partial<Record<RouteName, string>>;

/** @returns the names of the routes; nothing where the language has all words */
export async function englishPages(code: LanguageCode): Promise<string[] | undefined> {
  const has = new Set(await cataloguesOf(code));
  const pages = Object.entries(wordsOfPages).filter(([, words]) => !has.has(words));
  return pages.length > 0 ? pages.map(([name]) => name) : undefined;
}
