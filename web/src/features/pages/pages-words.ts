import { limits } from '@one-planet/contract/limits';

export const about = {
  eyebrow: 'One Planet College, Addis Ababa',
  title: 'About Us',
  lead: 'We are an online college. We teach undergraduate degrees and short courses to people who cannot, or would rather not, leave their work, their family or their town to study.',
  studying: {
    title: 'How we teach',
    paragraphs: [
      'Everything a student needs is online: the plan of each week, lectures, readings, exercises and the teachers themselves, who answer, mark and encourage. Each week has its tasks; you choose the hours in which you do them.',
      'What a degree program teaches, and in which semester, is written on its page, so you can see what you would learn before you apply.',
      'Short courses are for one skill at a time. They suit people who have a profession already and want to add to it.',
    ],
  },
  school: {
    title: 'Where we come from',
    paragraphs: [
      'One Planet College is the sister institution of a private international school in Addis Ababa. The school has shown us what patient teaching does for children from many countries; the college carries that care on to adults.',
      'From the school we have learned that students go further where somebody knows them by name. So we teach in classes that start and finish together.',
    ],
  },
  teachers: 'Who teaches',
  mission: {
    title: 'Our mission',
    text: 'Building Capacity to Serve Humanity: to give capable people, wherever they live, the knowledge and the habits of work with which they can serve their communities.',
  },
  vision: {
    title: 'Our vision',
    text: 'An Ethiopia, and a world, in which the place where you were born or the job you have to keep no longer decides whether you can study.',
  },
  next: {
    title: 'What would you like to study?',
    text: 'Have a look at the degree programs and the courses of each year.',
    link: 'See the degree programs',
  },
};

export const legal = {
  contents: 'On this page',
  confirmed: (day: string) => `Confirmed by the college on ${day}.`,
};

export const short = {
  title: 'Short Term Courses',
  coming: 'Our short courses are being prepared',
  lead: 'One skill at a time, for people who have a profession already and want to add to it. No course is open for registration yet; each will be announced here with its start date, length and price.',
  open: 'These courses are planned.',
  starts: (day: string) => `Starts on ${day}`,
  meanwhile: 'Until then',
  degrees: 'See the degree programs',
  ask: 'Ask about a course',
};

export const contact = {
  title: 'Contact',
  lead: 'Call us, write to us or come by. We are glad to help with a program, a payment or a step of your application.',
  call: 'Call us',
  write: 'Write to us',
  writeText: 'At any hour, in your own words.',
  telegram: 'Telegram',
  telegramText: 'Ask on your phone, without a call.',
  openTelegram: 'Open Telegram',
  visit: 'Visit us',
  map: 'Show it on a map',
  hours: 'Opening hours',
  ready: {
    title: 'Before you call',
    text: 'We can help you faster when you have these at hand:',
    items: [
      'the email address you registered with',
      'your full name as you typed it into the application form',
      'for a payment: the payment code and the transaction reference number',
      'for a problem with the website: what you pressed, and the message you saw',
    ],
    never: 'We never ask for your password. Please do not tell it to anyone.',
  },
  account: {
    title: 'Trouble with your account?',
    text: 'You can solve these two here, at any hour:',
    resend: 'The activation email has not arrived',
    forgot: 'I forgot my password',
  },
};

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const { files, minimumAge } = limits;

export const disclaimer = {
  eyebrow: 'Admissions',
  title: 'Before you apply',
  lead: 'You apply online. You can stop after any step and go on another day.',
  facts: {
    time: 'Your time',
    fee: 'Fee, after the test',
    feeLater: 'You see it before you pay',
  },
  register: 'Register',
  existing: 'Continue to the exam',
  steps: {
    title: 'The nine steps',
  },
  ready: {
    title: 'What to have ready',
    items: [
      'an email address and a phone number',
      `a photo of yourself (jpg or png, ${megabytes(files.profilePicture.maxBytes)} at most)`,
      `your education documents as one PDF (${megabytes(files.educationDocument.maxBytes)} at most)`,
      'your grade 10 and grade 12 results and their years',
      'the name and phone number of somebody to call in an emergency',
      'a picture of the receipt, if you pay at a bank',
    ],
    age: `Applicants must be ${minimumAge} years or older.`,
    terms: 'Read the terms and conditions',
  },
};

export const notFound = {
  title: 'Page Not Found',
  text: 'The page you asked for is not here. The address may have a typing mistake, or the page has moved.',
};

/** One sentence about each of the steps, in the order of `steps`. */
export const stepsInFull = [
  'Register, open the link in our email, and set a password.',
  'A timed test with multiple-choice questions. A pass is needed for every program.',
  `At a bank or online, within ${limits.payment.windowDays} days of passing.`,
  'Our staff verify the payment and tell you by email.',
  'About yourself, with a photo and your education documents.',
  'Your school, with the results of grade 10 and grade 12.',
  'Somebody we may call in an emergency.',
  'The one program you apply to. It is final.',
  'The college reviews your documents and replies by email.',
];
