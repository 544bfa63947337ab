/** What there is to be found of each page. */
import type { Settings } from '../../src/config.ts';
import type { Content } from '../../src/content/content.ts';
import { programContentOf } from '../../src/content/program-content.ts';
import { questionsOf } from '../../src/content/questions.ts';
import { prefix } from '../../src/language/current.ts';
import { findRoute, paths } from '../../src/routes.ts';
import type { Program } from '../../src/site/records.ts';
import { texts as frame } from '../../src/words/frame.ts';
import { texts } from '../../src/words/head.ts';
import { breadcrumbs, college, course, type Data, faqPage } from './structured.ts';
import type { Found } from './tags.ts';
import { excerpt, plain } from './text.ts';

/** What the build was given. */
export interface Given {
  settings: Settings;
  content: Content;
  /** The site's own. */
  origin: string | undefined;
}

/** What a page is, beyond its address. */
interface Page {
  path: string;
  /** As HTML. */
  title: string;
  /** What the page calls itself, as HTML. */
  heading: string;
  /** The programs whose page this is. */
  programs: readonly Program[];
  /** The address of the picture that was drawn for it. */
  picture: string | undefined;
}

const ofSite = { path: '/share.png', alt: texts.share.alt };
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
  const { name, guard, prerendered } = findRoute(page.path);
  const { settings, content, origin } = given;
  const isListed = guard === 'anyone' && prerendered;
  const data: Data[] = [];
  // Without the site's address, the settings are those of development.
  if (origin && withContact.has(name)) data.push(college(settings, origin));
  // Other pages answer the same questions: search engines want to be told once.
  if (name === 'contact') data.push(faqPage(questionsOf(content)));
  if (isListed && origin && name !== 'home')
    data.push(way(origin, [plain(page.heading), page.path.toLowerCase()]));
  const description = descriptions.get(name) ?? texts.description;
  return { title, description, path, isListed, picture: ofSite, data };
}

/** Of the frame that answers every other address. @param isListed some of those are pages to find */
export function foundOfShell(isListed: boolean): Found {
  const { college: title } = frame;
  const { description } = texts;
  return { title, description, path: undefined, isListed, picture: ofSite, data: [] };
}

function foundOfProgram(page: Page, program: Program, { content, origin }: Given): Found {
  const { title, picture } = page;
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
    picture: picture ? { path: picture, alt: texts.share.programAlt(name) } : ofSite,
    data,
  };
}

function way(origin: string, ...steps: (readonly [name: string, path: string])[]): Data {
  const all = [[frame.home, paths.home] as const, ...steps];
  return breadcrumbs(all.map(([name, path]) => [name, origin + prefix + path]));
}
