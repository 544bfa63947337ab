/**
 * `npm run generate` writes the files that are made from the contract, the rules, the settings, the checks, and the
 * site's routes and languages. With `-- --check` it only names those that are stale, and exits with 1. It is in `tests`
 * because no other folder may import from all.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countries } from '@one-planet/contract';
import { renderCheckIds } from '../../cli/generate/check-ids.ts';
import { renderConfigSchema } from '../../cli/generate/schema.ts';
import { renderersByPath as sdkOutputs } from '../../sdk/generate/outputs.ts';
import { renderCheckCounts } from './check-counts.ts';
import { renderCaddy, renderNginx, renderScriptedPages } from './host-configurations.ts';
import { renderLanguages } from './languages-table.ts';
import { ruleRenderers } from './rule-files.ts';

const root = new URL('../../', import.meta.url);
/** The function that renders each file, by its path from the root. It gets the current text, some of which can stay. */
const renderers: Readonly<Record<string, (currentText: string) => string>> = {
  ...ruleRenderers,
  ...sdkOutputs,
  'README.md': renderCheckCounts,
  'cli/config.schema.json': renderConfigSchema,
  'cli/src/generated/check-ids.ts': renderCheckIds,
  'cli/src/backend/scripted-pages.ts': renderScriptedPages,
  'docs/for-backend-teams.md': renderCheckCounts,
  'docs/languages.md': renderLanguages,
  'docs/rules/countries.json': () => JSON.stringify(countries),
  'web/Caddyfile': renderCaddy,
  'web/nginx.conf': renderNginx,
};

/** @returns the text, formatted by Biome if the file is JSON */
function formatJson(path: string, text: string): string {
  if (!path.endsWith('.json')) return text;
  const command = fileURLToPath(new URL('node_modules/@biomejs/biome/bin/biome', root));
  const flags = ['format', `--stdin-file-path=${path}`];
  return execFileSync(process.execPath, [command, ...flags], {
    input: text,
    encoding: 'utf8',
    cwd: fileURLToPath(root),
    maxBuffer: 8 * 1024 * 1024,
  });
}

const isCheckOnly = process.argv.includes('--check');
const stalePaths: string[] = [];
for (const [path, render] of Object.entries(renderers)) {
  const file = fileURLToPath(new URL(path, root));
  const currentText = await readFile(file, 'utf8').catch(() => '');
  const newText = formatJson(path, render(currentText));
  if (currentText === newText) continue;
  stalePaths.push(path);
  if (!isCheckOnly) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, newText);
  }
}
if (isCheckOnly && stalePaths.length > 0) {
  console.error(`Stale, made from older sources: ${stalePaths.join(', ')}. Run: npm run generate`);
  process.exitCode = 1;
} else {
  console.log(
    stalePaths.length > 0
      ? `Written: ${stalePaths.join(', ')}`
      : 'Everything generated is up to date.',
  );
}
