/** Which pages are built, each with what it carries. */
import { programSlug } from '@one-planet/contract/program-slug';
import { admissionPath } from '../src/addresses.ts';
import type { Built } from '../src/site/built.ts';
import type { Program } from '../src/site/records.ts';
import { builtFor, builtForPrograms } from './built.ts';
import type { Pictured } from './pictures.ts';
import { warn } from './problem.ts';

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
