/** Sample questions to try before the test. They are the site's own: the server's questions are only known once it runs. */
export const texts = {
  lead: 'Choose an answer to see whether it is right. Nothing is sent, nothing counts, and there is no time limit.',
  right: (why: string) => `Right. ${why}`,
  wrong: (right: string, why: string) => `Not right. The answer is ${right}. ${why}`,
  questions: [
    {
      text: 'Where do you type the address of a website?',
      choices: [
        'In the address bar of the browser',
        'In the calculator',
        'In the settings of the screen',
        'In the name of a new folder',
      ],
      right: 0,
      why: 'The address bar is the long field at the top or the bottom of the browser.',
    },
    {
      text: 'Somebody calls, says she works for your bank, and asks for your password. What do you do?',
      choices: [
        'Tell her the password',
        'Send it by text message instead',
        'Tell her half of it',
        'End the call and tell nobody the password',
      ],
      right: 3,
      why: 'No bank, school or office needs your password. Whoever asks for it wants to misuse it.',
    },
    {
      text: 'You want to send your certificate with an e-mail. What do you do?',
      choices: [
        'Write its name in the subject line',
        'Attach the file to the e-mail',
        'Open the file and close it again',
      ],
      right: 1,
      why: 'An attached file travels with the e-mail. Look for the paper clip.',
    },
  ],
} as const;
