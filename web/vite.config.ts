import { join } from 'node:path';
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite';
import { flattenLayers, oldestEngines, quietly, scriptTarget } from './build/engines.ts';

/** Folders that hardly any page needs one of without the others. */
const together: Readonly<Record<string, string>> = {
  content: 'ui',
  language: 'ui',
  pictures: 'ui',
  steps: 'ui',
  site: 'form',
  words: 'form',
};

/** `features/exam/…` → `exam`, `ui/form/…` → `form` */
function folderOf(id: string): string | null {
  const folder = /\/web\/src\/(?:[\w-]+\/)*([\w-]+)\/[^/]+$/.exec(id)?.[1];
  return folder ? (together[folder] ?? folder) : null;
}

/** What libraries ask for and get less of, by the library and what it imports. */
const slimmer: readonly [library: string, imported: RegExp, instead: string][] = [
  ['@ts-rest/react-query', /^@tanstack\/react-query$/, 'react-query.ts'],
  ['@tanstack/query-core', /\/(infiniteQueryBehavior|mutationCache)\.js$/, 'query-core.ts'],
  ['wouter', /^use-sync-external-store\/shim/, 'use-sync-external-store.ts'],
];

const slim: Plugin = {
  name: 'slim-libraries',
  enforce: 'pre',
  resolveId: (source, importer) => {
    const found = slimmer.find(
      ([library, imported]) => importer?.includes(`/${library}/`) && imported.test(source),
    );
    return found && join(import.meta.dirname, 'bundle', found[2]);
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [slim],
  resolve: {
    conditions: ['@one-planet/source', ...defaultClientConditions],
  },
  ssr: {
    noExternal: true,
    resolve: { conditions: ['@one-planet/source', ...defaultServerConditions] },
  },
  css: { postcss: { plugins: [flattenLayers] } },
  build: {
    target: scriptTarget,
    cssTarget: oldestEngines,
    // The build writes preload links into the pages; a list of them in the script would weigh more than it saves.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      ...quietly,
      // ts-rest makes a schema that nobody here uses; it would bring zod (15 KB) into every page.
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
      onwarn(warning, warn) {
        // `use client` speaks to frameworks; here everything is for the browser.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files, for each costs a slow phone a request: React, what every page needs besides, and each folder.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: 'react',
                  test: /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/roots\.ts/,
                },
                { name: 'app', tags: ['$initial'] },
                {
                  name: 'rules',
                  test: /\/contract\/src\/(limits|lifecycle|requirements|file-rules)\./,
                },
                { name: (id) => folderOf(id), debugName: 'folder' },
              ],
            },
          },
        },
      },
    },
  },
});
