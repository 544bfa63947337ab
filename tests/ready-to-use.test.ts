/** Checks files that run elsewhere, out of sight of the tests: their command lines, and the crontab. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exitCodes } from '../cli/src/process/exit.ts';
import { commandLines, parseLine } from './ready-to-use/command-lines.ts';
import { readCrontab } from './ready-to-use/crontab.ts';
import { checkShell, read, scripts } from './ready-to-use/files.ts';
import { folderWithCommand } from './ready-to-use/run-script.ts';

describe('the command lines in them', () => {
  const files = ['docs/nightly/gitlab-ci.yml', 'docs/nightly/crontab', 'cli/Dockerfile'];

  test.each(files)('%s: the command takes them', async (file) => {
    const text = await read(file);
    const found = commandLines(file.endsWith('.yml') ? scripts(parse(text)).join('\n') : text);
    expect(found.length).toBeGreaterThan(0);
    for (const words of found) {
      await expect(parseLine(words), words.join(' ')).resolves.toBeUndefined();
    }
  });

  test('an option or a command that is not there is seen', async () => {
    const lines = commandLines(
      'admissions check --strict --report "junit=a b.xml" > x && admissions check --strickt; admissions chek --strict',
    );
    expect(lines[0]).toEqual(['check', '--strict', '--report', 'junit=a b.xml']);
    await parseLine(lines[0] ?? []);
    await expect(parseLine(lines[1] ?? [])).rejects.toThrow(/strickt/);
    await expect(parseLine(lines[2] ?? [])).rejects.toThrow(/no command "chek"/);
  });
});

describe('the crontab', () => {
  test('has times that come, and commands that a shell takes', async () => {
    const jobs = readCrontab(await read('docs/nightly/crontab'));
    expect(jobs).toHaveLength(2);
    for (const { command } of jobs) checkShell('sh', command);
  });

  test.each([
    [0, ''],
    [exitCodes.brokenContract, 'ended with 1 '],
    [exitCodes.waiting, 'ended with 4 '],
  ])('mail is sent unless the night ends with 0: %i', async (code, mail) => {
    const night = folderWithCommand(code);
    writeFileSync(join(night.folder, 'secrets.env'), 'PASSWORD="a b"\n');
    const [job] = readCrontab(await read('docs/nightly/crontab'));
    const script = job?.command.replaceAll('/srv/smoke', night.folder) ?? '';
    const { text } = night.run('cron', script, { SECRETS: `${night.folder}/secrets.env` });
    if (mail) expect(text).toContain(mail);
    else expect(text).toBe('');
    expect(night.read('arguments')).toMatch(/^html=reports\/\d{4}-\d\d-\d\d\.html$/m);
  });

  test.each([
    ['60 1 * * * true', /"60" is no time at place 1/],
    ['0 1 * * true', /five times|is no time/],
    ['0 1 * * * date +%F', /% must be written/],
    ['0 1 0 * * true', /place 3/],
    ['*/0 1 * * * true', /place 1/],
  ])('a line such as "%s" is not taken', (line, message) => {
    expect(() => readCrontab(`A=b\n# x\n${line}`)).toThrow(message);
  });
});
