import { longDay } from '../../content/days.ts';
import { typedDate } from '../form/date-field.tsx';
import { typed } from '../form/form-entries.ts';
import { phoneOf } from '../tel.ts';

/** One answer as she reads it before she sends it. */
export interface ShownAnswer {
  label: string;
  /** Empty: not given. */
  value: string;
  /** The id of the first control, to go back to. */
  control: string;
}

/**
 * What stands in a form, read from its fields as they are shown: a choice by its label, a date in words, a phone
 * number in its one form, a file by its name. @param draft the form's name, under which files may be stored already
 */
export function answersIn(form: HTMLFormElement, draft: string): ShownAnswer[] {
  const values = typed(form, draft);
  return Array.from(form.querySelectorAll('.field')).flatMap((field) => {
    const controls = Array.from(field.querySelectorAll<HTMLInputElement>('input, select'));
    const [first] = controls;
    if (!first || field.closest('[hidden]')) return [];
    const label = field.querySelector('label, legend')?.firstChild?.textContent ?? '';
    return { label, value: shown(controls, first, values), control: first.id };
  });
}

function shown(
  controls: readonly HTMLInputElement[],
  first: HTMLInputElement,
  values: ReturnType<typeof typed>,
): string {
  if (first.type === 'radio') {
    const taken = controls.find(({ checked }) => checked);
    return taken?.closest('label')?.textContent.trim() ?? '';
  }
  if (first.type === 'file') {
    const file = values[first.name];
    return typeof file === 'object' ? (file.file?.name ?? file.name) : '';
  }
  if (first instanceof HTMLSelectElement) return first.value && optionOf(first);
  // The month as a word shows whether day and month were mixed up.
  if (controls.length > 1) return longDay(typedDate(values, first.name.replace(/Day$/, '')));
  const value = first.value.trim();
  return first.type === 'tel' ? phoneOf(value) : value;
}

function optionOf(select: HTMLSelectElement): string {
  return select.selectedOptions[0]?.text ?? '';
}
