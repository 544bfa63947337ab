/** Which pages are built, each with the public data that it carries. */

import { makeAdmissionPath, makeProgramSlug } from '../src/site/addresses.ts';
import type { Built, Program } from '../src/site/records.ts';
import { findRoute, type RouteName } from '../src/site/routes.ts';
import { warn } from './problem.ts';
import type { ProgramsWithPictures } from './programs.ts';

export interface PageToBuild {
  path: string;
  /** The folder of its `index.html`, relative to the site's. */
  pageFolder: string;
  built: Built;
  /** The programs that the page is about; empty for all other pages. */
  subjectPrograms: readonly Program[];
}

/** @returns the pages of the route table. @param programsAndPictures the programs, if the build has read them */
export function routePages(
  paths: readonly string[],
  programsAndPictures: ProgramsWithPictures | undefined,
): PageToBuild[] {
  return paths.map((path) => ({
    path,
    pageFolder: path.toLowerCase(),
    built: makeBuiltDataFor(path, programsAndPictures),
    subjectPrograms: [],
  }));
}

/** @returns a page for each address of a program; warns of a name that can't be a folder, which gets no page */
export function listProgramPages(programsAndPictures: ProgramsWithPictures): PageToBuild[] {
  const programsBySlug = new Map<string, Program[]>();
  for (const program of programsAndPictures.programs) {
    const slug = makeProgramSlug(program.name);
    programsBySlug.set(slug, [...(programsBySlug.get(slug) ?? []), program]);
  }
  return Array.from(programsBySlug).flatMap(([slug, programs]) => {
    const [{ name } = { name: '' }] = programs;
    if (!canBeFolder(slug)) {
      warn(`${JSON.stringify(name)} can't be the name of a folder; its page is not built.`);
      return [];
    }
    const built = makeBuiltDataForPrograms(programs, programsAndPictures);
    return [
      {
        path: makeAdmissionPath(name),
        pageFolder: `admission/${slug}`,
        built,
        subjectPrograms: programs,
      },
    ];
  });
}

/** Whether a name is valid for a folder on any system, and stays inside the site's folder. */
function canBeFolder(slug: string): boolean {
  return !/[/\\:*?"<>|\p{Cc}]|^\.+$|[. ]$/u.test(slug) && Buffer.byteLength(slug) <= 200;
}

// Each page carries only the fields of programs that it shows.

type Field = keyof Program;

/** The fields shown on a card. */
const cardFields: readonly Field[] = [
  'id',
  'name',
  'duration',
  'careerOpportunity',
  'base64String',
];
/** The fields shown in the menu of every page. */
const menuFields: readonly Field[] = ['id', 'name'];
const routesWithCards: ReadonlySet<RouteName> = new Set(['home', 'degreePrograms']);

/** @returns the data of programs for a page of the route table; empty if the build has read none */
function makeBuiltDataFor(
  path: string,
  programsAndPictures: ProgramsWithPictures | undefined,
): Built {
  const { name, guard } = findRoute(path);
  if (!programsAndPictures || guard === 'applicant') return {};
  if (!routesWithCards.has(name))
    return {
      programs: programsAndPictures.programs.map((program) => pickFields(program, menuFields)),
    };
  return {
    programs: programsAndPictures.programs.map((program) => pickFields(program, cardFields)),
    pictures: programsAndPictures.addressByFingerprint,
  };
}

/** @returns the data for the page about these programs */
function makeBuiltDataForPrograms(
  programs: readonly Program[],
  programsAndPictures: ProgramsWithPictures,
): Built {
  const programPictures = new Set(programs.map(({ base64String }) => base64String));
  const pictureEntries = Object.entries(programsAndPictures.addressByFingerprint).filter(
    ([, address]) => programPictures.has(address),
  );
  return {
    programs: programsAndPictures.programs.map((program) => pickFields(program, menuFields)),
    page: programs.map((program) => pickFields(program, Object.keys(program))),
    pictures: Object.fromEntries(pictureEntries),
  };
}

/** Empty fields are left out: the site reads a missing field as empty. */
function pickFields(program: Program, fieldNames: readonly string[]): unknown {
  const filledFields = Object.entries(program).filter(
    ([field, value]) => value && fieldNames.includes(field),
  );
  return Object.fromEntries(filledFields);
}
