import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { flattenLayers, oldestEngines, quietly, scriptTarget } from './build/engines.ts';

/** The files of the site: its parts, each loaded as a whole when the first of its pages is opened, and what they share. */
const parts: readonly [name: string, sources: RegExp][] = [
  // Long texts that hardly anybody reads.
  ['legal', /\/src\/features\/pages\/legal/],
  ['public', /\/src\/features\/(home|pages|programs)\/(?!application-status|status-words)/],
  ['account', /\/src\/features\/(account|profile|receipt)\//],
  // A test that runs on this device opens without the rest.
  ['exam', /\/src\/features\/exam\//],
  // Days before the forms, while the college looks at it.
  ['payment', /\/src\/features\/payment\//],
  // After the forms: the choice of a program, and the record of it all.
  ['choice', /\/src\/features\/application\/(apply-program|record)/],
  // What the forms and that choice share.
  ['steps', /\/src\/features\/application\/(step-form|application-words)/],
  ['applicant', /\/src\/features\//],
  ['session', /\/src\/applicant\//],
  // What the forms of an application have and the test and the accounts do without.
  [
    'fields',
    /\/src\/(ui\/form\/(checked-form|date-field|file-field|photo-pages)|offline\/photos-to-pdf)/,
  ],
  // Only once a file is chosen.
  ['files', /\/src\/offline\/(prepared-file|file-faults|pdf-password)/],
  // Only where photos become a PDF.
  ['pdf', /\/node_modules\/(pdf-lib|@pdf-lib|pako|tslib)\/|\/src\/offline\/written-pdf/],
  // Only where the settings or the content are not as the site was built with.
  ['odd', /\/src\/site\/(other-dialect|content-schema)/],
  // The operations as they describe themselves: for a step that waited, or another dialect.
  [
    'contract',
    /\/contract\/src\/(contract|dialects|errors|examples|operation)|\/src\/offline\/step-sender/,
  ],
  [
    'form',
    /\/web\/src\/(ui\/form|offline\/|site\/(answers|log-in|navigation|reads)|texts\/(applicant|countries|form|rule))|\/contract\/src\/(countries|file-rules)/,
  ],
  [
    'rules',
    /\/node_modules\/|\/contract\/src\/(?!choices|countries|exam-rules|file-rules|lifecycle|limits|messages|program-slug|site-limits|wire)/,
  ],
  ['ui', /\/(web|contract)\/src\//],
];

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
      ...quietly,
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
            // Few files, for each costs a slow phone a request: React, what every page begins with, and the parts.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: 'react',
                  test: /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/app\/roots\.ts/,
                },
                { name: 'app', tags: ['$initial'] },
                ...parts.map(([name, test]) => ({ name, test })),
              ],
            },
          },
        },
      },
    },
  },
});
