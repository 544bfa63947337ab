/** The applicant's own pages. */
export const texts = {
  title: 'Applicant portal',
  notYet:
    'This step of the application is not on this website yet. Your account and your progress are safe; the college will write to you when it opens.',
};
