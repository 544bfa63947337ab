import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';

/** `features/exam/…` → `exam`, `ui/form/…` → `form`, `site/…` → `site` */
function folderOf(id: string): string | undefined {
  return /\/web\/src\/(?:features\/|ui\/(?=form\/))?(\w+)\//.exec(id)?.[1];
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
            // Few files, each costs a slow phone a request of its own: what every page needs, and each folder.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'app', tags: ['$initial'] },
                { name: (id) => folderOf(id) ?? null, debugName: 'folder' },
              ],
            },
          },
        },
      },
    },
  },
});
