/** What each page is given of the programs: only what it shows. */
import { findRoute, type RouteName } from '../src/routes.ts';
import type { Built } from '../src/site/built.ts';
import type { Program } from '../src/site/records.ts';
import type { Pictured } from './pictures.ts';

type Field = keyof Program;

/** What a card shows or may show: all but the long texts. */
const ofCards: readonly Field[] = [
  'id',
  'name',
  'studyLevel',
  'duration',
  'modality',
  'feePerCreditHour',
  'base64String',
];
/** What the menu shows, on every page. */
const ofMenu: readonly Field[] = ['id', 'name'];
const withCards: ReadonlySet<RouteName> = new Set(['home', 'degreePrograms']);

/** @returns what a page of the table of routes carries of the programs; nothing where the build knows of none */
export function builtFor(path: string, all: Pictured | undefined): Built {
  const { name, guard } = findRoute(path);
  if (!all || guard === 'applicant') return {};
  if (!withCards.has(name)) return { programs: all.programs.map((one) => only(one, ofMenu)) };
  return {
    programs: all.programs.map((one) => only(one, ofCards)),
    pictures: all.addresses,
  };
}

/** @returns what the page of these programs carries */
export function builtForPrograms(programs: readonly Program[], all: Pictured): Built {
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
