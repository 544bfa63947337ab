import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { thirdPartyLicences } from './pack/licences.mjs';

const entries = ['index', 'node', 'react', 'contract', 'messages', 'file-rules'];
const errorCodes = ['error-codes', 'error-codes.browser'];
const inputs = (names) => Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));

// The package works alone: the contract is inside, and so are ts-rest's hooks, whose own package refuses React 19.
const common = {
  cwd: import.meta.dirname,
  // `#error-codes` stays an import: package.json says which of two files it is.
  external: ['#error-codes', 'zod', '@ts-rest/core', /^react(\/|$)/, /^@tanstack\//, /^node:/],
  resolve: { conditionNames: ['@one-planet/source', 'import', 'default'] },
  // Where it is kept in the modules of the hooks, it would be lost: the whole entry says it instead.
  checks: { moduleLevelDirective: false, pluginTimings: false },
};
const output = { dir: 'dist', format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' };

/** ts-rest names one type more than React Query's infinite queries take since 5.80. */
const infiniteQueries = {
  name: 'infinite-queries',
  renderChunk: (code) =>
    code.replace(
      /(InfiniteQueryOptions<DataResponse<TAppRoute>, ErrorResponse<TAppRoute>, TData), DataResponse<TAppRoute>(, QueryKey, TPageParam>)/g,
      '$1$2',
    ),
};

export default defineConfig([
  {
    ...common,
    input: inputs([...entries, ...errorCodes]),
    platform: 'neutral',
    plugins: [thirdPartyLicences()],
    output: {
      ...output,
      sourcemap: true,
      cleanDir: true,
      banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
    },
  },
  {
    ...common,
    input: inputs(entries),
    plugins: [
      dts({ emitDtsOnly: true, tsconfig: 'tsconfig.json', resolver: 'tsc' }),
      infiniteQueries,
    ],
    // React Query gives all of its core, and is what users install.
    output: { ...output, paths: { '@tanstack/query-core': '@tanstack/react-query' } },
  },
]);
