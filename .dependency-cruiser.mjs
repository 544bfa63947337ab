// Which folder may import which. A type-only import counts as an import.
import { existsSync } from 'node:fs';

const tests = '^tests/|/testing/|[.]test[.]tsx?$';

/** Production code of `folder` may import only itself and `allowed`, of the folders of this repository. */
const only = (folder, allowed) => ({
  name: `${folder}-imports-only-${allowed.join('-and-') || 'itself'}`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: tests },
  to: {
    path: '^(contract|sdk|mocks|cli|web|tests)/',
    pathNot: `^(${[folder, ...allowed].join('|')})/`,
  },
});

/**
 * Each room of a folder may import only itself and the rooms that are listed for it.
 * @param rooms by name, each with the rooms it may import
 * @throws {Error} for a room that does not exist: its rule would match nothing
 */
const roomsOf = (folder, rooms) =>
  Object.entries(rooms).map(([room, allowed]) => {
    if (!existsSync(`${folder}/${room}`)) throw new Error(`there is no room ${folder}/${room}`);
    return {
      name: `${folder.replace('/src', '')}-${room}-imports-only-${allowed.join('-and-') || 'itself'}`,
      severity: 'error',
      from: { path: `^${folder}/${room}/`, pathNot: tests },
      to: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${[room, ...allowed].join('|')})/` },
    };
  });

const mockRooms = {
  server: [],
  world: ['server'],
  operations: ['server', 'world'],
  faults: ['server', 'world'],
  'helper-pages': ['server', 'world', 'faults'],
};

const cliRooms = {
  core: [],
  backend: ['core'],
  report: ['core', 'backend'],
  applicant: ['core', 'backend', 'report'],
  checks: ['core', 'backend', 'report'],
  'backend-checks': ['core', 'backend', 'report', 'applicant', 'checks', 'generated'],
  'site-checks': ['core', 'backend', 'report', 'checks'],
  smoke: ['core', 'backend', 'report', 'applicant', 'checks'],
  detect: ['core', 'report', 'applicant', 'checks', 'backend-checks'],
  load: ['core', 'report', 'applicant'],
};

/** The rooms of the site. Features and `app` have rules of their own. */
const webRooms = {
  styles: [],
  texts: [],
  site: ['texts'],
  offline: ['texts', 'site'],
  ui: ['texts', 'site', 'offline', 'pictures', 'styles'],
  applicant: ['texts', 'site', 'offline', 'ui', 'pictures', 'styles'],
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    only('contract', []),
    only('sdk', ['contract']),
    only('mocks', ['contract']),
    only('cli', ['sdk', 'contract', 'mocks']),
    only('web', ['sdk', 'contract']),
    ...roomsOf('mocks/src', mockRooms),
    {
      name: 'cli-loads-mocks-on-demand',
      comment: 'Only import() may name mocks, so that a run against a real backend never loads it.',
      severity: 'error',
      from: { path: '^cli/', pathNot: tests },
      to: { path: '^mocks/', dependencyTypesNot: ['dynamic-import'] },
    },
    ...roomsOf('cli/src', cliRooms),
    {
      name: 'web-never-reaches-mocks',
      severity: 'error',
      from: { path: '^web/src/', pathNot: tests },
      to: { path: '^mocks/', reachable: true },
    },
    {
      name: 'features-are-apart',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'only-screens-names-features',
      comment: 'What features share belongs in applicant/, ui/, offline/ or site/.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: `^web/src/(features/|app/screens[.]ts$)|${tests}` },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'nothing-imports-app',
      comment: 'app/ starts and frames the site. What all rooms need belongs in site/.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: `^web/src/app/|${tests}` },
      to: { path: '^web/src/app/' },
    },
    ...roomsOf('web/src', webRooms),
    {
      name: 'nothing-imports-a-test',
      severity: 'error',
      from: {},
      to: { path: '[.]test[.]tsx?$' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // TypeScript's own parser (the API of version 6: version 7 has none) sees every import.
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The generated client is made by its test, and the runtimes what their test installs.
    exclude: { path: '(^|/)dist/|^tests/cli/generated-clients/openapi-fetch|^tests/sdk/runtimes/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@one-planet/source', 'types', 'node', 'import', 'default'],
    },
  },
};
