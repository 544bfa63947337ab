/** Checks the Dockerfiles and what goes into their images; builds none. */
import { readdir } from 'node:fs/promises';
import { run as lintDockerfile } from 'dockerfilelint';
import { describe, expect, test } from 'vitest';
import { readDockerfile } from './ready-to-use/dockerfile.ts';
import { read, root } from './ready-to-use/files.ts';

const dockerfiles = ['cli/Dockerfile', 'web/Dockerfile'];

describe.each(dockerfiles)('%s', (file) => {
  test('has no findings, and ends without root', async () => {
    const text = await read(file);
    // It does not know the option, and takes it for the image.
    expect(lintDockerfile('.', text.replace('--platform=$BUILDPLATFORM ', ''))).toEqual([]);
    const last = readDockerfile(text).at(-1);
    expect(last?.user ?? (last?.from.includes('unprivileged') ? 'nginx' : 'root')).not.toBe('root');
  });

  test('copies what is there and what is not ignored', async () => {
    const here = await readdir(root, { recursive: false });
    const ignore = (await read('.dockerignore')).split('\n');
    for (const { copies } of readDockerfile(await read(file))) {
      for (const source of copies) {
        const [top = ''] = source.split('/');
        expect(here).toContain(top);
        expect(ignore).toContain(`!${top}`);
        if (source.includes('.')) await read(source);
      }
    }
  });

  test('installs with the manifest of every workspace, which package-lock.json asks for', async () => {
    const { workspaces } = JSON.parse(await read('package.json'));
    const [build] = readDockerfile(await read(file));
    const before = build?.steps.slice(
      0,
      build.steps.findIndex((step) => step.includes('npm ci')),
    );
    for (const name of workspaces) expect(before).toContain(`COPY ${name}/package.json ${name}/`);
  });
});

test("the command's image has the packages that its bundle leaves outside", async () => {
  const config = await import(new URL('cli/rolldown.config.mjs', root).href);
  const text = await read('cli/Dockerfile');
  for (const name of config.default.external ?? []) expect(text).toContain(`#${name}, #${name} *`);
});
