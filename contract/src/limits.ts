/** The constants of section 9 of both specifications; heights and durations of the screen are in the styles. Sizes in bytes, times in milliseconds, unless the name says otherwise. */
import { askedLimits, pageLimits, sessionLimits } from './site-limits.ts';

const MB = 1024 * 1024;

export const limits = {
  session: sessionLimits,
  phone: { minDigits: 8, maxDigits: 15, placeholderPrefix: '+251' },
  password: { minLength: 8 },
  minimumAge: askedLimits.minimumAge,
  countryNameMaxLength: 40,
  grades: {
    minYearsBetween: 2,
    /** Hints of the inputs; not enforced. */
    grade10Result: { min: 0, max: 4, step: 0.1 },
    grade12Result: { min: 0, max: 700 },
  },
  files: {
    receipt: { maxBytes: 4 * MB, extensions: ['jpg', 'png', 'jpeg'] },
    profilePicture: { maxBytes: 4 * MB, extensions: ['jpg', 'png', 'jpeg'] },
    educationDocument: { maxBytes: 10 * MB, extensions: ['pdf'] },
  },
  payment: {
    windowDays: askedLimits.paymentDays,
    intent: 'SALE',
    copyToastMs: 4000,
    stateBankPrefix: '1000',
  },
  receipt: { registrationFee: 0, otherFees: 0 },
  catalogue: {
    years: askedLimits.years,
    semestersPerYear: askedLimits.semestersPerYear,
  },
  page: pageLimits,
} as const;

/** The kinds of file an applicant uploads; each has its own limits and messages. */
export type FileKind = keyof typeof limits.files;
