/** What waits to be sent until the connection is back. */
export const texts = {
  title: 'Waiting to be sent',
  waiting: (count: number) => `Waiting to be sent: ${count}`,
  steps: {
    payment: 'Payment details',
    biography: 'Biographical Data',
    education: 'Education Background',
    contact: 'Emergency Contact',
    application: 'Program application',
  },
  /** @param size e.g. `1.2 MB` */
  withFiles: (name: string, size: string) => `${name} (${size})`,
  sendNow: 'Send now',
  sending: 'Sending…',
  takeBack: 'Take back',
  refused: (name: string, said: string) => `${name}: not accepted. ${said}`,
  openForm: 'Open the form',
  /** Said of what an older version of the site has kept. */
  again: 'please fill it in again.',
  sent: (name: string) => `Sent: ${name}.`,
  before: (name: string) =>
    `${name}: the college has this form already, so what waited here was not sent.`,
  panel: {
    title: 'This form is waiting for the connection',
    text: 'It is kept on this device, encrypted, and sent by itself as soon as you are online and logged in. To change it, take it back.',
    unkept:
      'It is sent by itself as soon as you are online and logged in. This browser cannot keep it, so leave this page open. To change it, take it back.',
    files: 'If you take it back, choose its files again.',
    goOn: 'Go on to the next form',
  },
};
