/** The application to a program, and its confirmation. */
export const texts = {
  title: 'Apply to Program',
  statusTitle: 'Your application',
  progress: 'Step 4 of 4: your program',
  lead: 'This is the last step of your application.',
  program: 'Program',
  hint: 'You can apply to one program only. The choice is final: it can not be changed afterwards.',
  offer: (program: string, batch: string) => (batch ? `${program} (${batch})` : program),
  apply: 'Apply',
  applying: 'Applying...',
  failed: 'The programs could not be loaded.',
  none: 'No program is open for applications at the moment. Please look again later.',
  done: {
    title: 'Application Submitted',
    appliedTo: 'You have applied to',
    applied: 'You have applied to a program of the college.',
    review: 'The college will review your documents and reply by e-mail.',
    meanwhile:
      'There is nothing more to do here. Please look into your e-mail, and its spam folder.',
  },
};
