import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import {
  flattenLayersPlugin,
  oldestEngines,
  optionsWithoutTimingChecks,
  scriptTarget,
} from './build/engines.ts';

/**
 * Small modules that pages of visitors need, too: in the group of applicants they would bring all of it to these pages,
 * because a group takes along what it imports.
 */
const groundModules =
  /\/src\/(site\/(navigation|times|wanted-program)|texts\/step-(words|count))\.|\/contract\/src\/lifecycle\./;

/** What the college says about itself, which pages of visitors show, and those after a step. */
const contentModules = /\/src\/(site\/content(-words)?|ui\/(facts|next-steps|program-image))\./;

/** What nearly every form needs: its fields, its rules, its drafts, and what comes of sending it. */
const formModules = new RegExp(
  [
    '/node_modules/zod/',
    '/contract/src/(countries|fields|file-rules|forms)\\.ts',
    '/src/ui/form/(clean-text|dialog|fields|form-entries|use-form)\\.',
    '/src/texts/rule-message\\.',
    '/src/offline/(drafts|file-to-send)\\.',
    '/src/site/(messages|responses)\\.',
  ].join('|'),
);

/** What nearly every page of an applicant needs: her status, her session, and what is kept on her device. */
const applicantModules = new RegExp(
  [
    '/node_modules/(idb-keyval|@noble)/',
    '/src/applicant/(?!exam-refusal|log-in-again|running-exam-notice|payment-slip|sent-payment-guard|shown-biography)',
    '/src/offline/(form-answers|kept-|locks|outbox|sent-payment|steps)',
    '/src/site/(applicant-queries|owner)\\.',
    '/src/texts/(applicant-words|nationality)\\.',
    '/src/ui/thumbnail\\.',
  ].join('|'),
);

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
        moduleSideEffects: [
          { test: /\/node_modules\/(@cantoo\/pdf-lib|@pdf-lib)\//, sideEffects: false },
        ],
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
            // The bundler itself splits off each screen and the modules that screens share. What every page loads at the
            // start is grouped into two files, and what many screens share into one file for forms and one for the pages
            // of applicants: each request costs a slow connection more than the few bytes that a page does not need.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/app\/roots\.ts/,
                },
                { name: 'app', tags: ['$initial'] },
                { name: 'ground', test: groundModules },
                { name: 'content', test: contentModules },
                { name: 'form', test: formModules },
                { name: 'applicant', test: applicantModules },
              ],
            },
          },
        },
      },
    },
  },
});
