/** The fixed choices of the applicant's forms (journey specification, sections 3 and 9), without the rules around them. */

export const genders = ['male', 'female'] as const;

export const maritalStatuses = ['single', 'married', 'divorced', 'widowed'] as const;

export const educationLevels = ['preparatory', 'tvet', 'bachelor', 'master', 'doctorate'] as const;

export const contactRelations = [
  'mother',
  'father',
  'brother',
  'sister',
  'uncle',
  'aunt',
  'Other',
] as const;

/** The providers of online payment, and the currency each is paid in. */
export const gateways = { paypal: 'USD', stripe: 'USD', arifpay: 'ETB' } as const;
export type Gateway = keyof typeof gateways;
