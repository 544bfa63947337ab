import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import {
  flattenLayersPlugin,
  oldestEngines,
  optionsWithoutTimingChecks,
  scriptTarget,
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
  css: { postcss: { plugins: [flattenLayersPlugin] } },
  build: {
    target: scriptTarget,
    cssTarget: oldestEngines,
    // The build lists the files in each page; Vite's own list in the script would cost more than it saves.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      ...optionsWithoutTimingChecks,
      // ts-rest creates a schema that is never used here; it would bring zod (15 KB) into every page.
      // pdf-lib does not declare that its modules have no side effects; most of it is fonts that are not used.
      treeshake: {
        manualPureFunctions: ['z'],
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/node_modules\/(pdf-lib|@pdf-lib)\//, sideEffects: false }],
      },
      onwarn(warning, warn) {
        // `use client` is meant for frameworks with server components.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The bundler itself splits off each screen and the modules that screens share. Only the initial scripts of
            // every page are grouped into two files: React, and then the rest.
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
