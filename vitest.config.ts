import { availableParallelism } from 'node:os';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of the built command and the built site: what crosses folders. Their waits have a busy machine's patience. */
const acrossFolders = {
  isolate: false,
  setupFiles: ['tests/support/between-tests.ts'],
  globalSetup: ['tests/support/global-setup.ts'],
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

/** Tests of the site's source. The site, and what happy-dom consists of, are loaded once per worker: half the time. */
const inHappyDom = {
  environment: 'happy-dom',
  pool: 'threads',
  isolate: false,
  setupFiles: 'web/src/testing/between-tests.ts',
} as const;

/** In `npm test` with the mock, in `npm run test:long` with the second backend. */
const journey = 'tests/site/journey.test.ts';

/** `npm test`: one journey of the site and of the command, the SDK in a browser, and what needs none. */
const short = [
  'tests/*.test.ts',
  'tests/cli/{readme-samples,deployment-files,nightly-script}.test.ts',
  'tests/site/{build,built-site,contrast,other-origins,sdk-in-browser}.test.ts',
  journey,
];

/** Run in a Chromium that translates every page, and in none that does not: what holds there holds here. */
const translated = ['accounts', 'exam', 'payment', 'waiting-forms', 'frame'].map(
  (name) => `tests/site/${name}.test.ts`,
);

const catalogues = 'tests/site/catalogues.test.ts';

/** What takes longest begins first: at the end nothing else would be left for the other workers. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /prove|odd-responses|heard|second-backend|sdk\/package|poor-network|offline|check-site/.test(
        moduleId,
      );
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// `source` takes our own packages straight from TypeScript: nothing is built before a test.
export default defineConfig({
  resolve: { conditions: ['@one-planet/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@one-planet/source', ...defaultServerConditions] } },
  test: {
    // One more than there are cores: tests wait for a browser or a server a tenth of their time.
    maxWorkers: availableParallelism() + 1,
    // Conditions, and tests that start programs, have as long as a busy machine may take.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // A text that is missing in a language would keep the other tests of `tests/site` from being built.
          include: ['{contract,sdk,mocks,cli}/src/**/*.test.{ts,tsx}', catalogues],
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
          ...inHappyDom,
        },
      },
      { extends: true, test: { ...acrossFolders, name: 'tests', include: short } },
      // `npm run test:long`: what takes longer.
      {
        extends: true,
        test: {
          ...acrossFolders,
          name: 'long',
          // A whole run of checks, or an installation, on a machine with other work.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/site/**', ...short],
        },
      },
      {
        extends: true,
        test: {
          ...acrossFolders,
          name: 'long-site',
          env: { BACKEND: 'second' },
          include: ['tests/site/*.test.ts'],
          exclude: [
            ...[catalogues, 'tests/site/old-engine.test.ts'],
            ...[...translated, ...short.filter((one) => one !== journey)],
          ],
        },
      },
      // Of `npm run test:long`, too: the site's tests in other engines (docs/browsers.md).
      {
        extends: true,
        test: {
          ...acrossFolders,
          name: 'firefox',
          env: { ENGINE: 'firefox' },
          include: [
            'tests/site/{chosen-files,wrong-clock,forms,journey,pasted-text}.test.ts',
            'tests/site/{layout,pictures}.test.ts',
          ],
        },
      },
      // And in a browser that translates every page, of which nothing is shown wrong: this is a Chromium, too.
      {
        extends: true,
        test: {
          ...acrossFolders,
          name: 'translated',
          env: { ENGINE: 'translated' },
          include: [journey, ...translated],
        },
      },
      {
        extends: true,
        test: {
          ...acrossFolders,
          name: 'chromium-88',
          env: { ENGINE: 'chromium-88' },
          include: ['tests/site/old-engine.test.ts'],
        },
      },
      // Of `npm run test:long`, too: the site with every odd answer, in happy-dom.
      {
        extends: true,
        test: {
          name: 'long-web',
          include: ['tests/site/odd-responses/*.test.tsx'],
          ...inHappyDom,
        },
      },
    ],
  },
});
