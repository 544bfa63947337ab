import { join } from 'node:path';
import type { PluginContext } from 'rolldown';
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite';

/** See left-out.ts. */
const leaveOut: Plugin = {
  name: 'leave-out',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer) {
    const unused = /\/(mutationCache|infiniteQueryBehavior)\.js$/.test(id);
    return unused && /\/query(Client)?\.js$/.test(importer ?? '')
      ? join(import.meta.dirname, 'left-out.ts')
      : null;
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [leaveOut],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // wouter brings a copy for React 17; React has it itself.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
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
            // Few files: each costs a slow phone a request of its own.
            codeSplitting: {
              groups: [
                {
                  debugName: 'app',
                  name: (id, modules) => (isAlwaysLoaded(id, modules) ? 'app' : null),
                },
                // Of `rules` too, which would otherwise take it along, and be loaded for a number.
                { name: 'limits', test: /\/contract\/src\/(limits|file-rules)\.ts$/ },
                {
                  name: 'rules',
                  test: /\/node_modules\/zod\/|\/contract\/src\/(fields|registration|account-forms)\.ts$/,
                },
                { name: 'cards', test: /\/web\/src\/components\/(program-|rise)/ },
                {
                  name: 'form',
                  test: /\/web\/src\/(components\/(dialog|checkbox|.*field|.*form|.*button|error-summary|remarks)|state\/drafts|texts\/(dialog|files|dates))/,
                },
                {
                  name: 'applicant',
                  test: /\/web\/src\/(state\/(applicant|ask|read|log-|take-step|payment|passed-on|opened|just|redirects|proceed)|components\/(session-|dear|user-actions|log-in-again|step-|problem|use-step|use-upload|use-proceed|opened|waiting)|texts\/(session|steps|dear|login|payment)|amounts)|\/contract\/src\/(states|exam-rules|choices)\.ts$/,
                },
              ],
            },
          },
        },
      },
    },
  },
});

type Modules = Pick<PluginContext, 'getModuleInfo'>;

const always = new Map<string, boolean>();

/** True for what the entry imports without `import()`: every page needs it. */
function isAlwaysLoaded(id: string, modules: Modules): boolean {
  const known = always.get(id);
  if (known !== undefined) return known;
  always.set(id, false);
  const info = modules.getModuleInfo(id);
  const is =
    info !== null &&
    (info.isEntry || info.importers.some((importer) => isAlwaysLoaded(importer, modules)));
  always.set(id, is);
  return is;
}
