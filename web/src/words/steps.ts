/** What the applicant's pages say in common. */
export const texts = {
  statusFailed: 'Your application could not be read.',
};
