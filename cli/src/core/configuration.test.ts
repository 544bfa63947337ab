import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { alternate, applicantExamples, canonical } from '@one-planet/contract';
import { hidden } from '@one-planet/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeFolderWith, runCli } from '../testing/support.ts';
import { type Flags, hideSecretArguments, loadSettings } from './configuration.ts';
import { CliError } from './exit.ts';

const configFileName = 'admissions.config.json';

/** The message of the one error that names all mistakes. */
async function readMistakes(
  flags: Flags,
  options: Parameters<typeof loadSettings>[1],
): Promise<string> {
  const error = await loadSettings(flags, options).then(
    () => expect.fail('there were no mistakes'),
    (thrownError: unknown) => thrownError,
  );
  expect(error).toBeInstanceOf(CliError);
  expect((error as CliError).exitCode).toBe(2);
  return (error as CliError).message;
}

test('a file that is a link to nothing, or cannot be read, is a mistake, and not the embedded mock', async () => {
  const cwd = await makeFolderWith({ [`folder/${configFileName}/x`]: '' });
  await symlink(join(cwd, 'nowhere'), join(cwd, configFileName));
  await symlink(join(cwd, 'loop'), join(cwd, 'loop'));
  expect(await readMistakes({}, { env: {}, cwd })).toMatch(
    /^admissions\.config\.json: it is a link to a file that is not there$/,
  );
  for (const [flags, folder] of [
    [{ config: configFileName }, cwd],
    [{ config: 'loop' }, cwd],
    [{}, join(cwd, 'folder')],
    [{}, join(cwd, 'folder', configFileName, 'x')],
  ] as const)
    expect(await readMistakes(flags, { env: {}, cwd: folder })).toMatch(/no file|cannot be read/);
});

test('a working folder that was removed is said in one sentence', async () => {
  vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { code: 'ENOENT' });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  for (const command of ['smoke', 'check', 'journey', 'doctor', 'init'])
    expect(await runCli(command)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: the folder in which this command runs is not there any more: change to one that is\n',
    });
});

test('a pattern that is none, or lacks its group, is a mistake', async () => {
  const mailbox = { use: 'eml', path: '.', linkPattern: '(', passwordPattern: 'word' };
  const cwd = await makeFolderWith({ [configFileName]: { mailbox } });
  expect(await readMistakes({}, { env: {}, cwd })).toMatch(
    /linkPattern: must be a regular expression[\s\S]*passwordPattern: must have exactly one group/,
  );
});

test('an address may begin in capitals', async () => {
  const cwd = await makeFolderWith({});
  const flags = {
    target: 'HTTPS://API.College.example/Backend',
    siteOrigin: 'Http://College.example',
  };
  expect(await loadSettings(flags, { env: {}, cwd })).toMatchObject({
    target: 'https://api.college.example/Backend',
    siteOrigin: 'http://college.example',
  });
  expect(await readMistakes({ target: 'HTTP://me:pw@x.example' }, { env: {}, cwd })).toMatch(
    /without user name/,
  );
});

describe('the layers', () => {
  test('without anything the defaults are in force', async () => {
    const settings = await loadSettings({}, { env: {}, cwd: await makeFolderWith({}) });
    expect(settings).toMatchObject({ target: 'mock', pay: 'offline' });
    expect(settings).toMatchObject({ dialectName: 'canonical', dialect: canonical });
    expect(settings).toMatchObject({ applicantName: 'hana', applicant: applicantExamples.hana });
    expect(new Set(Object.values(settings.settingOrigins))).toEqual(new Set(['default']));
  });

  test('each wins over the one before: file, profile, environment, flag', async () => {
    const cwd = await makeFolderWith({
      [configFileName]: {
        target: 'https://file.example',
        timeoutMs: 1,
        pay: 'paypal',
        applicant: 'abebe',
        profiles: {
          staging: { target: 'https://profile.example', timeoutMs: 2, pay: 'stripe' },
        },
      },
    });
    const env = {
      ADMISSIONS_PROFILE: 'staging',
      ADMISSIONS_TARGET: 'https://env.example',
      ADMISSIONS_TIMEOUT_MS: '3',
    };
    const settings = await loadSettings({ target: 'https://flag.example' }, { env, cwd });
    expect(settings).toMatchObject({
      target: 'https://flag.example',
      timeoutMs: 3,
      pay: 'stripe',
      applicantName: 'abebe',
      exam: 'pass',
      configFile: configFileName,
      profile: 'staging',
      settingOrigins: {
        target: 'flag',
        timeoutMs: 'environment ADMISSIONS_TIMEOUT_MS',
        pay: 'profile staging',
        applicant: 'file',
        exam: 'default',
      },
    });
  });

  test('a setting of one word has a variable and an option', async () => {
    const cwd = await makeFolderWith({});
    const env = { ADMISSIONS_SITE_ORIGIN: 'https://site.example', ADMISSIONS_USD_PRICE: '12.5' };
    const settings = await loadSettings({ usdPrice: '7', timeout: '9' }, { env, cwd });
    expect(settings).toMatchObject({
      siteOrigin: 'https://site.example',
      usdPrice: 7,
      timeoutMs: 9,
    });
  });

  test('an empty variable counts as none', async () => {
    const env = { ADMISSIONS_TARGET: '', ADMISSIONS_CONFIG: '', ADMISSIONS_PROFILE: '' };
    const { target } = await loadSettings({}, { env, cwd: await makeFolderWith({}) });
    expect(target).toBe('mock');
  });

  test('the file named by a flag wins over the environment, and both over the usual name', async () => {
    const cwd = await makeFolderWith({
      [configFileName]: { timeoutMs: 1 },
      'env.json': { timeoutMs: 2 },
      'flag.json': { timeoutMs: 3 },
    });
    const env = { ADMISSIONS_CONFIG: 'env.json' };
    expect((await loadSettings({}, { env: {}, cwd })).timeoutMs).toBe(1);
    expect((await loadSettings({}, { env, cwd })).timeoutMs).toBe(2);
    expect((await loadSettings({ config: 'flag.json' }, { env, cwd })).timeoutMs).toBe(3);
  });

  test('a price in USD is known on the mock only', async () => {
    const cwd = await makeFolderWith({});
    expect((await loadSettings({}, { env: {}, cwd })).usdPrice).toBe(20);
    const realTargetSettings = await loadSettings(
      { target: 'https://a.example' },
      { env: {}, cwd },
    );
    expect(realTargetSettings.usdPrice).toBeUndefined();
  });
});

describe('what a setting names', () => {
  test('a dialect is found by name, in a file, or in the configuration itself', async () => {
    const dialect = { operations: { 'auth.login': { path: '/log_in' } } };
    const cwd = await makeFolderWith({
      'own.json': dialect,
      [configFileName]: { dialect, profiles: { named: { dialect: 'own.json' } } },
    });
    const loadFromFolder = (flags: Flags) => loadSettings(flags, { env: {}, cwd });
    expect(await loadFromFolder({ dialect: 'alternate' })).toMatchObject({
      dialectName: 'alternate',
      dialect: alternate,
    });
    expect(await loadFromFolder({ profile: 'named' })).toMatchObject({
      dialectName: 'own.json',
      dialect,
    });
    expect(await loadFromFolder({})).toMatchObject({ dialectName: 'inline', dialect });
  });

  test('paths start from the configuration file, or for flags from the working directory', async () => {
    const otherFolder = await makeFolderWith({
      'c.json': { dialect: 'd.json', applicant: 'a.json', examKey: 'k.json' },
      'd.json': { operations: {} },
      'a.json': applicantExamples.nuria,
      'k.json': { 'Which?': 'This  one' },
    });
    const cwd = await makeFolderWith({ 'b.json': applicantExamples.abebe });
    const flags = { config: join(otherFolder, 'c.json') };
    expect(await loadSettings(flags, { env: {}, cwd })).toMatchObject({
      dialectName: 'd.json',
      applicant: { program: 'Social Work' },
      answerKey: new Map([['which?', 'this one']]),
      folder: otherFolder,
    });
    const { applicant } = await loadSettings({ ...flags, applicant: 'b.json' }, { env: {}, cwd });
    expect(applicant.password).toBe(applicantExamples.abebe.password);
  });
});

describe('mistakes', () => {
  test('of every source are reported at once, each with its place', async () => {
    const cwd = await makeFolderWith({
      [configFileName]: {
        targt: 'mock',
        timeoutMs: '5s',
        profile: 'stging',
        mailbox: { use: 'comand' },
        profiles: {
          staging: { timeoutMs: 0, staff: { use: 'command', command: [], wait: 1 } },
        },
      },
      'dialect.json': { operations: { 'auth.login': { body: { pasword: 'x' } } } },
      'me.json': { ...applicantExamples.hana, password: 'short' },
    });
    const env = { ADMISSIONS_PAY: 'cash', ADMISSIONS_USD_PRICE: 'much' };
    const flags = {
      target: 'localhost:8080',
      timeout: '1.5',
      email: 'me@example.com',
      dialect: 'dialect.json',
      applicant: 'me.json',
      examKey: 'nowhere.json',
    };
    const mistakesText = await readMistakes(flags, { env, cwd });
    expect(mistakesText.split('\n').map((line) => line.replace(cwd, 'CWD'))).toEqual([
      '15 mistakes in the configuration:',
      `- ${configFileName}: timeoutMs: must be a number, not "5s"`,
      `- ${configFileName}: mailbox.use: must be one of "mock", "imap", "mailpit", "eml", "command", "prompt" (did you mean "command"?)`,
      `- ${configFileName}: profiles.staging.timeoutMs: must be more than 0, not 0`,
      `- ${configFileName}: profiles.staging.staff.command: must not be empty`,
      `- ${configFileName}: profiles.staging.staff.wait: unknown setting`,
      `- ${configFileName}: targt: unknown setting (did you mean "target"?)`,
      `- ${configFileName}: profile: there is no profile "stging" (did you mean "staging"?); known are staging`,
      '- ADMISSIONS_PAY: must be one of "offline", "paypal", "stripe", "arifpay"',
      '- ADMISSIONS_USD_PRICE: must be a number, not "much"',
      '- --target: must be "mock", or an address with http:// or https://, e.g. https://test.example.edu',
      '- --timeout: must be a whole number, not 1.5',
      '- --email: must contain {run}, which makes each applicant unique',
      '- dialect.json: operations.auth.login.body.pasword: no such field; known are email, password',
      '- me.json: password: Password must be at least 8 characters',
      '- --exam-key: the key file CWD/nowhere.json cannot be read',
    ]);
  });

  /** What is wrong with a configuration file or a flag, and what is said of it. */
  const singleMistakes: [what: string, flags: Flags, said: string | RegExp, files?: object][] = [
    [
      'JSON, with line and column',
      {},
      `${configFileName}: line 3, column 1: expected a name in double quotes, not "}"`,
      { [configFileName]: '{\n  "target": "mock",\n}' },
    ],
    ['a file that is not there', { config: 'a.json' }, '--config: there is no file a.json'],
    [
      'a name that is near another',
      { dialect: 'alternat' },
      '--dialect: there is no dialect and no file "alternat" (did you mean "alternate"?); known are canonical, alternate',
    ],
    [
      'a password in an address, which is not printed',
      { target: 'https://me:geheim@a.example' },
      /^(?!.*geheim).*without user name/,
    ],
    [
      'a time that no timer can wait',
      { timeout: '9999999999' },
      '--timeout: must be at most 2147483647, not 9999999999',
    ],
    ['a key that is none', { examKey: 'k' }, /^k: is not an answer key: write /, { k: [1] }],
    ['a key that is cut off', { examKey: 'k' }, /^k: line 1, column 2: /, { k: '{' }],
    [
      'a pattern that makes no email address',
      { email: 'hana {run}' },
      '--email: must be an email address around {run}',
    ],
    [
      'an unknown name inside a dialect of the file',
      { profile: 'p' },
      /^admissions\.config\.json: profiles\.p\.dialect: operations\.auth\.logn: no such operation/,
      { [configFileName]: { profiles: { p: { dialect: { operations: { 'auth.logn': {} } } } } } },
    ],
  ];
  test.each(singleMistakes)(
    '%s is reported with its place',
    async (_what, flags, expectedMessage, files = {}) => {
      const mistakesText = await readMistakes(flags, {
        env: {},
        cwd: await makeFolderWith({ ...files }),
      });
      if (typeof expectedMessage === 'string') expect(mistakesText).toBe(expectedMessage);
      else expect(mistakesText).toMatch(expectedMessage);
    },
  );

  test('of the environment are reported where they were asked for', async () => {
    const folderOption = { cwd: await makeFolderWith({}) };
    expect(await readMistakes({}, { env: { ADMISSIONS_CONFIG: 'a.json' }, ...folderOption })).toBe(
      'ADMISSIONS_CONFIG: there is no file a.json',
    );
    expect(await readMistakes({}, { env: { ADMISSIONS_PROFILE: 'x' }, ...folderOption })).toContain(
      'ADMISSIONS_PROFILE: there is no admissions.config.json in',
    );
  });
});

test.each([
  ['read-mail --imap-password geheim --user me', `read-mail --imap-password ${hidden} --user me`],
  ['API_KEY=abc --token=xyz', `API_KEY=${hidden} --token=${hidden}`],
  ['imaps://me:geheim@mail.example/', `imaps://${hidden}@mail.example/`],
])('secrets in the arguments of a command are hidden: %s', (commandWords, hiddenWords) => {
  expect(hideSecretArguments(commandWords.split(' '))).toEqual(hiddenWords.split(' '));
});

test('a word with a blank in it is one', () => {
  expect(hideSecretArguments(['Bearer abc.def'])).toEqual([`Bearer ${hidden}`]);
});
