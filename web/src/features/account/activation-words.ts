/** From the activation link to the first password. */
export const texts = {
  activating: 'Activating your account',
  activatingText: 'One moment, please. We are checking your link.',
  network: 'There is some problem, please check your internet connection.',
  notFound: 'Activation information is not found. Please register on the application form.',
  wrongToken: 'Wrong token',
  wrongTokenText: 'This activation link is not valid, or it was used before.',
  retryTitle: 'Your account is not activated yet',
  retryText: 'We could not reach the college. Your link stays good.',
  setPassword: {
    title: 'Set your password',
    verified: 'Your e-mail address is verified. Please set a password for your account.',
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
  },
};
