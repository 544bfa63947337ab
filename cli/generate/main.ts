/**
 * `npm run generate` writes everything made from the contract and the settings; `-- --check` says what is stale
 * and exits 1. It stands here because the CLI is the last in line: it may know the SDK, not the other way round.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputs as sdkOutputs } from '../../sdk/generate/outputs.ts';
import { renderConfigSchema } from './schema.ts';

const root = new URL('../../', import.meta.url);
const outputs = {
  ...sdkOutputs,
  'cli/config.schema.json': renderConfigSchema,
};

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, render] of Object.entries(outputs)) {
  const file = fileURLToPath(new URL(path, root));
  const fresh = render();
  if ((await readFile(file, 'utf8').catch(() => '')) === fresh) continue;
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
