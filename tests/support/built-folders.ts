/** Copies of the built site, and changes that make of them a build of another college or a newer one. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Changes a file of a folder. */
export function editFile(folder: string, name: string, change: (text: string) => string): void {
  const file = join(folder, name);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

const listNames = (folder: string) => readdirSync(folder, { recursive: true }).map(String);

/** Removes the compressed copies, which would still be those of the files before a change. */
function removeCompressedCopies(folder: string): void {
  for (const name of listNames(folder).filter((file) => /\.(br|gz)$/.test(file)))
    rmSync(join(folder, name));
}

/** Lets a built site call an API at another origin than that of `web/config.json`. */
export function pointToApi(folder: string, apiOrigin: string): void {
  for (const name of ['config.json', 'policy.nginx.conf', 'policy.caddy'])
    editFile(folder, name, (text) => text.replaceAll('http://127.0.0.1:8080', apiOrigin));
}

/**
 * Changes a built site as a newer build does: other inline code, other hashes, another id.
 * @param number of the build, if there are more than two
 */
export function makeOtherBuild(folder: string, number = 2): void {
  const hashOf = (html: string, element: string) => {
    const [, text = ''] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html) ?? [];
    return `sha256-${createHash('sha256').update(text).digest('base64')}`;
  };
  const inlineFacts = JSON.parse(readFileSync(join(folder, 'inline.json'), 'utf8'));
  const [oldStyle, oldScript] = [inlineFacts.style[0], inlineFacts.script[0]];
  const newId = String(number).padStart(8, 'b');
  removeCompressedCopies(folder);
  for (const name of listNames(folder).filter((file) => file.endsWith('.html')))
    editFile(folder, name, (html) =>
      html
        .replace('<style>', `<style>/* build ${number} */`)
        .replace('<script>', `<script>/* build ${number} */`)
        .replace(inlineFacts.build, newId),
    );
  const shell = readFileSync(join(folder, 'shell.html'), 'utf8');
  const [style, scriptHash] = [hashOf(shell, 'style'), hashOf(shell, 'script')];
  writeFileSync(
    join(folder, 'inline.json'),
    JSON.stringify({ build: newId, style: [style], script: [scriptHash] }, null, 2),
  );
  for (const name of ['policy.nginx.conf', 'policy.caddy'])
    editFile(folder, name, (text) => text.replace(oldStyle, style).replace(oldScript, scriptHash));
}

/** The scripts that a new build renames: all except React and the bundler's runtime, which do not change. */
export const scriptNamePattern = /(?<!(?:rolldown-runtime|react))-[\w-]{8}\.js$/;

/** Renames the scripts of a built site, as a newer build does, also where files name them. */
export function renameScripts(folder: string, rename: (name: string) => string): void {
  const names = listNames(folder);
  const scripts = names.filter((name) => scriptNamePattern.test(name));
  for (const name of names.filter((file) => /\.(html|js)$/.test(file)))
    editFile(folder, name, (text) =>
      scripts
        .map((script) => basename(script))
        .reduce((changed, script) => changed.replaceAll(script, rename(script)), text),
    );
  for (const name of scripts) renameSync(join(folder, name), join(folder, rename(name)));
}
