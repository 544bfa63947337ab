import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/**
 * Builds the smallest possible React page: react-dom rendering two letters. @returns the folder, and a function that removes it
 */
export async function buildBaseline(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-baseline-'));
  const entry = join(folder, 'entry.js');
  await writeFile(
    entry,
    `import { createRoot } from 'react-dom/client';
     createRoot(document.getElementById('root')).render('hi');`,
  );
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { modules: [modules] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const dir = join(folder, 'assets');
  const { output } = await build.write({ dir, minify: true, entryFileNames: 'app-[hash].js' });
  await build.close();
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Only React</title>
    <link rel="icon" href="data:,">
    <script type="module" src="/assets/${output[0].fileName}"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`,
  );
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
