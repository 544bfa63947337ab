/** Titles and words shared by the dialogs and forms. */
export const texts = {
  error: 'Error',
  oops: 'Oops',
  close: 'Close',
  tryLater: 'Error has happened. Please try again later.',
  checkConnection: 'Please check your internet connection.',
  summary: 'There is a problem',
  optional: 'optional',
  choose: 'Please choose',
  /** Before what cannot be undone. */
  check: {
    title: 'Check your answers',
    change: 'Change',
    notGiven: 'Not given',
    goBack: 'Go back to the form',
    lead: 'Please check everything. Once it is saved you cannot come back to this page.',
  },
  showPassword: 'Show',
  hidePassword: 'Hide',
  showPasswordLabel: 'Show the password',
  hidePasswordLabel: 'Hide the password',
  date: { Day: 'Day', Month: 'Month', Year: 'Year' },
  ethiopian: 'Type it in the Ethiopian calendar',
  files: {
    stored: (name: string) => `${name} is already uploaded. Choose a file only to replace it.`,
    /** @param size e.g. `1.2 MB` */
    size: (size: string) => `${size} will be sent.`,
    shrunk: (size: string, sent: string) =>
      `${sent} will be sent: the picture (${size}) is made smaller first.`,
    converted: (sent: string) => `${sent} will be sent: the picture is turned into a JPEG first.`,
    preparing: 'Preparing the file…',
    /** How to go on with a file that cannot be sent; beside the message of the rule that it breaks. */
    help: {
      picture: {
        type: 'Take a screenshot or a photo of it, and choose that picture.',
        otherPicture:
          'This browser cannot open this kind of picture. Save it as JPEG, or take a screenshot of it, and choose that.',
        tooBig:
          'This browser cannot make this picture smaller. Take a screenshot of it, and choose that.',
      },
      pdf: {
        type: 'Save it as PDF and choose that. On most phones: Print or Share, then Save as PDF.',
        tooBig: 'Save it with fewer pages or a lower quality, and choose that.',
      },
    },
    sending: (name: string) => `Uploading ${name}`,
    percent: (percent: number) => `${percent}%`,
    cancel: 'Cancel the upload',
  },
};
