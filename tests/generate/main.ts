/**
 * `npm run generate` writes everything made from the contract, the rules, the settings, the checks, the site's routes
 * colours and languages, and the records of the proofs;
 * `-- --check` says what is stale and exits 1. It stands here because only tests may import from every folder.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderCheckIds } from '../../cli/generate/check-ids.ts';
import { renderConfigSchema } from '../../cli/generate/schema.ts';
import { outputs as sdkOutputs } from '../../sdk/generate/outputs.ts';
import { renderDetection } from '../prove/document.ts';
import { renderColours } from './contrast.ts';
import { renderCaddy, renderNginx } from './hosts.ts';
import { renderLanguages } from './languages.ts';
import { ruleOutputs } from './rules.ts';

const root = new URL('../../', import.meta.url);
/** By the file's path from the root: what renders it, from the text it has now where some of that stays. */
const outputs: Readonly<Record<string, (before: string) => string>> = {
  ...ruleOutputs,
  ...sdkOutputs,
  'cli/config.schema.json': renderConfigSchema,
  'cli/src/checks/catalogue/check-ids.txt': renderCheckIds,
  'docs/design-system.md': renderColours,
  'docs/detection.md': renderDetection,
  'docs/languages.md': renderLanguages,
  'web/Caddyfile': renderCaddy,
  'web/nginx.conf': renderNginx,
};

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, render] of Object.entries(outputs)) {
  const file = fileURLToPath(new URL(path, root));
  const before = await readFile(file, 'utf8').catch(() => '');
  const fresh = render(before);
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
