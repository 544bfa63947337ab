/** docs/nightly/nightly.sh with programs that stand for the command and for mail: what it runs, tells and ends with. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test as baseTest, describe, expect, onTestFinished } from 'vitest';
import { exitCodes } from '../../cli/src/core/exit.ts';
import { listen } from '../../cli/src/core/server-ports.ts';
import { makeFolderWith } from '../../cli/src/testing/support.ts';
import { parseCommandLine, projectRoot, readProjectFile } from '../support/documents.ts';

const scriptPath = new URL('docs/nightly/nightly.sh', projectRoot).pathname;
// Other systems have no flock.
const test = baseTest.skipIf(spawnSync('flock', ['--version']).error);

/**
 * Makes a folder for the nights, with settings and fake programs on PATH: each call of `admissions` adds its arguments to
 * a file, prints this text, and ends with this code; `mail` writes its subject and text.
 */
async function makeNight({
  code = 0,
  siteCode = 0,
  stdout = 'GOOD: APPLIED after 0.6 s',
  stderr = '',
  settings = '',
} = {}) {
  const folder = await makeFolderWith({
    'output.txt': stdout && `${stdout}\n`,
    'error.txt': stderr,
  });
  const programFolder = await makeFolderWith({});
  const writeProgram = (name: string, script: string) =>
    writeFileSync(join(programFolder, name), `#!/bin/sh\n${script}`, { mode: 0o755 });
  writeProgram(
    'admissions',
    `printf '%s\\t' "$@" >> "${folder}/calls"; echo >> "${folder}/calls"
    [ "$1" = check-site ] && exit ${siteCode}
    cat "${folder}/output.txt"; cat "${folder}/error.txt" >&2; exit ${code}\n`,
  );
  writeProgram('mail', `printf '%s\\n' "$@" > "${folder}/mail"; cat >> "${folder}/mail"\n`);
  const settingsPath = join(folder, 'nightly.env');
  writeFileSync(settingsPath, `FOLDER='${folder}'\n${settings}\n`);
  const readFile = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    folder,
    programFolder,
    readFile,
    readCalls: () =>
      readFile('calls')
        .trimEnd()
        .split('\n')
        .map((line) => line.trimEnd().split('\t')),
    run: async (
      path = settingsPath,
      programPath = `${programFolder}:/usr/bin:/bin`,
      commandBefore = '',
    ) => {
      const shellArgs = ['-c', `${commandBefore} exec sh "$0" "$1"`, scriptPath, path];
      const night = spawn('sh', shellArgs, { cwd: '/', env: { PATH: programPath } });
      let text = '';
      for (const stream of [night.stdout, night.stderr])
        stream.on('data', (chunk) => {
          text += chunk;
        });
      const [exitCode] = await once(night, 'close');
      return { exitCode, text };
    },
  };
}

test('a good night prints nothing, runs what the command accepts, and looks at the site', async () => {
  const night = await makeNight({ settings: "SITE='https://college.example'\nSECRET='a b'" });
  expect(await night.run()).toEqual({ exitCode: 0, text: '' });
  const calls = night.readCalls();
  expect(calls.map(([command]) => command)).toEqual(['smoke', 'check-site']);
  for (const call of calls) await parseCommandLine(call);
  expect(calls[0]).toContain('--confirm');
});

test.for(Object.values(exitCodes).filter((code) => code !== 0))(
  'a night that ends with %i tells its first line, and ends with the same code',
  async (code) => {
    const night = await makeNight({ code, stdout: 'VERDICT: of the backend\nmore' });
    const { exitCode, text } = await night.run();
    expect(exitCode).toBe(code);
    expect(text).toMatch(new RegExp(`^Admissions smoke \\(staging\\) ended with ${code}: VERDICT`));
    expect(text).toContain('more\n');
  },
);

test('an error before the first request is told, by mail where somebody is named', async () => {
  const night = await makeNight({
    ...{ code: 2, stdout: '', stderr: 'error: no profile "staging"\n' },
    settings: 'MAIL_TO=team@college.example',
  });
  expect(await night.run()).toEqual({ exitCode: 2, text: '' });
  expect(night.readFile('mail')).toMatch(
    /^-s\nAdmissions smoke \(staging\) ended with 2: error: no profile "staging"\nteam@college.example\nerror: no profile/,
  );
});

test('a warning of a good night is told, and so is what is wrong with the site', async () => {
  const warned = await makeNight({ stdout: 'GOOD: APPLIED\nWarning: the certificate has 9 days' });
  expect(await warned.run()).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(
      /^Admissions smoke .* ended with 0: Warning: the certificate has 9/,
    ),
  });
  const withSite = await makeNight({ siteCode: 1, settings: 'SITE=https://college.example' });
  expect(await withSite.run()).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(/^Admissions site \(staging\) ended with 1/),
  });
});

test('a night that is stopped is told, and does not go on with the site', async () => {
  const night = await makeNight({ settings: 'SITE=https://college.example' });
  // The shell that `exec` replaces has the process id of the script.
  const stopLater = '(sleep 1; kill $$) &';
  writeFileSync(join(night.programFolder, 'admissions'), '#!/bin/sh\nsleep 2\necho GOOD\n');
  expect(await night.run(undefined, undefined, stopLater)).toEqual({
    exitCode: 130,
    text: expect.stringMatching(/^Admissions \(staging\): the night was stopped \(130\)/),
  });
  expect(readdirSync(join(night.folder, 'reports')).join()).not.toContain('.site.log');
});

test('a command that was killed is told as interrupted, though it printed nothing', async () => {
  const night = await makeNight();
  writeFileSync(join(night.programFolder, 'admissions'), '#!/bin/sh\nkill -9 $$\n');
  expect(await night.run()).toEqual({
    exitCode: 130,
    text: expect.stringMatching(
      /^Admissions smoke \(staging\) ended with 130: INTERRUPTED: the command was killed by signal 9$/m,
    ),
  });
});

test('settings that are named without a folder are those of the folder in which it is started', async () => {
  const night = await makeNight();
  const shellArgs = [scriptPath, 'nightly.env'];
  const { status, stderr } = spawnSync('sh', shellArgs, {
    cwd: night.folder,
    env: { PATH: `${night.programFolder}:/usr/bin:/bin` },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});

test('old reports go, new ones stay', async () => {
  const night = await makeNight({ settings: 'KEEP_DAYS=30' });
  mkdirSync(join(night.folder, 'reports'));
  const old = join(night.folder, 'reports', 'old.html');
  writeFileSync(old, '');
  const monthAgo = new Date(Date.now() - 32 * 24 * 60 * 60 * 1000);
  utimesSync(old, monthAgo, monthAgo);
  await night.run();
  const fileNames = readdirSync(join(night.folder, 'reports'));
  expect(fileNames).not.toContain('old.html');
  expect(fileNames.filter((name) => name.endsWith('.smoke.log'))).toHaveLength(1);
});

test("a night that ran calls the dead man's switch, whatever its verdict", async () => {
  const paths: (string | undefined)[] = [];
  const { url, close } = await listen(
    createServer((request, response) => {
      paths.push(request.url);
      response.end();
    }),
    0,
  );
  onTestFinished(close);
  const night = await makeNight({ code: 3, settings: `PING_URL=${url}/ping` });
  expect((await night.run()).exitCode).toBe(3);
  expect(paths).toEqual(['/ping']);
});

describe('a night that cannot start has a code of its own', () => {
  test('without room on the disk: 73', async () => {
    // No file may be larger than 100 KB, as on a disk that has no more.
    const { text, exitCode } = await (await makeNight()).run(
      undefined,
      undefined,
      'ulimit -f 200;',
    );
    expect(exitCode).toBe(73);
    expect(text).toContain('There is no room for the reports in');
  });

  test('without settings, or with a line that no shell can read: 78', async () => {
    const night = await makeNight({ settings: "PASSWORD='unclosed" });
    expect(await night.run('/none.env')).toMatchObject({
      exitCode: 78,
      text: expect.stringContaining('There are no settings in /none.env'),
    });
    expect((await night.run()).exitCode).toBe(78);
  });

  test('without the command: 69', async () => {
    const night = await makeNight({ settings: 'ADMISSIONS=no-such-command' });
    expect(await night.run()).toMatchObject({
      exitCode: 69,
      text: expect.stringContaining('no-such-command is not on PATH'),
    });
  });

  test('where the folder is not there, or nothing can be written into it: 73', async () => {
    const night = await makeNight();
    writeFileSync(join(night.folder, 'reports'), 'a file');
    expect(await night.run()).toMatchObject({
      exitCode: 73,
      text: expect.stringContaining(`${night.folder}/reports cannot be made`),
    });
    const elsewhere = await makeNight({ settings: 'FOLDER=/none' });
    expect((await elsewhere.run()).exitCode).toBe(73);
  });

  test('while the night before goes on: 75; and no longer when that is killed', async () => {
    const night = await makeNight();
    const holder = spawn(
      'flock',
      [join(night.folder, '.lock'), 'sh', '-c', 'echo locked; exec cat'],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    await once(holder.stdout, 'data');
    expect(await night.run()).toMatchObject({
      exitCode: 75,
      text: expect.stringContaining('The night before goes on'),
    });
    holder.stdin.end();
    await once(holder, 'close');
    expect((await night.run()).exitCode).toBe(0);
  });
});

const shellcheckError = spawnSync('shellcheck', ['--version']).error;
baseTest.skipIf(shellcheckError)('shellcheck has no remark on the script', () => {
  const { status, stdout } = spawnSync('shellcheck', [scriptPath], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});

baseTest(
  'every setting that the script reads is in its example, and the crontab and systemd start it',
  async () => {
    const settingsText = await readProjectFile('docs/nightly/nightly.env');
    const script = await readProjectFile('docs/nightly/nightly.sh');
    const readNames = [...script.matchAll(/\$\{([A-Z_]+):[-=]|"\$\{([A-Z_]+):=/g)].map(
      ([, name, otherName]) => name ?? otherName,
    );
    for (const name of readNames) expect(settingsText).toMatch(new RegExp(`^${name}=`, 'm'));
    for (const file of ['crontab', 'admissions-nightly.service'])
      expect(await readProjectFile(`docs/nightly/${file}`)).toMatch(
        /\/usr\/local\/bin\/nightly\.sh \/etc\/admissions\/nightly\.env$/m,
      );
  },
);
