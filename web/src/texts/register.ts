import { limits } from '@one-planet/contract/limits';

export const texts = {
  title: 'Application Form',
  lead: 'Register to open your applicant account. It takes about three minutes; what you type is kept if the connection drops.',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  nameHint: "As on your school documents. In Ethiopia the middle name is your father's name.",
  email: 'Email',
  emailHint: 'We send the activation link there.',
  phoneNumber: 'Phone number',
  phonePlaceholder: `${limits.phone.placeholderPrefix} 9…`,
  referralCode: 'Referral code',
  iAm18: 'I am 18 years or older',
  iAgreeTerms: 'I agree to the',
  termsLink: 'terms and conditions',
  newTab: '(opens in a new tab)',
  agreeToPrivacy: 'I agree to the privacy policy',
  iAgreeMarketing: 'I would like to receive news and offers from the college',
  submit: 'Register',
  sending: 'Sending...',
  missing: 'To register, confirm your age and agree to the terms and conditions.',
  haveAccount: 'Already registered?',
  signIn: 'Sign in',
  unexpected: 'Error has happened. Please try again later.',
  network: 'Error has happened. Please check your internet connection.',
  panels: {
    title: 'Requirements',
    lead: 'Which one applies to you depends on your background.',
    sections: [
      {
        title: 'Degree Requirements',
        items: [
          'A first degree (BA or BSc) from a recognised college or university',
          'The original degree and the transcript, scanned as one PDF',
          'A pass in the Digital Literacy Test',
        ],
      },
      {
        title: 'TVET Requirements',
        items: [
          'A TVET certificate of level III, IV or a diploma (10+3)',
          'At least one year of work experience after the certificate',
          'The certificate of competence (COC), scanned as one PDF',
          'A pass in the Digital Literacy Test',
        ],
      },
      {
        title: 'Grade 12 Requirements',
        items: [
          'The grade 10 and grade 12 examination results',
          "A grade 12 result that meets the year's national pass mark",
          'The transcript of preparatory school, scanned as one PDF',
          'A pass in the Digital Literacy Test',
        ],
      },
    ],
  },
  done: {
    title: 'Applicant Registration Successful',
    check:
      'Please check your e-mail: the link we sent activates your account, and then you can take the digital literacy test.',
    spam: 'If nothing has arrived, please look in the spam folder.',
    resend: 'Still nothing? Resend Activation Email is on the login page.',
    toLogin: 'Go to the login page',
  },
};
