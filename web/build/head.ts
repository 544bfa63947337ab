/** The head of each page: title, description, and data for search engines. */

import type {
  BreadcrumbList,
  CollegeOrUniversity,
  Course,
  FAQPage,
  Thing,
  WithContext,
} from 'schema-dts';
import { headTexts as texts } from '../src/app/head-words.ts';
import type { Settings } from '../src/site/config.ts';
import { programContentOf, type Question, questionsOf } from '../src/site/content.ts';
import type { Content } from '../src/site/content-schema.ts';
import type { Program } from '../src/site/records.ts';
import { findRoute, paths } from '../src/site/routes.ts';
import { keysOf } from '../src/site/unchecked.ts';
import { prefix } from '../src/texts/current.ts';
import { frameTexts as frame } from '../src/texts/frame-words.ts';
import { type LanguageCode, languages, prefixOf } from '../src/texts/languages.ts';
import { escaped, excerpt, plain } from './text.ts';

/** The build's input. */
export interface Given {
  settings: Settings;
  content: Content;
  /** The site's own. */
  origin: string | undefined;
}

/** A page, beyond its address. */
interface Page {
  path: string;
  /** As HTML. */
  title: string;
  /** The page's own heading, as HTML. */
  heading: string;
  /** The programs whose page this is. */
  programs: readonly Program[];
}

const descriptions = new Map<string, string>(Object.entries(texts.descriptions));
/** Pages that say how to reach the college. */
const withContact = new Set(['home', 'about', 'contact']);

export function foundOf(page: Page, given: Given): Found {
  const [program, another] = page.programs;
  // Where programs share an address, its page only asks which is meant.
  if (program && !another) return foundOfProgram(page, program, given);
  const { title } = page;
  // Its folder's name: a host that minds the case finds it only there.
  const path = prefix + page.path.toLowerCase();
  const { name, guard, isClientOnly } = findRoute(page.path);
  const { settings, content, origin } = given;
  const isListed = guard === 'anyone' && !isClientOnly;
  const data: Data[] = [];
  // Without the site's address, the settings are those of development.
  if (origin && withContact.has(name)) data.push(college(settings, origin));
  // Other pages answer the same questions: search engines want them once.
  if (name === 'contact') data.push(faqPage(questionsOf(content)));
  if (isListed && origin && name !== 'home')
    data.push(way(origin, [plain(page.heading), page.path.toLowerCase()]));
  const description = descriptions.get(name) ?? texts.description;
  return { title, description, path, isListed, data };
}

/** Of the frame that answers every other address. @param isListed some of those are pages to find */
export function foundOfShell(isListed: boolean): Found {
  const { college: title } = frame;
  const { description } = texts;
  return { title, description, path: undefined, isListed, data: [] };
}

function foundOfProgram(page: Page, program: Program, { content, origin }: Given): Found {
  const { title } = page;
  const path = prefix + page.path;
  const { name } = program;
  const facts = [program.duration, program.modality].filter(Boolean);
  const fallback = [texts.program(name), ...facts].join('. ');
  const data: Data[] = [course(program, fallback, origin, origin && origin + path)];
  const { questions } = programContentOf(content, name);
  if (questions) data.push(faqPage(questions));
  if (origin) data.push(way(origin, [texts.breadcrumbs, paths.degreePrograms], [name, page.path]));
  return {
    title,
    description: excerpt(program.description || fallback),
    path,
    isListed: true,
    data,
  };
}

// The head of a page: what search engines and those who are sent its address see of it.

interface Found {
  /** As HTML. */
  title: string;
  description: string;
  /** Its address on the site; none where many addresses are answered with it. */
  path: string | undefined;
  /** Search engines may list it. */
  isListed: boolean;
  /** Facts about the college, for programs that read the page. */
  data: readonly Data[];
}

/**
 * @param origin the site's own; without it there are no addresses
 * @returns the elements, but for the title
 */
export function headOf(found: Found, origin: string | undefined): string[] {
  const { title, description, path, isListed } = found;
  const address = origin && path && escaped(origin + path);
  const image = origin && escaped(`${origin}/share.png`);
  const text = escaped(description);
  const alt = escaped(texts.pictureAlt);
  const cards: [key: string, content: string | undefined][] = [
    ['og:type', 'website'],
    ['og:site_name', frame.college],
    ['og:locale', texts.locale],
    ['og:title', title],
    ['og:description', text],
    ['og:url', address],
    ['og:image', image],
    ['og:image:width', image && '1200'],
    ['og:image:height', image && '630'],
    ['og:image:alt', image && alt],
    ['twitter:card', image ? 'summary_large_image' : 'summary'],
    ['twitter:title', title],
    ['twitter:description', text],
    ['twitter:image', image],
    ['twitter:image:alt', image && alt],
  ];
  return [
    `<meta name="description" content="${text}">`,
    ...(isListed ? [] : ['<meta name="robots" content="noindex">']),
    ...(isListed && address ? [`<link rel="canonical" href="${address}">`] : []),
    ...(isListed && origin && path ? alternates(origin, path) : []),
    ...cards.flatMap(([key, content]) => (content ? [meta(key, content)] : [])),
  ];
}

/** The page in every language; for all others, the English one. */
function alternates(origin: string, path: string): string[] {
  const at = (code: LanguageCode) => escaped(origin + prefixOf(code) + path.slice(prefix.length));
  const all = keysOf(languages).map((code) => [code, at(code)]);
  return [...all, ['x-default', at('en')]].map(
    ([code, address]) => `<link rel="alternate" hreflang="${code}" href="${address}">`,
  );
}

/** Open Graph's are properties, Twitter's are names. */
function meta(key: string, content: string): string {
  return `<meta ${key.startsWith('og:') ? 'property' : 'name'}="${key}" content="${content}">`;
}

// Facts about the college in the vocabulary of schema.org, for search engines.

type Data = WithContext<Thing>;

const context = { '@context': 'https://schema.org' } as const;

/** The college, with its contact details. */
function college({ contact }: Settings, origin: string): WithContext<CollegeOrUniversity> {
  const { address, phones, email } = contact;
  // One text: which of its lines is a street and which a town is not said.
  const details = { address: address.join(', '), email, telephone: phones };
  return { ...context, ...collegeOf(origin), ...details };
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

/** A program, as a course of the college. Without an offer: its cost stands in words, if at all. */
function course(
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

/** The way to a page from the home page. @param steps the name of each page with its path */
function way(
  origin: string,
  ...steps: (readonly [name: string, path: string])[]
): WithContext<BreadcrumbList> {
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: [[frame.home, paths.home] as const, ...steps].map(([name, path], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + prefix + path,
    })),
  };
}

/** Questions that a page answers. */
function faqPage(questions: readonly Question[]): WithContext<FAQPage> {
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
