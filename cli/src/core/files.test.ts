import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { applicantExamples, canonical } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { openConnection } from '../backend/connection.ts';
import { readSiteConfig } from '../backend/site.ts';
import { readBaseline } from '../backend-checks/report.ts';
import { readFailedIds } from '../backend-checks/selection.ts';
import { writeFiles } from '../report/files.ts';
import { readLastGood } from '../smoke/report.ts';
import { makeFolderWith, runCli, runLine } from '../testing/support.ts';
import { loadSettings } from './configuration.ts';
import { checkOutput, decodeText, readTextSync, writeAtomically, writeOutput } from './files.ts';
import { readSecret } from './terminal.ts';

const toLittleEndian = (text: string) => Buffer.from(text, 'utf16le');
const toBigEndian = (text: string) => toLittleEndian(text).swap16();

/** Ways in which programs write a text. */
const encodersByName: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16, as PowerShell writes it': (text) => toLittleEndian(`\ufeff${text}`),
  'UTF-16, the other way round': (text) => toBigEndian(`\ufeff${text}`),
  'UTF-16 without a mark': toLittleEndian,
  'UTF-16 without a mark, the other way round': toBigEndian,
};

const dialect = { operations: { 'auth.login': { body: { password: 'passwords' } } } };
const baseline = { findings: [{ id: 'a/b', comment: 'Known.', expires: '2999-01-01' }] };
const lastGood = { version: 1, at: '2026-11-20T03:00:00Z', target: 'http://x', operations: {} };
const report = { command: 'check', results: [{ id: 'a/b', outcome: 'failed' }] };
const certificate = '-----BEGIN CERTIFICATE-----\r\nMIIB\r\n-----END CERTIFICATE-----\r\n';

test.each(Object.entries(encodersByName))('text in %s is read', (_name, encode) => {
  expect(decodeText(encode('{"ዓ": "é"}\r\n'))).toBe('{"ዓ": "é"}\r\n');
});

describe('a file that an old editor wrote', () => {
  const encodeWithMark = (text: string) => toLittleEndian(`\ufeff${text}`);
  const makeUtf16Folder = (files: Record<string, unknown>) =>
    makeFolderWith(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          encodeWithMark(typeof content === 'string' ? content : JSON.stringify(content)),
        ]),
      ),
    );
  const makeUtf16File = async (content: unknown) =>
    join(await makeUtf16Folder({ file: content }), 'file');

  test('is read as the configuration, and what it names', async () => {
    const hanaInAmharic = { ...applicantExamples.hana, program: 'ኮምፒውተር ሳይንስ' };
    const cwd = await makeUtf16Folder({
      'admissions.config.json': { dialect: 'd.json', examKey: 'key.json', applicant: 'who.json' },
      'd.json': dialect,
      'key.json': { 'What is ዓ?': 'A letter' },
      'who.json': hanaInAmharic,
    });
    const settings = await loadSettings({}, { env: {}, cwd });
    expect(settings.dialect).toEqual({ ...canonical, ...dialect });
    expect(settings.answerKey?.get('what is ዓ?')).toBe('a letter');
    expect(settings.applicant.program).toBe(hanaInAmharic.program);
  });

  test('is read as PowerShell and an editor of Windows have really written it', async () => {
    const folder = join(import.meta.dirname, '../../../tests/support/files');
    const { answerKey } = await loadSettings(
      { examKey: 'utf16-exam-key.txt' },
      { env: {}, cwd: folder },
    );
    expect([...(answerKey ?? [])]).toEqual([
      ['what does cpu stand for?', 'central processing unit'],
    ]);
    const passwordFile = { filePath: 'utf8-bom-password.txt' };
    expect(readSecret(passwordFile, 'the password', folder)).toBe('Precreated2025');
  });

  test('is read as a password, whose line may end as on Windows', async () => {
    const folder = await makeUtf16Folder({ 'secret.txt': 'Précreated2025\r\n' });
    expect(readSecret({ filePath: 'secret.txt' }, 'the password', folder)).toBe('Précreated2025');
  });

  test('is read as a certificate, as the settings of the site, and as what earlier runs have left', async () => {
    expect(openConnection({ caFile: await makeUtf16File(certificate) }, '/').tls.ca?.at(-1)).toBe(
      certificate,
    );
    await expect(readSiteConfig(await makeUtf16File({ videoUrl: 1 }))).rejects.toThrow('videoUrl');
    expect(await readBaseline(await makeUtf16File(baseline), 'fails')).toEqual(baseline);
    expect(await readLastGood(await makeUtf16File(lastGood), 'http://x')).toEqual(lastGood);
    expect(await readFailedIds(await makeUtf16File(report))).toEqual(['a/b']);
  });
});

describe('in a folder that others write', () => {
  const target = 'http://127.0.0.1:1';
  const commandLines: [what: string, commandLine: string][] = [
    ['a run file', 'journey --resume FILE'],
    ['a baseline', `check --target ${target} --baseline FILE`],
    ['the last good night', `smoke --target ${target} --last-good FILE`],
    ['an applicant', 'journey --applicant FILE'],
    ['a dialect', 'journey --dialect FILE'],
    ['an exam key', 'journey --exam-key FILE'],
    ['a report', `check --target ${target} --failed FILE`],
    ['a configuration', 'doctor --config FILE'],
  ];

  test.for(commandLines)('a named pipe in the place of %s holds up nothing', async ([, line]) => {
    const folder = await makeFolderWith({});
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const { code, stdout, stderr } = await runLine(line.replace('FILE', join(folder, 'pipe')));
    expect([code, stdout + stderr]).toEqual([2, expect.stringMatching(/a pipe or a device/)]);
  });

  test.for(commandLines)('a file without an end is not read as %s', async ([, line]) => {
    const folder = await makeFolderWith({});
    await writeFile(join(folder, 'file'), '');
    await truncate(join(folder, 'file'), 1_000_000_000);
    const { code, stdout, stderr } = await runLine(line.replace('FILE', join(folder, 'file')));
    expect([code, stdout + stderr]).toEqual([2, expect.stringMatching(/larger than 10 MB/)]);
  });

  test.for(commandLines)('deep JSON is no crash in the place of %s', async ([, line]) => {
    const folder = await makeFolderWith({
      deep: '['.repeat(1_000_000),
      many: `[${'{},'.repeat(600_000)}{}]`,
    });
    for (const name of ['deep', 'many'])
      expect((await runLine(line.replace('FILE', join(folder, name)))).code).toBe(2);
  });
});

test('text in another encoding is refused with what to do', () => {
  const bytes = Buffer.from('{"a": "é"}', 'latin1');
  expect(() => decodeText(bytes)).toThrow(/neither in UTF-8 nor in UTF-16: save it as UTF-8/);
});

test.for(['', 'x', '\n', '{}'])('a text of few signs is read: %j', async (text) => {
  const folder = await makeFolderWith({ file: text });
  expect(readTextSync(join(folder, 'file'))).toBe(text);
});

test('a file is written beside what another run is writing, and leaves nothing', async () => {
  const folder = await makeFolderWith({ 'x.json': 'before' });
  const path = join(folder, 'x.json');
  // Another run may have a file or folder with the ending `.new`; writing must not touch it.
  await mkdir(`${path}.new`);
  writeAtomically(path, 'after');
  expect(await readFile(path, 'utf8')).toBe('after');
  expect((await readdir(folder)).sort()).toEqual(['x.json', 'x.json.new']);
  expect(() => writeAtomically(`${path}.new`, 'nowhere')).toThrow();
  expect((await readdir(folder)).sort()).toEqual(['x.json', 'x.json.new']);
  writeAtomically(join(folder, 'own.json'), '');
  expect((await stat(join(folder, 'own.json'))).mode & 0o777).toBe(0o600);
});

describe('in a folder that others write', () => {
  test('a link is not followed, and neither a pipe nor a device is opened', async () => {
    const folder = await makeFolderWith({ 'somebody.txt': 'hers' });
    await symlink(join(folder, 'somebody.txt'), join(folder, 'link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const path of [join(folder, 'link'), join(folder, 'pipe'), '/dev/null']) {
      expect(() => writeOutput(path, 'ours')).toThrow(/it is a link, a pipe or a device/);
      await expect(checkOutput(path)).rejects.toThrow(/name a file, or - for standard output/);
      await expect(writeFiles([{ path, text: 'ours' }])).rejects.toThrow(/a link, a pipe/);
    }
    expect(await readFile(join(folder, 'somebody.txt'), 'utf8')).toBe('hers');
  });

  test('a file that everybody may read is replaced by one that its owner may read', async () => {
    const path = join(await makeFolderWith({ 'report.json': '{}' }), 'report.json');
    await chmod(path, 0o644);
    await writeFiles([{ path, text: 'ours' }]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

test.for([
  ['openapi', []],
  ['check', ['--list', '--format', 'markdown']],
] as [string, string[]][])('the result of %s %j goes to a file whole', async ([name, flags]) => {
  const outputPath = join(await makeFolderWith({}), 'result');
  const { stdout } = await runCli(name, ...flags);
  const commandResult = await runCli(name, ...flags, '--output', outputPath);
  expect(commandResult).toMatchObject({ code: 0, stdout: '' });
  expect(commandResult.stderr).toContain(`Written to ${outputPath}.`);
  expect(await readFile(outputPath, 'utf8')).toBe(stdout);
});
