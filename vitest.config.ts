import { availableParallelism } from 'node:os';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// `source` takes our own packages straight from TypeScript: nothing is built before a test.
export default defineConfig({
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
  test: {
    // One more than there are cores: tests wait for a browser or a server a tenth of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,sdk,mocks,cli}/src/**/*.test.{ts,tsx}'],
          pool: 'threads',
          // What the files have in common is loaded once per worker: half the time.
          isolate: false,
          // Some start programs, on machines that are busy with a browser.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], pool: 'threads' },
      },
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['tests/**/*.test.ts'],
          isolate: false,
          setupFiles: ['tests/between-tests.ts'],
          globalSetup: ['tests/browser.setup.ts', 'tests/cli.setup.ts', 'tests/site.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
