/** Which pages are built, each with what it carries. */

import { admissionPath, programSlug } from '../src/site/addresses.ts';
import type { Built, Program } from '../src/site/records.ts';
import { findRoute, type RouteName } from '../src/site/routes.ts';
import { warn } from './problem.ts';
import type { Pictured } from './programs.ts';

export interface PageToBuild {
  path: string;
  /** The folder of its `index.html`, from the folder of the site. */
  folder: string;
  built: Built;
  /** The programs whose page it is. */
  programs: readonly Program[];
}

/** @returns the pages of the table of routes. @param all the programs that the build knows */
export function routePages(paths: readonly string[], all: Pictured | undefined): PageToBuild[] {
  return paths.map((path) => ({
    path,
    folder: path.toLowerCase(),
    built: builtFor(path, all),
    programs: [],
  }));
}

/** @returns a page for each address of a program; a name that can't be a folder's gets none, and that is said */
export function programPages(all: Pictured): PageToBuild[] {
  const bySlug = new Map<string, Program[]>();
  for (const program of all.programs) {
    const slug = programSlug(program.name);
    bySlug.set(slug, [...(bySlug.get(slug) ?? []), program]);
  }
  return Array.from(bySlug).flatMap(([slug, programs]) => {
    const [{ name } = { name: '' }] = programs;
    if (!canBeFolder(slug)) {
      warn(`${JSON.stringify(name)} can't be the name of a folder; its page is not built.`);
      return [];
    }
    const built = builtForPrograms(programs, all);
    return [{ path: admissionPath(name), folder: `admission/${slug}`, built, programs }];
  });
}

/** On any system, and so that the folder stays inside the site's. */
function canBeFolder(slug: string): boolean {
  return !/[/\\:*?"<>|\p{Cc}]|^\.+$|[. ]$/u.test(slug) && Buffer.byteLength(slug) <= 200;
}

// Each page carries of the programs only what it shows.

type Field = keyof Program;

/** The fields of a card. */
const ofCards: readonly Field[] = ['id', 'name', 'duration', 'careerOpportunity', 'base64String'];
/** The fields of the menu, on every page. */
const ofMenu: readonly Field[] = ['id', 'name'];
const withCards: ReadonlySet<RouteName> = new Set(['home', 'degreePrograms']);

/** @returns what a page of the table of routes carries of the programs; nothing where the build knows of none */
function builtFor(path: string, all: Pictured | undefined): Built {
  const { name, guard } = findRoute(path);
  if (!all || guard === 'applicant') return {};
  if (!withCards.has(name)) return { programs: all.programs.map((one) => only(one, ofMenu)) };
  return {
    programs: all.programs.map((one) => only(one, ofCards)),
    pictures: all.addresses,
  };
}

/** @returns what the page of these programs carries */
function builtForPrograms(programs: readonly Program[], all: Pictured): Built {
  const own = new Set(programs.map(({ base64String }) => base64String));
  const pictures = Object.entries(all.addresses).filter(([, address]) => own.has(address));
  return {
    programs: all.programs.map((one) => only(one, ofMenu)),
    page: programs.map((one) => only(one, Object.keys(one))),
    pictures: Object.fromEntries(pictures),
  };
}

/** Empty fields are read as such where they are missing. */
function only(program: Program, fields: readonly string[]): unknown {
  const kept = Object.entries(program).filter(([field, value]) => value && fields.includes(field));
  return Object.fromEntries(kept);
}
