/** Written by `npm run generate` from the contract. */

/** The operations that cannot be called without a body. */
export const operationsWithBody: readonly string[] = [
  'applicants.register',
  'applicants.createPassword',
  'applicants.resendEmail',
  'applicants.editProfile',
  'applicants.saveBioData',
  'applicants.saveEducationData',
  'applicants.saveContactData',
  'applicants.applyForProgram',
  'auth.login',
  'auth.forgotPassword',
  'auth.changePassword',
  'auth.updateUser',
  'exams.submit',
  'payments.makeOffline',
  'payments.payOnline',
  'files.upload',
];
