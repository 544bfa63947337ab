/** Header, footer and what stands on every page. */
export const texts = {
  college: 'One Planet College',
  /** Of every page, for search engines. */
  description:
    'Online undergraduate degrees and short courses from One Planet College in Addis Ababa.',
  skip: 'Skip to the content',
  banner: 'This website is still under development.',
  bannerLabel: 'Notice',
  dismiss: 'Dismiss',
  mainMenu: 'Main',
  menu: 'Menu',
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
  noPrograms: 'No programs are listed at the moment.',
  footer: {
    terms: 'Terms and Conditions',
    privacy: 'Privacy Policy',
    // These have no target yet (website specification, section 1).
    withoutTarget: ['Services', 'Programs', 'Academic', 'Training', 'Offices', 'News & Events'],
    social: ['Facebook', 'LinkedIn', 'Telegram', 'YouTube'],
    copyright: (year: number) => `© ${year} One Planet College. All rights reserved.`,
  },
  contentWrong: (problems: string) =>
    `Some facts on this page may be out of date (content.json: ${problems}).`,
  /** Of a page whose script could not be loaded. */
  incomplete: 'This page did not load completely, so its buttons do not work yet.',
  /** The error screen (website specification, section 2). */
  crash: {
    title: 'Unexpected Application Error!',
    hint: 'What you typed is kept. Check your internet connection and load the page again.',
    reload: 'Load the page again',
    details: 'Technical details',
  },
  /** Of a deployment whose settings are wrong. */
  settings: {
    title: 'This website cannot start',
    wrong: 'Its settings (config.json) are wrong:',
    unreachable: "We couldn't load config.json. Please check your internet connection.",
    noJson: 'config.json is not valid JSON.',
  },
};
