import { limits } from '@one-planet/contract/limits';

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const { files, payment, minimumAge } = limits;

export const texts = {
  eyebrow: 'Admissions',
  title: 'Before you apply',
  lead: 'You apply online, step by step. You can stop after any step and go on another day: your account remembers where you were.',
  existing: {
    title: 'I have an account',
    text: 'Go on with the Digital Literacy Test. If you are not logged in, we ask you to sign in first.',
    action: 'Continue to the exam',
  },
  fresh: {
    title: 'I am new here',
    text: 'Register as an applicant. It takes about three minutes; the fee comes later, after the test.',
    action: 'Register',
  },
  steps: {
    title: 'What lies ahead',
    items: [
      { title: 'Register', text: 'Your name, your e-mail address and your phone number.' },
      {
        title: 'Open the link in our e-mail',
        text: 'It shows us that the address is yours. Look in the spam folder, too.',
      },
      { title: 'Set a password', text: 'With it you log in from now on.' },
      {
        title: 'Take the Digital Literacy Test (DLT)',
        text: 'A timed test with multiple-choice questions. A pass is needed for every program.',
      },
      {
        title: 'Pay the fee',
        text: `At a bank or online, within ${payment.windowDays} days of passing. Our staff verify the payment and tell you by e-mail.`,
      },
      {
        title: 'Fill in four forms',
        text: 'About yourself, your education, an emergency contact, and the one program you choose.',
      },
      {
        title: 'Hear from us',
        text: 'The college reviews your documents and replies by e-mail.',
      },
    ],
  },
  ready: {
    title: 'Have ready',
    items: [
      'an e-mail address that you can open now, and a phone number',
      `a photo of yourself (jpg or png, ${megabytes(files.profilePicture.maxBytes)} at most)`,
      `your education documents, scanned as one PDF (${megabytes(files.educationDocument.maxBytes)} at most)`,
      'your grade 10 and grade 12 results and the years of the exams',
      'the name and the phone number of somebody we may call in an emergency',
      `if you pay at a bank: a picture of the receipt (jpg or png, ${megabytes(files.receipt.maxBytes)} at most)`,
    ],
    age: `Applicants must be ${minimumAge} years or older.`,
    terms: 'Read the terms and conditions',
  },
};
