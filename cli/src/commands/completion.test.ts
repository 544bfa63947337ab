import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { runCli } from './testing/run-cli.ts';

describe('completion in bash', () => {
  /** What bash offers for the last word, in a folder with one file. */
  async function offered(...words: string[]): Promise<string[]> {
    const { stdout: script } = await runCli('completion', 'bash');
    const ask = `source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _admissions
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const folder = await folderWith({ script, 'report.json': '{}' });
    const args = ['--norc', '-c', ask, 'bash', 'admissions', ...words];
    const { stdout } = await promisify(execFile)('bash', args, { cwd: folder });
    return stdout.split('\n').filter(Boolean);
  }

  test('offers commands, and flags of the command', async () => {
    expect(await offered('jo')).toEqual(['journey']);
    expect(await offered('smoke', '--last')).toEqual(['--last-good']);
  });

  test('offers the words that may follow a flag, or files where it takes one', async () => {
    expect(await offered('journey', '--pay', 'p')).toEqual(['paypal']);
    expect(await offered('check', '--report', 'js')).toEqual(['json=']);
    expect(await offered('check', '--failed', 'rep')).toEqual(['report.json']);
    expect(await offered('check', '--dialect', 'rep')).toEqual(['report.json']);
    expect(await offered('smoke', '--profile', '')).toEqual([]);
  });

  test('offers the operations of a call', async () => {
    expect(await offered('call', 'programs.')).toEqual(['programs.list', 'programs.courses']);
  });
});

test('every shell is told every command and every flag', async () => {
  const { stdout: help } = await runCli('--help');
  const names = [...help.matchAll(/^ {2}(\w+) .*$/gm)].map(([, name = '']) => name);
  expect(names).toContain('doctor');
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await runCli('completion', shell);
    for (const name of names) expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
    expect(stdout).toMatch(/update-baseline/);
  }
});

test('an unknown shell is refused with those that are known', async () => {
  const { code, stderr } = await runCli('completion', 'tcsh');
  expect([code, stderr]).toEqual([2, expect.stringMatching(/known are bash, zsh, fish/)]);
});
