/** The form's rules, with the validation library: loaded when somebody begins to type. */
import { bioForm } from '@one-planet/contract';
import { typedDate } from '../../ui/form/typed-date.ts';

export { toBioData } from '@one-planet/contract';

/** The biography's rules for what stands in the form, where the date of birth has three parts. */
export const typedBioForm = {
  safeParse: (typed: unknown) => {
    const fields = typed as Readonly<Record<string, unknown>>;
    return bioForm.safeParse({ ...fields, dateOfBirth: typedDate(fields, 'dateOfBirth') });
  },
};
