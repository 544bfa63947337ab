import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A plugin that writes `third-party-licences.txt`: the licence of every package that a bundle has inside, which
 * those licences ask for. (rollup-plugin-license does the same, and brings a second bundler.)
 */
export const thirdPartyLicences = () => ({
  name: 'third-party-licences',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
    const folders = new Set(modules.filter((id) => id.includes('/node_modules/')).map(packageOf));
    const source = [...folders].map(licenceOf).sort().join('\n\n---\n\n');
    this.emitFile({ type: 'asset', fileName: 'third-party-licences.txt', source });
  },
});

/** @returns the folder of the package that a module belongs to: the nearest whose package.json has a version */
function packageOf(module) {
  let folder = dirname(module.replace(/^\0|\?.*$/g, ''));
  while (!manifestOf(folder)?.version) folder = dirname(folder);
  return folder;
}

function manifestOf(folder) {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function licenceOf(folder) {
  const { name, version, license } = manifestOf(folder);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
