/** The login, on its page and in the dialog in which she logs in again. */
export const loginTexts = {
  title: 'Sign in',
  lead: 'Welcome back. Your application is where you left it.',
  email: 'Email Address',
  password: 'Password',
  remember: 'Remember me',
  rememberHint: 'Keeps your email address on this device. Leave it empty on a shared computer.',
  submit: 'Sign In',
  busy: 'Signing In...',
  forgot: 'Forgot Password',
  resend: 'Resend Activation Email',
  noAccount: 'New here?',
  register: 'Register as an applicant',
  unknownUser: 'User is not recognized.',
  otherStatus: 'Error has happened. Please check your connection.',
  exception: 'something went wrong please try again.',
  leaving: 'Taking you to your portal.',
  portalRefused: (address: string) =>
    `Your account belongs to another portal (${address}), but this website is not allowed to send you there. Please tell the college.`,
  needed: 'Please sign in to open that page.',
  blanksAround:
    'The password you typed begins or ends with a space. If it should not, take the space out and try again.',
};
