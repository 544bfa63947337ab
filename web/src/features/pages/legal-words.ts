import { limits } from '@one-planet/contract/limits';

const minutes = limits.session.lifetimeMs / 60_000;

/** The titles and their order are specified (specification/website §2). */
export const termsTexts = {
  title: 'Terms and Conditions',
  lead: 'What you may expect of One Planet College on this website, and what we expect of you.',
  sections: [
    {
      id: 'introduction',
      title: 'Introduction',
      paragraphs: [
        'These terms apply to everybody who uses this website: visitors who read about our programs, and applicants who register, take the Digital Literacy Test, pay the fee and apply to a program. "We" means One Planet College in Addis Ababa; "you" means the person who uses the website.',
        'You accept these terms when you tick "I agree to the terms and conditions" and register. If you do not agree with them, you can read the public pages, but you cannot open an applicant account.',
        'We may change these terms. The version on this page applies. If a change affects applications that are under way, we tell those applicants by email.',
      ],
    },
    {
      id: 'user-responsibilities',
      title: 'User Responsibilities',
      paragraphs: [
        `You must be ${limits.minimumAge} years or older to register. One person has one account. What you tell us about yourself, your education and your emergency contact must be true and complete, and the name you register with must be the one on your documents.`,
        'Your email address must be your own, because the activation link, temporary passwords and our decision are sent there. Please read your email while your application is under way, and tell us when your address or phone number changes.',
        'Keep your password to yourself and log out on a computer that you share. We never ask for your password by phone or email. If you believe that somebody else has used your account, set a new password and tell us.',
      ],
    },
    {
      id: 'course-enrollment-and-payment',
      title: 'Course Enrollment and Payment',
      paragraphs: [
        'An application has a fixed order: registration, activation by email, the Digital Literacy Test, the fee, your data and documents, and the choice of one program. Each step opens when the one before it is done. If you fail the test, the result says whether you may take it again.',
        `After a pass, you have ${limits.payment.windowDays} days to pay the fee, with the payment code that we give you. You can deposit it at one of the banks we list and upload the receipt, or pay online where that is offered. A payment counts once our staff have verified it; we then tell you by email.`,
        'A pass and a paid fee let you apply; they do not promise admission. The college reviews your documents and decides on every application. Course fees are charged after admission and are not part of the application fee.',
      ],
    },
    {
      id: 'privacy-and-data-protection',
      title: 'Privacy and Data Protection',
      paragraphs: [
        'We use your email address and phone number for your application: to activate your account, to confirm payments, to ask questions and to send our decision. We send news and offers only if you ticked the box for them. What you type and the documents you upload are read by the staff who review applications; we do not sell them.',
        `While you are logged in, your name, your email address and the key to your session are kept in the session storage of your browser, together with what you typed into forms that you have not sent. A session ends ${minutes} minutes after you log in. Logging out takes all of it away. Your password is never stored in the browser.`,
        'If you tick "Remember me", your email address, and nothing else, stays on that device until you log in without the tick. Online payments are made on the pages of the payment provider; your card number does not reach us.',
        'You may ask us which data we hold about you, and have mistakes in them corrected. The contact page says how to reach us.',
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual Property',
      paragraphs: [
        'The texts, pictures, test questions and course materials on this website belong to the college or to those who let us use them. You may read them, and print or save them for your own application and study.',
        'Copying, publishing or selling them needs our written permission. The questions of the Digital Literacy Test may not be copied or passed on in any form.',
        'The documents you upload stay yours. You allow us to keep and copy them as far as the review of your application needs it.',
      ],
    },
    {
      id: 'code-of-conduct',
      title: 'Code of Conduct',
      paragraphs: [
        'You take the Digital Literacy Test yourself, without the help of another person. Forged documents, receipts of payments that were not made, and applications in the name of somebody else end your application.',
        'Treat staff and other applicants with respect, whatever their origin, language, religion, sex or ability. We do the same.',
        'Do not try to get into accounts or parts of the system that are not yours, and do not disturb the website, for example with automated requests. If you find a weakness in it, please tell us before you tell others.',
      ],
    },
    {
      id: 'dispute-resolution',
      title: 'Dispute Resolution',
      paragraphs: [
        'If something goes wrong, write to us first and say what happened, with your payment code if it is about a payment. We look at it again and answer you.',
        'These terms are governed by the laws of Ethiopia. Disputes that we cannot settle between us are decided by the competent courts in Addis Ababa.',
      ],
    },
    {
      id: 'limitations-of-liability',
      title: 'Limitations of Liability',
      paragraphs: [
        'We take care that the website works and that what it says is right, but we cannot promise that it is always available or free of errors. What you type is kept while the connection drops; all the same, please do not leave a test or a payment to the last minute.',
        'We are not liable for damage from lost connections, from a device or an email account that others can use, or from other websites that we link to, such as those of payment providers.',
        'Nothing here limits a liability that the law does not allow us to limit.',
      ],
    },
    {
      id: 'termination-of-access',
      title: 'Termination of Access',
      paragraphs: [
        'You may stop your application at any time; you need not give a reason. Write to us if you want your account closed.',
        'We may close an account, or stop an application, if these terms are broken, above all by false documents, by help in the test or by misuse of the website. We tell you the reason by email, and you may answer it.',
        'When an account is closed, we keep only the data that the law requires us to keep.',
      ],
    },
  ],
};

/** A section of the privacy policy, where the settings ask for reports of faults. */
export const errorReportsSection = {
  id: 'faults',
  title: 'When a page fails',
  paragraphs: [
    'The website then tells us which version and which page it was, and whether a script, a file or a rule of the browser was the cause: at most five times in a visit. It sends nothing about you and nothing that you typed. Like every request, it reaches us from the address of your connection, which we do not keep with it.',
  ],
};

/** Only what the website itself does: the college has to add how long it keeps its records. */
export const privacyTexts = {
  title: 'Privacy Policy',
  lead: 'Which data about you this website handles, what for, who sees them, and what you can ask of us.',
  sections: [
    {
      id: 'what-we-ask-for',
      title: 'What we ask for',
      paragraphs: [
        'To register: your names, your email address, your phone number and, if you have one, a referral code.',
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
        `While you are logged in: your name, your email address, the key to your session, and what you typed into forms that you have not sent yet. A session ends ${minutes} minutes after you log in, and logging out takes all of it away.`,
        'If you tick "Keep what I type on this device", or send a form without a connection: what you typed and the files you chose, not encrypted, for at most 14 days. It is deleted when it is sent, when you log out, and when you have applied.',
        'During the test: your answers, so that a lost connection costs you none of them. They are deleted when they are sent, and when you log out.',
        'The language that you choose; and if you tick "Remember me", your email address, and nothing else, until you log in without the tick. The website sets no cookies, and your password is never stored.',
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
