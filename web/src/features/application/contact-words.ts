import { limits } from '@one-planet/contract/limits';

/** The emergency contact. */
export const contact = {
  title: 'Emergency Contact',
  lead: 'Whom may we call if we cannot reach you?',
  contactFullName: 'Contact Full Name',
  contactFullNameHint: "Their own name, their father's and their grandfather's.",
  contactPhone: 'Contact Phone',
  contactPhoneHint: `${limits.phone.minDigits} to ${limits.phone.maxDigits} digits, with or without a plus before them.`,
  phonePlaceholder: `${limits.phone.placeholderPrefix} 9…`,
  contactRelation: 'Relationship to You',
  otherRelation: 'Other Contact Relationship',
  otherRelationHint: 'For example guardian, or a friend of the family.',
  contactOccupation: 'Contact Occupation',
  employer: 'Their employer',
  nameOfEmployer: 'Name of Employer',
  phoneOfEmployer: 'Phone of Employer',
  emailOfEmployer: 'Email of Employer',
};
