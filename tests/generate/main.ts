/**
 * `npm run generate` writes everything made from the contract, the rules, the settings, the checks, the site's routes,
 * languages;
 * `-- --check` says what is stale and exits 1. It stands here because only tests may import from every folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderCheckIds } from '../../cli/generate/check-ids.ts';
import { renderConfigSchema } from '../../cli/generate/schema.ts';
import { outputs as sdkOutputs } from '../../sdk/generate/outputs.ts';
import { renderCaddy, renderNginx } from './hosts.ts';
import { renderLanguages } from './languages.ts';
import { ruleOutputs } from './rules.ts';

const root = new URL('../../', import.meta.url);
/** By the file's path from the root: what renders it, from the text it has now where some of that stays. */
const outputs: Readonly<Record<string, (before: string) => string>> = {
  ...ruleOutputs,
  ...sdkOutputs,
  'cli/config.schema.json': renderConfigSchema,
  'cli/src/checks/check-ids.txt': renderCheckIds,
  'docs/languages.md': renderLanguages,
  'web/Caddyfile': renderCaddy,
  'web/nginx.conf': renderNginx,
};

/** JSON in the form that the formatter gives all JSON here. */
function formatted(path: string, text: string): string {
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

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, render] of Object.entries(outputs)) {
  const file = fileURLToPath(new URL(path, root));
  const before = await readFile(file, 'utf8').catch(() => '');
  const fresh = formatted(path, render(before));
  if (before === fresh) continue;
  stale.push(path);
  if (!check) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, fresh);
  }
}
if (check && stale.length > 0) {
  console.error(`Stale, made from older sources: ${stale.join(', ')}. Run: npm run generate`);
  process.exitCode = 1;
} else {
  console.log(
    stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Everything generated is up to date.',
  );
}
