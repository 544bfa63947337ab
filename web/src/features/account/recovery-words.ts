/** Forgotten and changed passwords, and the activation e-mail sent again. */
export const texts = {
  email: 'Email',
  send: 'Send',
  sending: 'Sending...',
  toLogin: 'Proceed to Login',
  forgot: {
    title: 'Forgot password',
    lead: 'Type the e-mail address of your account. We send you a temporary password.',
    closeNote: 'Click close to go to resend Activation email.',
  },
  reset: {
    title: 'Check your e-mail',
    text: 'A verification code was sent to',
    hint: 'It holds a temporary password, which you can use to log in.',
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
    lead: 'Type the e-mail address you registered with, and we send the activation link again.',
  },
  resent: {
    title: 'Activation e-mail sent',
    text: 'An activation code was sent to',
    hint: 'Open the link in it to activate your account. If nothing arrives, look in the spam folder.',
  },
};
