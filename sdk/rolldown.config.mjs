import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { thirdPartyLicences } from './pack/licences.mjs';

const entries = [
  ...['index', 'query', 'react', 'node', 'forms', 'dialects', 'limits', 'messages', 'file-rules'],
];
/** One of each pair is chosen by package.json, where the package is used. */
const alternatives = [
  ...['error-codes', 'error-codes.browser', 'check-options', 'check-options.production'],
];
const inputs = (names) => Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));

// The package works alone: the contract is inside, and so is ts-rest, whose hooks refuse React 19.
const common = {
  cwd: import.meta.dirname,
  external: [/^#/, 'zod', /^react(\/|$)/, /^@tanstack\//, /^node:/],
  resolve: { conditionNames: ['@one-planet/source', 'import', 'default'] },
  // Where it is kept in the modules of the hooks, it would be lost: the whole entry says it instead.
  checks: { moduleLevelDirective: false, pluginTimings: false },
};
const output = { dir: 'dist', format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' };

/**
 * The hooks get a copy of ts-rest's core, of which they need a third. Otherwise it would be one file with what the
 * contract needs of it, and every page with hooks would load both.
 */
const coreOfHooks = {
  name: 'core-of-hooks',
  resolveId: {
    filter: { id: /^@ts-rest\/core$/ },
    async handler(source, importer) {
      if (!importer?.includes('/@ts-rest/react-query/')) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { ...resolved, id: `${resolved.id}?hooks` };
    },
  },
  load: {
    filter: { id: /\?hooks$/ },
    handler: (id) => readFileSync(id.replace(/\?hooks$/, ''), 'utf8'),
  },
};

/** Of ts-rest's import of zod nothing is left but its name, for which a page would load it all the same. */
const withoutEmptyImport = {
  name: 'without-empty-import',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/^import "zod";\n/m, '');
  },
};

export default defineConfig([
  {
    ...common,
    input: inputs([...entries, ...alternatives]),
    platform: 'neutral',
    plugins: [coreOfHooks, thirdPartyLicences(), withoutEmptyImport],
    // ts-rest makes a schema that nobody uses here; it would bring zod (15 KB) into every page with hooks.
    treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
    output: {
      ...output,
      sourcemap: true,
      cleanDir: true,
      banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
    },
  },
  {
    ...common,
    input: inputs(entries),
    plugins: [dts({ emitDtsOnly: true, tsconfig: 'tsconfig.json', resolver: 'tsc' })],
    // React Query gives all of its core, and is what users install.
    output: { ...output, paths: { '@tanstack/query-core': '@tanstack/react-query' } },
  },
]);
