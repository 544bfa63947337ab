/** The emergency contact, the third saved step (journey specification, sections 3 and 5). */
import { z } from 'zod';
import { contactRelations } from './choices.ts';
import { formWith, oneOf, phone, requiredText, typedPhone } from './fields.ts';

const contact = {
  contactFullName: requiredText('Contact Full Name is required'),
  contactOccupation: z.string().trim().nullish(),
  nameOfEmployer: z.string().trim().nullish(),
  phoneOfEmployer: z.string().trim().nullish(),
  emailOfEmployer: z.string().trim().nullish(),
};

/** The emergency contact form. */
export const contactForm = formWith(
  z.object({
    ...contact,
    contactPhone: typedPhone('Contact Phone'),
    contactRelation: oneOf(contactRelations, 'Contact person relationship is required'),
    otherRelation: z.string().trim().optional(),
  }),
  ({ contactRelation, otherRelation }, context) => {
    if (contactRelation !== 'Other' || otherRelation?.trim()) return;
    context.addIssue({
      code: 'custom',
      path: ['otherRelation'],
      message: 'Other Contact Relationship is required',
    });
  },
);
export type ContactForm = z.infer<typeof contactForm>;

/** The emergency contact as it is sent. */
export const contactData = z.object({
  ...contact,
  contactPhone: phone('Contact Phone'),
  contactRelation: requiredText('Contact person relationship is required').describe(
    'One of the list, or what was typed for "Other".',
  ),
});
export type ContactData = z.infer<typeof contactData>;

/** From the checked contact form to the wire: "Other" sends its own text. */
export function toContactData(form: ContactForm): ContactData {
  const { otherRelation, ...sent } = form;
  return {
    ...sent,
    contactRelation:
      form.contactRelation === 'Other' ? (otherRelation ?? 'Other') : form.contactRelation,
  };
}
