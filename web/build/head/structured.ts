/** What pages say about the college in the vocabulary of schema.org, for search engines. */
import type {
  BreadcrumbList,
  CollegeOrUniversity,
  Course,
  FAQPage,
  Thing,
  WithContext,
} from 'schema-dts';
import type { Settings } from '../../src/config.ts';
import type { Program } from '../../src/site/records.ts';
import { texts as frame } from '../../src/words/frame.ts';

export type Data = WithContext<Thing>;

const context = { '@context': 'https://schema.org' } as const;

/** The college, with its contact details. */
export function college(
  { contact }: Settings,
  origin: string | undefined,
): WithContext<CollegeOrUniversity> {
  return { ...context, ...collegeOf(origin), ...contactOf(contact) };
}

function collegeOf(origin: string | undefined) {
  return {
    '@type': 'CollegeOrUniversity',
    name: frame.college,
    ...(origin && {
      '@id': `${origin}/#college`,
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
    }),
  } as const;
}

function contactOf({ address, phones, email }: Settings['contact']) {
  return {
    // One text: which of its lines is a street and which a town is not said.
    address: address.join(', '),
    email,
    telephone: phones,
  };
}

/** A program, told as a course of the college. Without an offer: what it costs is told in words, if at all. */
export function course(
  { name, description, studyLevel, modality }: Program,
  fallback: string,
  origin: string | undefined,
  url: string | undefined,
): WithContext<Course> {
  return {
    ...context,
    '@type': 'Course',
    name,
    description: description || fallback,
    provider: collegeOf(origin),
    ...(url && { url }),
    ...(studyLevel && { educationalLevel: studyLevel }),
    ...(/online/i.test(modality) && {
      hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online' },
    }),
  };
}

/** The way to a page from the home page. @param steps the name of each page with its address */
export function breadcrumbs(
  steps: readonly (readonly [name: string, address: string])[],
): WithContext<BreadcrumbList> {
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, item], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item,
    })),
  };
}

export interface Question {
  question: string;
  answer: string;
}

/** Questions that a page answers. */
export function faqPage(questions: readonly Question[]): WithContext<FAQPage> {
  return {
    ...context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
