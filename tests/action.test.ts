/** The GitHub action of `action.yml`, without GitHub: its scripts run, what it uses is there. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { exitCodes } from '../cli/src/process/exit.ts';
import { parseLine } from './ready-to-use/command-lines.ts';
import { checkShell, read, scripts } from './ready-to-use/files.ts';
import { folderWithCommand } from './ready-to-use/run-script.ts';

interface Step {
  id?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
}
const action = async () => parse(await read('action.yml'));

/** Runs the step that starts the command. @param inputs by their environment variable */
async function runWith(code: number, inputs: Record<string, string>) {
  const { runs } = await action();
  const step: Step = runs.steps.find((one: Step) => one.id === 'run');
  const job = folderWithCommand(code);
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
  'a night that ends as "%s" is told as that',
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
  await parseLine(words);
});

test('further options are taken as from a command line, and run nothing', async () => {
  const args = '--strict --only "exams.*"\n--seed \'7\' $(touch made) ;';
  const { words } = await runWith(0, { COMMAND: 'check', ARGS: args });
  const expected = ['--strict', '--only', 'exams.*', '--seed', '7', '$(touch', 'made)', ';'];
  expect(words.slice(-expected.length)).toEqual(expected);
});

test('its version is that of the package, every input is used, and actions have a version', async () => {
  const text = await read('action.yml');
  const { inputs, runs } = await action();
  for (const name of Object.keys(inputs)) expect(text).toContain(`inputs.${name}`);
  for (const { uses } of runs.steps) if (uses) expect(uses).toMatch(/^actions\/[\w/-]+@v\d+$/);
  for (const script of scripts(runs)) checkShell('bash', script);
  const { version } = JSON.parse(await read('cli/package.json'));
  expect(await read('docs/nightly/github-actions.yml')).toContain(`admissions@v${version}\n`);
  expect(await read('docs/nightly/gitlab-ci.yml')).toContain(`admissions@${version}}`);
});
