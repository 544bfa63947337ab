import { limits } from '@one-planet/contract/limits';

/** The emergency contact. */
export const texts = {
  title: 'Emergency Contact',
  progress: 'Step 3 of 4: somebody we can call',
  lead: 'Whom may we call when we can not reach you? Please check it before you save: this page does not open again afterwards.',
  contactFullName: 'Contact Full Name',
  contactPhone: 'Contact Phone',
  contactPhoneHint: `${limits.phone.minDigits} to ${limits.phone.maxDigits} digits, with or without a plus before them.`,
  phonePlaceholder: `${limits.phone.placeholderPrefix} 9…`,
  contactRelation: 'Relationship to You',
  otherRelation: 'Other Contact Relationship',
  otherRelationHint: 'For example guardian, or a friend of the family.',
  contactOccupation: 'Contact Occupation',
  nameOfEmployer: 'Name of Employer',
  phoneOfEmployer: 'Phone of Employer',
  emailOfEmployer: 'Email of Employer',
  save: 'Save and Continue',
  saving: 'Saving...',
};
