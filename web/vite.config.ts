import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';

/** `features/exam/…` → `exam`, `ui/form/…` → `form` */
function folderOf(id: string): string | null {
  return /\/web\/src\/(?:[\w-]+\/)*([\w-]+)\/[^/]+$/.exec(id)?.[1] ?? null;
}

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    conditions: ['source', ...defaultClientConditions],
  },
  ssr: {
    noExternal: true,
    resolve: { conditions: ['source', ...defaultServerConditions] },
  },
  build: {
    target: 'es2022',
    // The build writes preload links into the pages; a list of them in the script would weigh more than it saves.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
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
            // Few files, for each costs a slow phone a request: what every page needs is one, and each folder is one.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'app', tags: ['$initial'] },
                { name: (id) => folderOf(id), debugName: 'folder' },
              ],
            },
          },
        },
      },
    },
  },
});
