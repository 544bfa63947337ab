export const texts = {
  title: 'Dear Applicant',
  paragraphs: [
    'Your application was submitted successfully.',
    'Our team will review your documents and notify you by e-mail.',
    'Please check your e-mail before logging in again.',
  ],
  see: 'See your application',
};
