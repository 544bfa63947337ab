/** The form's rules, with the validation library: loaded when somebody begins to type. */
import { type EducationData, educationForm, toEducationData } from '@one-planet/contract';
import type { Rules } from '../../ui/form/use-form.ts';

const sent = educationForm.transform(toEducationData);

/** A comma as decimal sign, which many keyboards and certificates have, counts as a point. */
export const education: Rules<EducationData> = {
  safeParse: (typed) => {
    const form = { ...(typed as Record<string, unknown>) };
    for (const name of ['grade10Result', 'grade12Result']) {
      form[name] = String(form[name] ?? '').replace(',', '.');
    }
    return sent.safeParse(form);
  },
};
