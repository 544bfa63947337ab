/** What the build of the site is asked for and given. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../web/build/build-site.ts';
import { readOptions } from '../web/build/options.ts';
import { BuildProblem, problemIn } from '../web/build/problem.ts';
import { readPrograms } from '../web/build/programs.ts';
import shipped from '../web/config.json' with { type: 'json' };
import { parseSettings } from '../web/src/config.ts';
import {
  type BuiltSite,
  builtWithPrograms,
  patience,
  runBuild,
} from './site/built-with-programs.ts';

describe('what the build cannot use', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'build-'));
    await writeFile(join(folder, 'programs.json'), '{"programs": []}');
  });
  afterAll(async () => {
    expect(await readdir(folder)).toEqual(['programs.json']);
    await rm(folder, { recursive: true });
  });

  test.each([
    [['--programms', 'x'], "Unknown option '--programms'. The options are"],
    [['--programmes', 'none.json'], 'none.json cannot be read (ENOENT)'],
    [['--programmes', 'programs.json'], 'holds no list of programs'],
    [['--programmes', 'http://127.0.0.1:9/api'], 'Is it the address of the API'],
    [['--config', 'programs.json'], 'apiBase is missing'],
    [['--out', '.'], 'is not empty and holds no built site'],
  ])('%j is told in one line, before anything is written', async ([flag = '', value = ''], why) => {
    const given = value.startsWith('http') ? value : join(folder, value);
    const flags = ['--out', join(folder, 'site'), flag, given];
    const build = async () => await buildSite(await readOptions(flags));
    const problem = await build().catch((error: Error) => error);
    expect(problem).toBeInstanceOf(BuildProblem);
    expect(problem?.message).toContain(why);
    expect(problem?.message).not.toContain('\n');
  });

  test('ends the command with 1', async () => {
    const { exitCode, said } = await runBuild('--nonsense');
    expect(exitCode).toBe(1);
    expect(said).toMatch(/^Unknown option '--nonsense'\. The options are [^\n]+\.$/);
  });
});

test('the programs are read from the API itself', async () => {
  const server = await serve(await createBackend());
  const programs = await readPrograms(`${server.url}/api/`, parseSettings(shipped));
  expect(programs.map(({ name }) => name)).toContain('Entrepreneurship & Innovation');
  expect(programs.filter(({ base64String }) => base64String).length).toBeGreaterThan(0);
  await server.close();
});

describe('odd programs', () => {
  let built: BuiltSite;
  beforeAll(async () => {
    built = await builtWithPrograms();
  }, patience);

  test('do not stop the build, which says what it left out', () => {
    expect(built.said.split('\n')).toEqual([
      'Note: 2 of 11 programs have no name and are left out.',
      "Note: the picture of Law & Order can't be read and is left out.",
      expect.stringMatching(/^Note: "\.\.\/<outside>" can't be the name of a folder/),
      expect.stringMatching(/^Note: ሕግ has letters that the sharing picture's font lacks/),
    ]);
  });

  test('stay text, and inside of their folder', async () => {
    for (const page of ['degree_programs', 'admission/law&order']) {
      const html = await built.read(`${page}/index.html`);
      expect(html).not.toMatch(/<outside>|<b id="evil">/);
      expect(html).toContain(page === 'degree_programs' ? '&lt;outside&gt;' : '&lt;/script&gt;');
    }
    expect((await readdir(join(built.folder, 'admission'))).length).toBe(built.listed.length + 2);
  });
});

test('a problem that vite met on its way is told in its one line, and nothing else is taken for one', () => {
  const problem = new BuildProblem('web/languages/am/words/frame.json: texts.home is missing');
  expect(problemIn(problem)).toBe(problem);
  expect(problemIn(Object.assign(new Error('Build failed'), { errors: [problem] }))).toBe(problem);
  expect(problemIn(Object.assign(new Error('Build failed'), { errors: [new Error()] }))).toBe(
    undefined,
  );
  expect(problemIn(new Error('no'))).toBeUndefined();
});
