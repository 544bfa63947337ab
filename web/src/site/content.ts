import { useAtomValue } from 'jotai';
import { locale } from '../texts/current.ts';
import { formatLongDay } from '../texts/formats.ts';
import { makeProgramSlug } from './addresses.ts';
import { contentAtom } from './atoms.ts';
import type { Content } from './content-schema.ts';
import { questionTexts, factTexts as texts } from './content-words.ts';
import { useIsDayOver } from './times.ts';

/** An intake, with its days written out. */
export interface Intake {
  starts: string;
  applyBy?: string | undefined;
}

/** @returns the intake; `over` once its last day to apply has passed, `undefined` if the content names none */
export function useIntake(): Intake | 'over' | undefined {
  const { intake } = useAtomValue(contentAtom);
  const isDayOver = useIsDayOver();
  if (!intake) return undefined;
  if (isDayOver(intake.applyBy ?? intake.starts)) return 'over';
  return {
    starts: formatLongDay(intake.starts),
    applyBy: intake.applyBy && formatLongDay(intake.applyBy),
  };
}

/** @returns the intake, unless it is over */
export function useNextIntake(): Intake | undefined {
  const intake = useIntake();
  return intake === 'over' ? undefined : intake;
}

/** A short answer to a common question. */
export interface Fact {
  label: string;
  value: string;
  note?: string | false | undefined;
  /** The address of a page that confirms it. */
  linkAddress?: string | undefined;
}

/**
 * The four most important facts. Those about the college come first, if `content.json` has them.
 * @param isBelowHero leaves out what the home page says elsewhere or does not need: the intake, how one studies, and what
 *   the cost covers
 */
export function useMainFacts(isBelowHero: boolean): Fact[] {
  const { accreditation, cost, length } = useAtomValue(contentAtom);
  const intake = useNextIntake();
  const facts: (Fact | false | undefined)[] = [
    accreditation && {
      label: texts.accreditation,
      value: texts.accreditedBy(accreditation.by),
      note: [
        accreditation.licence && texts.licence(accreditation.licence),
        accreditation.since && texts.since(accreditation.since),
      ]
        .filter(Boolean)
        .join(', '),
      linkAddress: accreditation.link,
    },
    cost && {
      label: texts.cost,
      value: cost.total,
      note: !isBelowHero && cost.covers && texts.covers(joinInWords(cost.covers)),
    },
    { label: texts.length, value: length ?? texts.lengthUsual },
    !isBelowHero &&
      intake && {
        label: texts.intake,
        value: intake.starts,
        note: intake.applyBy && texts.applyBy(intake.applyBy),
      },
    !isBelowHero && { label: texts.mode, value: texts.online, note: texts.onlineNote },
    { label: texts.free, value: texts.freeShort, note: texts.freeNote },
    { label: texts.begin, value: texts.beginShort, note: texts.beginNote },
  ];
  return facts.filter((fact) => fact !== undefined && fact !== false).slice(0, 4);
}

/** @returns e.g. `a, b and c`, joined as the language does; with commas only if the browser has no `Intl.ListFormat` */
export function joinInWords(items: readonly string[]): string {
  if (!Intl.ListFormat) return items.join(', ');
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);
}

type ProgramContent = NonNullable<Content['programs']>[string];

/** The content of a program; upper case and spaces in its name do not matter, as in the address of its page. */
export function useProgramContent(name: string): ProgramContent {
  return findProgramContent(useAtomValue(contentAtom), name);
}

/** The same outside of components: the build shows its questions to search engines. */
export function findProgramContent({ programs = {} }: Content, name: string): ProgramContent {
  const slug = makeProgramSlug(name);
  return Object.entries(programs).find(([key]) => makeProgramSlug(key) === slug)?.[1] ?? {};
}

export interface Question {
  question: string;
  answer: string;
}

/** Questions and answers: the college's own first, then those about its facts and the application. */
export function useQuestions(): Question[] {
  return listQuestions(useAtomValue(contentAtom));
}

/** The same outside of components: the build shows them to search engines. */
export function listQuestions({
  questions = [],
  accreditation,
  scholarships,
}: Content): Question[] {
  const {
    counts: accreditationTexts,
    scholarships: scholarshipTexts,
    usual: usualQuestions,
  } = questionTexts;
  const collegeQuestions = [
    accreditation && {
      question: accreditationTexts.question,
      answer: accreditationTexts.accredited(accreditation.by),
    },
    scholarships && {
      question: scholarshipTexts.question,
      answer: scholarshipTexts.open(joinInWords(scholarships.map(describeScholarship))),
    },
  ];
  return [
    ...questions,
    ...collegeQuestions.filter((question) => question !== undefined),
    ...usualQuestions,
  ];
}

function describeScholarship(scholarship: NonNullable<Content['scholarships']>[number]): string {
  const { name, amount, for: recipientGroup } = scholarship;
  const { one, oneFor } = questionTexts.scholarships;
  return recipientGroup ? oneFor(name, amount, recipientGroup) : one(name, amount);
}
