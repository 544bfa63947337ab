/**
 * The constants of the specification (specification/website §9; specification/journey §9), and the fixed choices of the
 * forms (specification/journey §3, §9). Heights and durations of the screen are in the stylesheets. Sizes are in bytes
 * and times in milliseconds, unless the name says otherwise.
 */

const bytesPerMegabyte = 1024 * 1024;

export const limits = {
  session: {
    /** A session ends this long after login, in real time. */
    lifetimeMs: 3_000_000,
  },
  phone: { minDigits: 8, maxDigits: 15, placeholderPrefix: '+251' },
  password: { minLength: 8 },
  minimumAge: 18,
  countryNameMaxLength: 40,
  grades: {
    minYearsBetween: 2,
    /** Hints for the inputs; they are not enforced. */
    grade10Result: { min: 0, max: 4, step: 0.1 },
    grade12Result: { min: 0, max: 700 },
  },
  files: {
    // On a picture that is smaller than `minSidePx` nobody can be recognized, or nothing can be read.
    receipt: {
      maxBytes: 4 * bytesPerMegabyte,
      minSidePx: 10,
      extensions: ['jpg', 'png', 'jpeg'],
    },
    profilePicture: {
      maxBytes: 4 * bytesPerMegabyte,
      minSidePx: 100,
      extensions: ['jpg', 'png', 'jpeg'],
    },
    educationDocument: { maxBytes: 10 * bytesPerMegabyte, minSidePx: 0, extensions: ['pdf'] },
  },
  payment: {
    /** The number of days in which the fee has to be paid after the exam. */
    windowDays: 10,
    intent: 'SALE',
    copyToastMs: 4000,
    stateBankPrefix: '1000',
  },
  receipt: { registrationFee: 0, otherFees: 0 },
  catalogue: { years: 4, semestersPerYear: 2 },
} as const;

/** The kinds of file an applicant uploads; each has its own limits and messages. */
export type FileKind = keyof typeof limits.files;

/** The largest file of any kind, in bytes. */
export const maxFileBytes: number = Math.max(
  ...Object.values(limits.files).map(({ maxBytes }) => maxBytes),
);

/** The largest body that a backend and the way to it have to let through: that file, and the form around it. */
export const maxRequestBytes: number = maxFileBytes + bytesPerMegabyte;

export const genders = ['male', 'female'] as const;

export const maritalStatuses = ['single', 'married', 'divorced', 'widowed'] as const;

export const educationLevels = ['preparatory', 'tvet', 'bachelor', 'master', 'doctorate'] as const;

export const contactRelations = [
  'mother',
  'father',
  'brother',
  'sister',
  'uncle',
  'aunt',
  'Other',
] as const;

/** The providers of online payment, and the currency of each. */
export const currencyByProvider = { paypal: 'USD', stripe: 'USD', arifpay: 'ETB' } as const;
export type Gateway = keyof typeof currencyByProvider;
