import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { folderWith, runCli } from '../testing/support.ts';

describe('completion', () => {
  /** The offers for the last word. */
  async function offered(...words: string[]): Promise<string[]> {
    const { code, stdout } = await runCli('completion', 'words', '--', ...words);
    expect(code).toBe(0);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replace(/\t.*/, ''));
  }

  test('offers commands, and flags of the command', async () => {
    expect(await offered('jo')).toEqual(['journey']);
    expect(await offered('help', 'smo')).toEqual(['smoke']);
    expect(await offered('check', '--update')).toEqual(
      ['--update-baseline', ':files'].toReversed(),
    );
  });

  test('offers the words that may follow a flag, or files where it takes one', async () => {
    expect(await offered('journey', '--pay', 'p')).toEqual(['paypal']);
    expect(await offered('check', '--report', 'js')).toEqual(['json=', ':files']);
    expect(await offered('check', '--failed', 'rep')).toEqual([':files']);
    expect(await offered('check', '--dialect', 'alt')).toEqual(['alternate', ':files']);
    expect(await offered('smoke', '--profile', '')).toEqual([]);
  });

  test('offers the operations of a call', async () => {
    expect(await offered('call', 'programs.')).toEqual(['programs.list', 'programs.courses']);
  });

  test('says what a command is for', async () => {
    const { stdout } = await runCli('completion', 'words', '--', 'doc');
    expect(stdout).toBe('doctor\tsay what is missing for a full run\n');
  });

  test('in bash takes the words, and the files of the folder', async () => {
    const { stdout: script } = await runCli('completion', 'bash');
    const ask = `source ./script
      admissions() { printf '%s\\t\\n' "\${@:4}" json= :files; }
      COMP_WORDS=(admissions check --failed rep); COMP_CWORD=3; _admissions
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const cwd = await folderWith({ script, 'report.json': '{}' });
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', ask], { cwd });
    expect(stdout.trim().split('\n')).toEqual(['check', '--failed', 'rep', 'json=', 'report.json']);
  });
});
