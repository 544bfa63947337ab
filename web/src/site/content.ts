import { useAtomValue } from 'jotai';
import { locale } from '../texts/current.ts';
import { longDay } from '../texts/formats.ts';
import { programSlug } from './addresses.ts';
import { contentAtom, isOverAtom } from './atoms.ts';
import type { Content } from './content-schema.ts';
import { questionTexts, factTexts as texts } from './content-words.ts';

/** An intake, in words. */
export interface Intake {
  starts: string;
  applyBy?: string | undefined;
}

/** @returns the next one; `over` once nobody can apply to it any more, and nothing where the content names none */
export function useIntake(): Intake | 'over' | undefined {
  const { intake } = useAtomValue(contentAtom);
  const isOver = useAtomValue(isOverAtom);
  if (!intake) return undefined;
  if (isOver(intake.applyBy ?? intake.starts)) return 'over';
  return { starts: longDay(intake.starts), applyBy: intake.applyBy && longDay(intake.applyBy) };
}

/** @returns the one that is still to come */
export function useNextIntake(): Intake | undefined {
  const intake = useIntake();
  return intake === 'over' ? undefined : intake;
}

/** A short answer to what everybody asks first. */
export interface Fact {
  label: string;
  value: string;
  note?: string | undefined;
  /** Where it can be checked. */
  link?: string | undefined;
}

/** Four facts, the most important first, of which the first come from `content.json` where it has them. */
export function useFacts(): Fact[] {
  const { accreditation, cost, length } = useAtomValue(contentAtom);
  const intake = useNextIntake();
  const supplied: (Fact | undefined)[] = [
    accreditation && {
      label: texts.accreditation,
      value: texts.accreditedBy(accreditation.by),
      note: accreditation.since && texts.since(accreditation.since),
      link: accreditation.link,
    },
    cost && {
      label: texts.cost,
      value: cost.total,
      note: cost.covers && texts.covers(inWords(cost.covers)),
    },
    { label: texts.length, value: length ?? texts.lengthUsual, note: texts.lengthNote },
    intake && {
      label: texts.intake,
      value: intake.starts,
      note: intake.applyBy && texts.applyBy(intake.applyBy),
    },
    { label: texts.mode, value: texts.online, note: texts.onlineNote },
    { label: texts.free, value: texts.freeShort, note: texts.freeNote },
    { label: texts.begin, value: texts.beginShort, note: texts.beginNote },
  ];
  return supplied.filter((fact) => fact !== undefined).slice(0, 4);
}

/** @returns e.g. `a, b and c`, as the language joins them; with commas only where the browser is too old to know */
export function inWords(items: readonly string[]): string {
  if (!Intl.ListFormat) return items.join(', ');
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);
}

type ProgramContent = NonNullable<Content['programs']>[string];

/** The content of a program; however its name is written, as in the address of its page. */
export function useProgramContent(name: string): ProgramContent {
  return programContentOf(useAtomValue(contentAtom), name);
}

/** @returns the same for the build, which gives its questions to search engines */
export function programContentOf({ programs = {} }: Content, name: string): ProgramContent {
  const slug = programSlug(name);
  return Object.entries(programs).find(([key]) => programSlug(key) === slug)?.[1] ?? {};
}

export interface Question {
  question: string;
  answer: string;
}

/** Questions and answers: the college's own first, then those that its facts and the application itself answer. */
export function useQuestions(): Question[] {
  return questionsOf(useAtomValue(contentAtom));
}

/** @returns the same for the build, which gives them to search engines */
export function questionsOf({ questions = [], accreditation, scholarships }: Content): Question[] {
  const { counts, scholarships: help, usual } = questionTexts;
  const supplied = [
    accreditation && { question: counts.question, answer: counts.accredited(accreditation.by) },
    scholarships && {
      question: help.question,
      answer: help.open(inWords(scholarships.map(scholarshipInWords))),
    },
  ];
  return [...questions, ...supplied.filter((one) => one !== undefined), ...usual];
}

function scholarshipInWords(one: NonNullable<Content['scholarships']>[number]): string {
  return `${one.name} (${one.amount}${one.for ? `, for ${one.for}` : ''})`;
}
