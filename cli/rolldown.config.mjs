import { defineConfig } from 'rolldown';

// One file per dynamic import(): a command loads what it needs and nothing else.
export default defineConfig({
  cwd: import.meta.dirname,
  input: 'src/main.ts',
  platform: 'node',
  resolve: { conditionNames: ['source', 'node', 'import', 'default'] },
  // hdr-histogram-js looks for zlib with eval, imapflow loads its parts by name: no bundle can follow them.
  external: ['hdr-histogram-js', 'imapflow'],
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    cleanDir: true,
  },
});
