// Which folder may import which. A type-only import counts as an import.
const tests = '^tests/|/testing/|[.]test[.]tsx?$';

/** Production code of `folder` may import, of our own folders, itself and `allowed` only. */
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
 * Each room of a folder may import itself and the rooms named beside it, which lie below.
 * @param rooms by name, each with the rooms it may import
 */
const roomsOf = (folder, rooms) =>
  Object.entries(rooms).map(([room, below]) => ({
    name: `${folder.replace('/src', '')}-${room}-imports-only-${below.join('-and-') || 'itself'}`,
    severity: 'error',
    from: { path: `^${folder}/${room}/`, pathNot: tests },
    to: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${[room, ...below].join('|')})/` },
  }));

const mockRooms = {
  http: [],
  data: [],
  rules: ['http', 'data'],
  seed: ['data', 'rules'],
  resources: ['http', 'data', 'rules', 'seed'],
  faults: ['http', 'data', 'rules'],
  harmless: ['http', 'data', 'rules', 'faults'],
  api: ['http', 'data', 'rules', 'faults', 'resources'],
  pages: ['http', 'data', 'rules', 'seed', 'faults', 'harmless'],
};

const cliRooms = {
  process: [],
  report: ['process'],
  site: ['process'],
  backend: ['process'],
  adapters: ['process', 'backend'],
  history: ['process', 'report'],
  notify: ['process', 'backend', 'history'],
  config: ['process', 'backend', 'adapters', 'notify'],
  applicant: ['process', 'report', 'backend', 'adapters', 'config'],
  checks: ['process', 'report', 'backend', 'adapters', 'config', 'applicant'],
  smoke: ['process', 'report', 'applicant'],
  'site-check': ['process', 'report', 'backend', 'site'],
  setup: ['process', 'report', 'backend', 'adapters', 'notify', 'config'],
  load: ['process', 'report', 'config', 'applicant'],
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
      name: 'cli-commands-are-apart',
      comment: 'What stands in the folder of a command is for that command alone.',
      severity: 'error',
      from: { path: '^cli/src/commands/([^/]+)/', pathNot: tests },
      to: { path: '^cli/src/commands/[^/]+/', pathNot: '^cli/src/commands/$1/' },
    },
    {
      name: 'cli-folder-of-a-command-only-by-it',
      severity: 'error',
      from: { path: '^cli/src/commands/([^/.]+)[.]ts$', pathNot: tests },
      to: { path: '^cli/src/commands/[^/]+/', pathNot: '^cli/src/commands/$1/' },
    },
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
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^web/src/(ui|site|words)/', pathNot: tests },
      to: { path: '^web/src/(features|applicant|frame)/' },
    },
    {
      name: 'only-the-table-names-features',
      comment: 'What features share stands in applicant/, ui/, site/ or words/.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: `^web/src/(features/|screens[.]ts$)|${tests}` },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'site-draws-nothing',
      severity: 'error',
      from: { path: '^web/src/(site|words)/', pathNot: tests },
      to: { path: '^web/src/ui/' },
    },
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
    // The adapters import clients that their test generates.
    exclude: { path: '(^|/)dist/|^tests/long/generated-clients/adapters/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@one-planet/source', 'types', 'node', 'import', 'default'],
    },
  },
};
