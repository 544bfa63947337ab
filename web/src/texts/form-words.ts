import type { BioSummary, errorStatusMeanings } from '@one-planet/contract';

/** Texts that dialogs and forms share. */
export const formTexts = {
  error: 'Error',
  oops: 'Oops',
  close: 'Close',
  tryLater: 'Error has happened. Please try again later.',
  checkConnection: 'Please check your internet connection.',
  /** What a refusal means that comes without a word that a person can read, by its status. */
  refusals: {
    402: 'Something has to be paid first.',
    405: "The college's server does not offer this.",
    410: 'This was used already, or is too old.',
    412: 'Something else has to be done first.',
    413: "The file is too big for the college's server: save it smaller.",
    415: "The college's server does not take this type of file: save it as another type.",
    423: 'Your account is locked. Please contact the college.',
    428: 'Something else has to be done first.',
    451: 'The law does not allow this.',
  } satisfies Partial<Record<keyof typeof errorStatusMeanings, string>>,
  tooMany: 'That was too often. Please wait a moment and try again.',
  tooManyUntil: (minutes: number) =>
    `That was too often. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  /** In the dialog about a failed call; the code finds it in the server's log. */
  callCode: (code: string) => `If you call us, say: ${code}`,
  summary: 'There is a problem',
  mended: 'All corrected',
  optional: 'optional',
  choose: 'Please choose',
  /** The step before something that cannot be undone. */
  check: {
    title: 'Check your answers',
    change: 'Change',
    notGiven: 'Not given',
    doubt: (min: number, max: number) => `Is this right? It is usually from ${min} to ${max}.`,
    goBack: 'Go back to the form',
    lead: 'Please check everything. Once it is saved you cannot come back to this page.',
  },
  meantEmail: (email: string) => `Did you mean ${email}?`,
  showPassword: 'Show',
  hidePassword: 'Hide',
  date: { Day: 'Day', Month: 'Month', Year: 'Year' },
  ethiopian: 'Type it in the Ethiopian calendar',
  /** Photos that become one PDF. */
  photos: {
    hint: 'No PDF? Photograph each page, or choose photos: we make one PDF of them here, on your phone.',
    take: 'Photograph your certificates',
    more: 'Add another page',
    page: (page: number, pageCount: number) => `Page ${page} of ${pageCount}`,
    turn: 'Turn',
    up: 'Up',
    down: 'Down',
    remove: 'Remove',
    making: (page: number, photoCount: number) => `Reading photo ${page} of ${photoCount}…`,
    refused: (names: string) =>
      `This browser cannot open ${names}. Take a screenshot of it, and choose that.`,
    unreadable: (names: string) =>
      `We couldn't read all of ${names}. Choose it again, or take a new photo.`,
    lost: 'The photos of your certificates are not here any more. Photograph the pages again, or choose a file.',
    failed:
      "We couldn't make the PDF. Please check your internet connection, or load this page again.",
  },
  files: {
    choose: 'Choose a file',
    other: 'Choose another file',
    stored: (name: string) => `${name} is already uploaded. Choose a file only to replace it.`,
    /** After a reload. */
    lost: (name: string) => `${name} is not here any more. Choose the file again.`,
    unreadable: (name: string) =>
      `We couldn't read ${name}. Choose the file again. If it is in a cloud drive, download it to this device first.`,
    /** @param size e.g. `1.2 MB` */
    size: (size: string) => `${size} will be sent.`,
    shrunk: (size: string, sentSize: string) =>
      `${sentSize} will be sent: the picture (${size}) is made smaller first.`,
    converted: (sentSize: string) =>
      `${sentSize} will be sent: the picture is turned into a JPEG first.`,
    /** About a PDF that may need a password. */
    encrypted: 'Does this file open without a password on another phone? Then send it.',
    preparing: 'Preparing the file…',
    tooSmall: (pixels: number) =>
      `Each side must have ${pixels} pixels or more. Choose the picture itself, not its preview, or take a new photo.`,
    /** What to do about a file that cannot be sent; shown beside the message of the rule that refuses it. */
    help: {
      picture: {
        type: 'Take a screenshot or a photo of it, and choose that picture.',
        otherPicture:
          'This browser cannot open this kind of picture. Save it as JPEG, or take a screenshot of it, and choose that.',
        tooBig:
          'This browser cannot make this picture smaller. Take a screenshot of it, and choose that.',
        cut: 'Nobody could see all of it. Get the picture again, or take a new photo, and choose that.',
      },
      pdf: {
        type: 'Save it as PDF and choose that. On most phones: Print or Share, then Save as PDF.',
        tooBig: 'Save it with fewer pages or a lower quality, and choose that.',
        cut: 'Nobody could open it. Get the file again from where you have it, and choose that.',
      },
    },
    sending: (name: string) => `Uploading ${name}`,
    percent: (percent: number) => `${percent}%`,
    cancel: 'Cancel the upload',
  },
};

/** The labels of the biography's fields that the API answers, in the form and wherever they are shown. */
export const shownBiographyTexts = {
  countryOfResidence: 'Country of Residence',
  nationality: 'Nationality',
} satisfies Record<Exclude<keyof BioSummary, 'profilePicture'>, string>;

/** On the button that fills in the most frequent nationality, and the word that it fills in. */
export const nationalityTexts = { ethiopian: 'Ethiopian' };
