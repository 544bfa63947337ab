import { locale } from '../language/current.ts';
import { useNextIntake } from './intake.ts';
import { useContent } from './use-content.ts';
import { facts as texts } from './words.ts';

/** A short answer to what everybody asks first. */
export interface Fact {
  label: string;
  value: string;
  note?: string | undefined;
  /** Where it can be checked. */
  link?: string | undefined;
}

/** What counts most, first: four facts, of which the first come from `content.json` where it has them. */
export function useFacts(): Fact[] {
  const { accreditation, cost, length } = useContent();
  const intake = useNextIntake();
  const supplied: (Fact | undefined)[] = [
    accreditation && {
      label: texts.accreditation,
      value: texts.accreditedBy(accreditation.by),
      note: accreditation.since && texts.since(accreditation.since),
      link: accreditation.link,
    },
    cost
      ? {
          label: texts.cost,
          value: cost.total,
          note: cost.covers && texts.covers(inWords(cost.covers)),
        }
      : { label: texts.cost, value: texts.costUnknown, note: texts.costNote },
    { label: texts.length, value: length ?? texts.lengthUsual, note: texts.lengthNote },
    intake && {
      label: texts.intake,
      value: intake.starts,
      note: intake.applyBy && texts.applyBy(intake.applyBy),
    },
    { label: texts.mode, value: texts.online, note: texts.onlineNote },
    { label: texts.begin, value: texts.beginShort, note: texts.beginNote },
  ];
  return supplied.filter((fact) => fact !== undefined).slice(0, 4);
}

/** @returns e.g. `a, b and c`, as the language joins them; with commas only where the browser is too old to know */
export function inWords(items: readonly string[]): string {
  if (!Intl.ListFormat) return items.join(', ');
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);
}
