/** The form's rules, with the validation library: loaded when somebody begins to type. */
import { type ContactData, contactForm, toContactData } from '@one-planet/contract';

/** What is optional and was not typed is left out. */
export const contact = contactForm
  .transform(toContactData)
  .transform(
    (data) =>
      Object.fromEntries(Object.entries(data).filter(([, value]) => value !== '')) as ContactData,
  );
