/** Texts of the header, the footer and whatever else every page has. */
export const frameTexts = {
  college: 'One Planet College',
  /** On paper. */
  printed: (day: string) => `Printed on ${day}`,
  skip: 'Skip to the content',
  banner: 'Website under development.',
  example: 'Facts are examples.',
  bannerLabel: 'Notice',
  dismiss: 'Dismiss',
  mainMenu: 'Main',
  languages: 'Language',
  menu: 'Menu',
  /** The text of the button while the menu is open. */
  closeMenu: 'Close',
  home: 'Home',
  about: 'About Us',
  programs: 'Programs',
  degreePrograms: 'Degree Programs',
  shortPrograms: 'Short Term Courses',
  admissions: 'Admissions',
  contact: 'contact us',
  studentPortal: 'Student Portal',
  opensOtherSite: '(another website)',
  login: 'Login',
  logIn: 'Log in',
  applyNow: 'Apply now',
  loading: 'Loading',
  retry: 'Try again',
  toTop: 'Back to the top',
  goHome: 'Go to Home',
  programsFailed: "We couldn't load the programs.",
  needsScript: 'What belongs here needs JavaScript. Switch it on in your browser.',
  programsOld: "This may have changed: we couldn't load the latest list.",
  sessionEnded: 'Your session has ended. What you typed is kept; log in to go on.',
  typed: 'What you typed',
  loggedOut: 'You logged out in another tab of this browser.',
  years: (count: number) => (count === 1 ? '1 year' : `${count} years`),
  noPrograms: 'No programs are listed at the moment.',
  footer: {
    terms: 'Terms and Conditions',
    privacy: 'Privacy Policy',
    accessibility: 'Accessibility',
    // These have no target yet (specification/website §1).
    withoutTarget: ['Services', 'Programs', 'Academic', 'Training', 'Offices', 'News & Events'],
    social: [
      { id: 'facebook', name: 'Facebook' },
      { id: 'linkedin', name: 'LinkedIn' },
      { id: 'telegram', name: 'Telegram' },
      { id: 'youtube', name: 'YouTube' },
    ],
    /** The year is specified (specification/website §9). */
    copyright: '© 2024 One Planet College. All rights reserved.',
  },
  contentWrong: (problems: string) =>
    `Some facts on this page may be out of date (content.json: ${problems}).`,
  /** The error screen (specification/website §2). */
  crash: {
    title: 'Unexpected Application Error!',
    hint: 'What you typed is kept. Check your internet connection and load the page again.',
    reload: 'Load the page again',
    details: 'Technical details',
    /** The title of a page whose script could not be loaded without a connection. */
    offline: 'You are offline',
    /** The title if the host responds, but no longer has the script, because a newer build replaced it. */
    gone: "We couldn't load this page",
    still: 'There is still no connection.',
  },
  /** Shown if a page cannot read its settings. */
  settings: {
    title: "We can't open this page right now",
    fault:
      'Our website has a fault. It is not your phone and not your connection. Please try again later, or contact us:',
    faultAlone:
      'Our website has a fault. It is not your phone and not your connection. Please try again later.',
    unreachable: 'Please check your internet connection.',
  },
  /** The page that the host answers everything with while it is under maintenance. */
  maintenance: {
    title: 'We are working on our website',
    text: 'It will be back soon. What you have sent is safe. Please try again later, or contact us:',
  },
  /** Shown above a page and in an error's dialog while the API does not answer, but the site's own host does. */
  serviceDown:
    'Our service is down right now. It is not your phone and not your connection. Please try again later, or contact us:',
};

export const moneyTexts = {
  /** An amount with its currency, joined by a no-break space. */
  birr: (amount: string) => `ETB\u00a0${amount}`,
};
