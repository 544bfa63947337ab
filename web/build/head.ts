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
import { findProgramContent, listQuestions, type Question } from '../src/site/content.ts';
import type { Content } from '../src/site/content-schema.ts';
import type { Program } from '../src/site/records.ts';
import { findRoute, paths } from '../src/site/routes.ts';
import { keysOf } from '../src/site/unchecked.ts';
import { prefix } from '../src/texts/current.ts';
import { frameTexts as frame } from '../src/texts/frame-words.ts';
import { type LanguageCode, languages, pathPrefixOf } from '../src/texts/languages.ts';
import { escapeHtml, makeExcerpt, unescapeHtml } from './text.ts';

/** The build's input. */
export interface BuildInput {
  settings: Settings;
  content: Content;
  /** The site's origin, if the settings name it. */
  origin: string | undefined;
}

/** A rendered page. */
interface Page {
  path: string;
  /** Escaped as HTML. */
  title: string;
  /** The first-level heading, escaped as HTML. */
  heading: string;
  /** The programs that the page is about. */
  programs: readonly Program[];
}

const descriptionByRoute = new Map<string, string>(Object.entries(texts.descriptions));
/** Pages whose data for search engines includes the contact details. */
const pagesWithContact = new Set(['home', 'about', 'contact']);

export function headDataOf(page: Page, input: BuildInput): HeadData {
  const [program, secondProgram] = page.programs;
  // If programs share an address, its page only asks which one is meant.
  if (program && !secondProgram) return headDataOfProgram(page, program, input);
  const { title } = page;
  // In lower case, like its folder, because some hosts distinguish upper and lower case.
  const path = prefix + page.path.toLowerCase();
  const { name, guard, isClientOnly } = findRoute(page.path);
  const { settings, content, origin } = input;
  const isListed = guard === 'anyone' && !isClientOnly;
  const data: Data[] = [];
  // Without an origin the settings are those of development.
  if (origin && pagesWithContact.has(name)) data.push(makeCollegeData(settings, origin));
  // Other pages show the same questions, but search engines want them only once.
  if (name === 'contact') data.push(makeFaqPage(listQuestions(content)));
  if (isListed && origin && name !== 'home')
    data.push(makeBreadcrumbs(origin, [unescapeHtml(page.heading), page.path.toLowerCase()]));
  const description = descriptionByRoute.get(name) ?? texts.description;
  return { title, description, path, isListed, data };
}

/** The head of the shell. @param isListed true if search engines should find some of the pages that it shows */
export function headDataOfShell(isListed: boolean): HeadData {
  const { college: title } = frame;
  const { description } = texts;
  return { title, description, path: undefined, isListed, data: [] };
}

function headDataOfProgram(
  page: Page,
  program: Program,
  { content, origin }: BuildInput,
): HeadData {
  const { title } = page;
  const path = prefix + page.path;
  const { name } = program;
  const facts = [program.duration, program.modality].filter(Boolean);
  const fallbackDescription = [texts.program(name), ...facts].join('. ');
  const data: Data[] = [
    makeCourseData(program, fallbackDescription, origin, origin && origin + path),
  ];
  const { questions } = findProgramContent(content, name);
  if (questions) data.push(makeFaqPage(questions));
  if (origin)
    data.push(
      makeBreadcrumbs(origin, [texts.breadcrumbs, paths.degreePrograms], [name, page.path]),
    );
  return {
    title,
    description: makeExcerpt(program.description || fallbackDescription),
    path,
    isListed: true,
    data,
  };
}

// The head of a page, for search engines and previews of shared links.

interface HeadData {
  /** Escaped as HTML. */
  title: string;
  description: string;
  /** Its path; `undefined` for the shell, which is the response to many addresses. */
  path: string | undefined;
  /** Whether search engines may list it. */
  isListed: boolean;
  /** Facts about the page and the college, for search engines. */
  data: readonly Data[];
}

/**
 * @param origin the site's origin; without it, elements that need an absolute address are left out
 * @returns the HTML elements for the head, except for the title
 */
export function makeHeadElements(headData: HeadData, origin: string | undefined): string[] {
  const { title, description, path, isListed } = headData;
  const pageUrl = origin && path && escapeHtml(origin + path);
  const imageUrl = origin && escapeHtml(`${origin}/share.png`);
  const text = escapeHtml(description);
  const imageAlt = escapeHtml(texts.pictureAlt);
  const previewProperties: [key: string, content: string | undefined][] = [
    ['og:type', 'website'],
    ['og:site_name', frame.college],
    ['og:locale', texts.locale],
    ['og:title', title],
    ['og:description', text],
    ['og:url', pageUrl],
    ['og:image', imageUrl],
    ['og:image:width', imageUrl && '1200'],
    ['og:image:height', imageUrl && '630'],
    ['og:image:alt', imageUrl && imageAlt],
    ['twitter:card', imageUrl ? 'summary_large_image' : 'summary'],
    ['twitter:title', title],
    ['twitter:description', text],
    ['twitter:image', imageUrl],
    ['twitter:image:alt', imageUrl && imageAlt],
  ];
  return [
    `<meta name="description" content="${text}">`,
    ...(isListed ? [] : ['<meta name="robots" content="noindex">']),
    ...(isListed && pageUrl ? [`<link rel="canonical" href="${pageUrl}">`] : []),
    ...(isListed && origin && path ? makeAlternateLinks(origin, path) : []),
    ...previewProperties.flatMap(([key, contentText]) =>
      contentText ? [makeMetaElement(key, contentText)] : [],
    ),
  ];
}

/** Links to the page in every language; `x-default` is the English one. */
function makeAlternateLinks(origin: string, path: string): string[] {
  const urlInLanguage = (code: LanguageCode) =>
    escapeHtml(origin + pathPrefixOf(code) + path.slice(prefix.length));
  const languageUrls = keysOf(languages).map((code) => [code, urlInLanguage(code)]);
  return [...languageUrls, ['x-default', urlInLanguage('en')]].map(
    ([code, address]) => `<link rel="alternate" hreflang="${code}" href="${address}">`,
  );
}

/** Open Graph uses the attribute `property`, Twitter uses `name`. */
function makeMetaElement(key: string, content: string): string {
  return `<meta ${key.startsWith('og:') ? 'property' : 'name'}="${key}" content="${content}">`;
}

// Facts about the college in the vocabulary of schema.org, for search engines.

type Data = WithContext<Thing>;

const schemaContext = { '@context': 'https://schema.org' } as const;

/** The college, with its contact details. */
function makeCollegeData({ contact }: Settings, origin: string): WithContext<CollegeOrUniversity> {
  const { address: addressParts, phones, email } = contact;
  // A single text, because the settings do not say which line is the street and which the town.
  const details = { address: addressParts.join(', '), email, telephone: phones };
  return { ...schemaContext, ...makeCollegeReference(origin), ...details };
}

function makeCollegeReference(origin: string | undefined) {
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

/** A program as a course of the college, without an offer, because its cost is free text, if known at all. */
function makeCourseData(
  { name, description, studyLevel, modality }: Program,
  fallbackDescription: string,
  origin: string | undefined,
  url: string | undefined,
): WithContext<Course> {
  return {
    ...schemaContext,
    '@type': 'Course',
    name,
    description: description || fallbackDescription,
    provider: makeCollegeReference(origin),
    ...(url && { url }),
    ...(studyLevel && { educationalLevel: studyLevel }),
    ...(/online/i.test(modality) && {
      hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online' },
    }),
  };
}

/** Breadcrumbs from the home page. @param crumbs the name and the path of each further page */
function makeBreadcrumbs(
  origin: string,
  ...crumbs: (readonly [name: string, path: string])[]
): WithContext<BreadcrumbList> {
  return {
    ...schemaContext,
    '@type': 'BreadcrumbList',
    itemListElement: [[frame.home, paths.home] as const, ...crumbs].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + prefix + path,
    })),
  };
}

/** The questions and answers of a page. */
function makeFaqPage(questions: readonly Question[]): WithContext<FAQPage> {
  return {
    ...schemaContext,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
