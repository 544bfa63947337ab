import { limits } from '@one-planet/contract/limits';

export const register = {
  title: 'Application Form',
  lead: 'About three minutes. What you type is kept if the connection drops.',
  email: 'Email',
  emailHint: 'We send the activation link there.',
  phoneNumber: 'Phone number',
  phonePlaceholder: `${limits.phone.placeholderPrefix} 9…`,
  referralCode: 'Referral code',
  iAm18: 'I am 18 years or older',
  iAgreeTerms: 'I agree to the',
  termsLink: 'terms and conditions',
  newTab: '(opens in a new tab)',
  agreeToPrivacy: 'I agree to the',
  privacyLink: 'privacy policy',
  iAgreeMarketing: 'I would like to receive news and offers from the college',
  submit: 'Register',
  sending: 'Sending...',
  missing: 'To register, confirm your age and agree to the terms and conditions.',
  haveAccount: 'Already registered?',
  signIn: 'Sign in',
  sendAgain: 'Send the link again',
  network: 'Error has happened. Please check your internet connection.',
  done: {
    title: 'Applicant Registration Successful',
    check:
      'Please check your email: the link we sent activates your account, and then you can take the digital literacy test.',
    late: 'Nothing has arrived?',
    spam: 'If nothing has arrived, please look in the spam folder.',
    resend: 'Still nothing? Resend Activation Email is on the login page.',
    sentTo: 'We sent it to',
    wrong: 'Wrong address?',
    again: 'Register again',
    sendAgain: 'Resend Activation Email',
    sending: 'Sending...',
    sentAgain: 'Sent again. Please check your email.',
    toLogin: 'Go to the login page',
    next: [
      'Now: open the link in our email. It activates your account, and you set a password.',
      'When you have a quiet hour: take the test. You can try sample questions first, and it starts only when you press Start.',
      `Within ${limits.payment.windowDays} days of a pass: pay the fee. Then come four forms, and your application is complete.`,
    ],
  },
};

/** From the activation link to the first password. */
export const activation = {
  activating: 'Activating your account',
  activatingText: 'One moment, please. We are checking your link.',
  network: 'There is some problem, please check your internet connection.',
  notFound: 'Activation information is not found. Please register on the application form.',
  unknown: {
    title: 'Wrong token',
    text: 'This activation link is not valid. If you have registered, have a new link sent to you.',
  },
  /** The link was opened before, by the applicant, by her mail program, or by a scanner of links. */
  used: {
    title: 'This link was opened before',
    text: 'Your account is active. If you have a password, sign in. If you have none yet, set one now, or have a new link sent to you.',
    setPassword: 'Set a password',
  },
  retryTitle: 'We could not check your link',
  retryText:
    "We couldn't reach the college, so it is not certain whether your account is active. Try again: you can go on from there in either case.",
  loggedIn: {
    title: 'You are logged in',
    text: (name: string) =>
      `${name} is logged in here, and the link you opened activates an account. If it is the account of ${name}, that is active already.`,
    logOutFirst:
      'To activate the account of somebody else, log out first. What was typed and not sent is lost then.',
    testRuns:
      'A test is running here. To activate the account of somebody else, finish the test first, then open the link again.',
    goToTest: 'Go back to the test',
    logOut: 'Log out and go on',
    stay: 'Stay logged in',
  },
  setPassword: {
    title: 'Set your password',
    verified: 'Your email address is verified. Please set a password for your account.',
    chosen: 'Please choose a password; your account is activated with it.',
    password: 'Password',
    hint: 'At least 8 characters, with an uppercase letter, a lowercase letter and a number.',
    confirm: 'Confirm password',
    save: 'Save',
    saving: 'saving...',
    alreadyCreated: 'Password is already created for this account.',
  },
  created: {
    title: 'Password Registration Successful',
    text: 'Your account is activated and has a password. Next comes the Digital Literacy Test (DLT).',
    takeTest: 'Take DLT',
    next: [
      'Now, or on another day: take the test. Its clock starts when you press Start.',
      'At once after you submit it: your result.',
      `Within ${limits.payment.windowDays} days of a pass: pay the fee at a bank or online.`,
    ],
  },
};

/** Forgotten and changed passwords, and the activation email sent again. */
export const recovery = {
  email: 'Email',
  send: 'Send',
  sending: 'Sending...',
  toLogin: 'Proceed to Login',
  openInbox: (service: string) => `Open ${service}`,
  forgot: {
    title: 'Forgot password',
    lead: 'Type the email address of your account. We send you a temporary password.',
    closeNote: 'Click close to go to resend Activation email.',
  },
  reset: {
    title: 'Check your email',
    text: 'A verification code was sent to',
    hint: 'It holds a temporary password, which you can use to log in.',
    next: [
      'Now: open our email. Look in the spam folder, too.',
      'Log in with the temporary password.',
      'At once after that: choose a password of your own.',
    ],
  },
  change: {
    title: 'Set a new password',
    lead: 'You logged in with a temporary password. Please choose one of your own.',
    password: 'New password',
    confirm: 'Confirm password',
    hint: 'At least 8 characters, with an uppercase letter, a lowercase letter and a number.',
    save: 'Save',
    saving: 'saving...',
  },
  changed: {
    title: 'Congratulations!',
    text: 'Your password was changed. You can log in with the new one now.',
  },
  resend: {
    title: 'Resend Activation Email',
    lead: 'Type the email address you registered with, and we send the activation link again.',
  },
  resent: {
    title: 'Activation email sent',
    text: 'An activation code was sent to',
    hint: 'Open the link in it to activate your account. If nothing arrives, look in the spam folder.',
    next: [
      'Now: open the link in our email, and set a password.',
      'Then, when you are ready: take the Digital Literacy Test.',
    ],
  },
};
