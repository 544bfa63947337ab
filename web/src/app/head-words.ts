/** The texts for search engines and for previews of shared links. Only the build reads them. */
import type { PublicPageName } from '../site/routes.ts';

export const headTexts = {
  locale: 'en_GB',
  /** The description of pages without one of their own. */
  description:
    'Online undergraduate degrees and short courses from One Planet College in Addis Ababa.',
  /** Shown on a page whose script could not be loaded. */
  incomplete: 'This page did not load completely, so its buttons do not work yet.',
  /** Shown on each page without a connection. */
  offline:
    'You are offline. Pages you have opened before still open, and what you type stays here.',
  /** Shown before `needed` if scripts are switched off. */
  noScript: 'JavaScript is switched off in this browser.',
  /** Shown if the browser can't run the page's script. The versions are those of web/build/engines.ts. */
  needed:
    'You can read every page here. To register and apply, use Chrome or Edge 88, Firefox 98, Safari 15.4, or a newer one, with JavaScript switched on. Opera Mini will not do.',
  /** The description of each public page by its route: at most 160 characters, and no two the same. */
  descriptions: {
    home: 'Online undergraduate degrees and short courses from Addis Ababa, for people who study beside their work. See the programs, take the test and apply online.',
    about:
      'What One Planet College in Addis Ababa is: how it teaches online, where it comes from, its mission and its vision.',
    contact:
      'Address, phone numbers and email of One Planet College, and what to have at hand when you call about your application.',
    degreePrograms:
      'The online degree programs of One Planet College. The page of each shows its courses, year by year.',
    shortPrograms: 'Short-term courses of One Planet College, online from Addis Ababa.',
    privacy:
      'What One Planet College does with what you tell it when you apply, and whom you can ask.',
    disclaimer:
      'How to apply to One Planet College: what to have ready, the steps from the test to the application, and what the fee is for.',
    register: 'Create your account to apply to One Planet College online.',
    registered: 'Your registration has arrived. Activate your account with the link in the email.',
    createPassword: 'Choose the password of your account at One Planet College.',
    passwordCreated: 'Your password is set. Log in to go on with your application.',
    login: 'Log in to go on with your application to One Planet College.',
    forgotPassword: 'Ask for a temporary password for your account at One Planet College.',
    resetConfirmation: 'A temporary password is on its way to your email address.',
    changePassword: 'Choose a new password in the place of the temporary one.',
    passwordChanged: 'Your password is changed. Log in with the new one.',
    resendEmail: 'Ask for the activation email once more.',
    emailResent: 'The activation email is on its way once more.',
    accessibility:
      'How far the website of One Planet College is tested for everybody, what is weaker, and how to tell us what is hard.',
    terms: 'The terms and conditions of applying to One Planet College and of using this website.',
  } satisfies Readonly<Record<PublicPageName, string>>,
  /** The description of a program that has none. */
  program: (name: string) => `${name}, a degree program of One Planet College`,
  breadcrumbs: 'Degree Programs',
  /** What `public/share.png` shows, the picture in previews of shared links. */
  pictureAlt: 'One Planet College: Building Capacity to Serve Humanity',
};
