import { limits } from '@one-planet/contract/limits';

const { catalogue, minimumAge, payment } = limits;
const { semestersPerYear, years } = catalogue;
const { windowDays: paymentDays } = payment;

/** The labels of the facts about the college, and the facts that are shown whatever `content.json` contains. */
export const factTexts = {
  label: 'At a glance',
  accreditation: 'Does it count?',
  accreditedBy: (accreditor: string) => `Accredited by ${accreditor}`,
  licence: (licenceNumber: string) => `licence ${licenceNumber}`,
  since: (accreditedSince: string) => `since ${accreditedSince}`,
  cost: 'What does it cost?',
  covers: (coveredCosts: string) => `It covers ${coveredCosts}.`,
  length: 'How long does it take?',
  lengthUsual: `${years} years, ${years * semestersPerYear} semesters`,
  intake: 'When does it begin?',
  applyBy: (day: string) => `Apply by ${day}.`,
  mode: 'How do you study?',
  online: 'Online, wherever you live',
  onlineNote: 'On your phone or computer, at hours that you choose.',
  free: 'What is free?',
  freeShort: 'Registering and the test',
  freeNote: 'The application fee comes after you pass.',
  begin: 'How do you begin?',
  beginShort: 'Register, then take a test',
  beginNote: 'About three minutes, an email address and a phone number.',
};

export const questionTexts = {
  title: 'Questions and answers',
  all: 'All questions',
  more: 'Your question is not here?',
  ask: 'Ask us',
  counts: {
    question: 'Does the degree count?',
    accredited: (accreditor: string) =>
      `The college is accredited by ${accreditor}. You can check it there before you apply.`,
  },
  scholarships: {
    question: 'Are there scholarships?',
    open: (list: string) => `Yes: ${list}.`,
    one: (name: string, amount: string) => `${name} (${amount})`,
    oneFor: (name: string, amount: string, recipientGroup: string) =>
      `${name} (${amount}, for ${recipientGroup})`,
  },
  usual: [
    {
      question: 'What do I need to apply?',
      answer: `To register: an email address you can open now, and a phone number. Later: a photo of yourself, your education documents as one PDF, and your results of grade 10 and grade 12. You must be ${minimumAge} or older.`,
    },
    {
      question: 'What is the Digital Literacy Test?',
      answer:
        'A timed test with multiple-choice questions. You take it on this site, on the device you have, and can try three sample questions before the clock starts.',
    },
    {
      question: 'When do I pay, and how?',
      answer: `After you pass the test, within ${paymentDays} days: at a bank, with the receipt uploaded here, or online where that is offered. You see the amount before you pay.`,
    },
    {
      question: 'Can I stop and go on another day?',
      answer:
        'Yes, after every step. What you typed stays on your device when the connection drops, and your account remembers where you were. Only the test has to be finished once it has begun.',
    },
    {
      question: 'Can I do all of it on a phone?',
      answer: 'Yes, the whole application. The site is made for phones and slow connections.',
    },
  ],
};

export const nextTexts = {
  title: 'What happens next',
};
