/**
 * Makes package.json the one that users get, and the repository's own again: in the repository the exports also lead to
 * the sources, which the package does not have.
 *
 * node pack/manifest.mjs publish | restore
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const manifestUrl = new URL('../package.json', import.meta.url);
const keptUrl = new URL('../package.json.repository', import.meta.url);

const withoutSources = (value) =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => key !== '@one-planet/source')
          .map(([key, inner]) => [key, withoutSources(inner)]),
      );

if (process.argv[2] === 'publish') {
  const text = readFileSync(manifestUrl, 'utf8');
  const { devDependencies: _devDependencies, scripts: _scripts, ...manifest } = JSON.parse(text);
  writeFileSync(keptUrl, text);
  writeFileSync(manifestUrl, `${JSON.stringify(withoutSources(manifest), null, 2)}\n`);
} else if (existsSync(keptUrl)) {
  renameSync(keptUrl, manifestUrl);
}
