import { availableParallelism } from 'node:os';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Tests of the built command and the built site: what crosses folders. Their waits have a busy machine's patience. */
const acrossFolders = {
  include: ['tests/**/*.test.ts'],
  isolate: false,
  setupFiles: ['tests/between-tests.ts'],
  globalSetup: [
    'tests/browser.setup.ts',
    'tests/engines.setup.ts',
    'tests/cli.setup.ts',
    'tests/site.setup.ts',
  ],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

// `source` takes our own packages straight from TypeScript: nothing is built before a test.
export default defineConfig({
  resolve: { conditions: ['@one-planet/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@one-planet/source', ...defaultServerConditions] } },
  test: {
    // One more than there are cores: tests wait for a browser or a server a tenth of their time.
    maxWorkers: availableParallelism() + 1,
    // Conditions, and tests that start programs, have as long as a busy machine may take.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,sdk,mocks,cli}/src/**/*.test.{ts,tsx}'],
          pool: 'threads',
          // What the files have in common is loaded once per worker: half the time.
          isolate: false,
        },
      },
      {
        extends: true,
        // As in the site's own build, where a picture is a file.
        build: { assetsInlineLimit: 0 },
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/testing/setup.ts'],
          pool: 'threads',
        },
      },
      { extends: true, test: { ...acrossFolders, name: 'tests', exclude: ['tests/long/**'] } },
      // `npm run test:long`: killed journeys, secrets, axe, every message in the browser, a sample of the proof.
      {
        extends: true,
        test: { ...acrossFolders, name: 'long', include: ['tests/long/**/*.test.ts'] },
      },
      // Of `npm run test:long`, too: the site's tests in other engines (docs/browsers.md).
      {
        extends: true,
        test: {
          ...acrossFolders,
          name: 'firefox',
          env: { ENGINE: 'firefox' },
          include: [
            'tests/site/{journey,exam,uploads}.test.ts',
            'tests/site/{back-and-tabs,still-while-typing,translated}.test.ts',
            'tests/long/{looks,pictures}.test.ts',
          ],
        },
      },
      // And in a browser that translates every page, of which nothing is shown wrong.
      {
        extends: true,
        test: {
          ...acrossFolders,
          name: 'translated',
          env: { ENGINE: 'translated' },
          include: [
            'tests/site/{journey,register-to-log-in,exam,exam-result}.test.ts',
            'tests/site/{paying-online,rejected-payment,waiting,session,frame}.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...acrossFolders,
          name: 'chromium-88',
          env: { ENGINE: 'chromium-88' },
          include: ['tests/long/old-engine.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...acrossFolders,
          name: 'chromium-92',
          env: { ENGINE: 'chromium-92' },
          include: ['tests/long/old-engine.test.ts'],
        },
      },
      // Of `npm run test:long`, too: the site with every odd answer, in happy-dom.
      {
        extends: true,
        test: {
          name: 'long-web',
          include: ['tests/long/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['web/src/testing/setup.ts'],
          pool: 'threads',
        },
      },
    ],
  },
});
