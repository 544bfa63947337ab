import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import {
  flattenLayers,
  oldestEngines,
  scriptTarget,
  withoutTimingChecks,
} from './build/engines.ts';

export default defineConfig({
  root: import.meta.dirname,
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
      ...withoutTimingChecks,
      // ts-rest makes a schema that nobody here uses; it would bring zod (15 KB) into every page.
      // And pdf-lib does not say that its files do nothing by themselves: most of it is fonts.
      treeshake: {
        manualPureFunctions: ['z'],
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/node_modules\/(pdf-lib|@pdf-lib)\//, sideEffects: false }],
      },
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
            // Screens and what they share follow from the imports. What every page begins with is two files: React is
            // run by itself, and the rest after it.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/app\/roots\.ts/,
                },
                { name: 'app', tags: ['$initial'] },
              ],
            },
          },
        },
      },
    },
  },
});
