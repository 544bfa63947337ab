import { defineConfig } from 'rolldown';
import { thirdPartyLicences } from '../sdk/pack/licences.mjs';

// One file per dynamic import(): a command loads what it needs and nothing else.
export default defineConfig({
  cwd: import.meta.dirname,
  input: { main: 'src/main.ts', artillery: 'src/load/artillery.ts' },
  platform: 'node',
  resolve: {
    // jsonc-parser's CommonJS cannot be bundled.
    mainFields: ['module', 'main'],
    conditionNames: ['@one-planet/source', 'node', 'import', 'default'],
  },
  // imapflow loads its parts by name: no bundle can follow them.
  external: ['imapflow'],
  plugins: [thirdPartyLicences()],
  checks: { eval: false },
  // Files that are read beside their module, as those of the HTML report, come along.
  experimental: { resolveNewUrlToAsset: true },
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    cleanDir: true,
    // Names stay, so that an error's stack can be read.
    minify: { compress: true, mangle: false, codegen: true },
  },
});
