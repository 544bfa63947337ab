import { limits } from '@one-planet/contract/limits';

const minutes = limits.session.lifetimeMs / 60_000;

/** Only what the website itself does; how long the college keeps its records, the college has to say. */
export const texts = {
  title: 'Privacy Policy',
  lead: 'Which data about you this website handles, what for, who sees them, and what you can ask of us.',
  sections: [
    {
      id: 'what-we-ask-for',
      title: 'What we ask for',
      paragraphs: [
        'To register: your names, your e-mail address, your phone number and, if you have one, a referral code.',
        'To apply: your birth, origin and address, a photo, your school and its results, your education documents, and the name and phone number of somebody we may call in an emergency. Please tell that person that you have named them.',
        'The website also holds your answers to the Digital Literacy Test with their result, and your payment with the receipt that you upload.',
      ],
    },
    {
      id: 'what-for',
      title: 'What we use it for',
      paragraphs: [
        'For your application: to activate your account, to check your payment and your documents, to ask questions and to send you our decision.',
        'We send news and offers only if you ticked the box for them. You can take that back at any time by writing to us.',
      ],
    },
    {
      id: 'who-sees-it',
      title: 'Who sees it',
      paragraphs: [
        'The staff who review applications and payments. We do not sell your data.',
        "If you pay online, you do so on the pages of the payment provider. Your card number does not reach us. The provider's own policy applies there.",
        'The website loads nothing from other companies: no advertising, no statistics, no fonts. A video, where there is one, is loaded from its host only when you press play.',
      ],
    },
    {
      id: 'on-your-device',
      title: 'What stays on your device',
      paragraphs: [
        `While you are logged in: your name, your e-mail address, the key to your session, and what you typed into forms that you have not sent yet. A session ends ${minutes} minutes after you log in, and logging out takes all of it away.`,
        'During the test: your answers, so that a lost connection costs you none of them. They are deleted when they are sent, and when you log out.',
        'The language that you choose; and if you tick "Remember me", your e-mail address, and nothing else, until you log in without the tick. The website sets no cookies, and your password is never stored.',
      ],
    },
    {
      id: 'your-rights',
      title: 'What you can ask of us',
      paragraphs: [
        'Which data we hold about you, and to have mistakes corrected. To have your account closed, which ends an application that is under way.',
        'The contact page says how to reach us.',
      ],
    },
  ],
};
