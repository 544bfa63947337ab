import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeReportOption } from './define-command.ts';
import { reportFormatNames } from './report/files.ts';
import { makeFolderWith, runCli } from './testing/support.ts';

/** Command lines, whose words stand between spaces, and what is said of each. */
const mistakes: [line: string, expectedMessage: string | RegExp][] = [
  ['', 'Usage: admissions <command>'],
  ['jurney', 'there is no command "jurney" (did you mean "journey"?). See them all with: '],
  ['JOURRNEY', 'there is no command "JOURRNEY" (did you mean "journey"?)'],
  ['jurney --help', 'there is no command "jurney" (did you mean "journey"?)'],
  ['help jurney', 'there is no command "jurney" (did you mean "journey"?)'],
  [
    'doctor --dialct alternate',
    /unknown option '--dialct'\s+.*Did you mean --dialect\?[\s\S]*doctor --help/,
  ],

  ['check --explain auth.login/answer', 'did you mean "auth.login/answers"?'],
  ['check --only exams.create/answer', 'did you mean "exams.create/answers"?'],
  [
    'check --report junti=x.xml',
    'no format "junti" (did you mean "junit"?). Formats are json, junit, ',
  ],
  [
    'check --report pdf=x',
    'There is no format "pdf". Formats are json, junit, html, github-summary, prometheus',
  ],
  ['check --report junit', 'It must be FORMAT=FILE, e.g. json=FILE. Formats are json,'],
  ['check --report junit=', 'It must be FORMAT=FILE, e.g. json=FILE. Formats are json,'],
  ['check --level most', 'Known are must, should, info'],
  ['check --seed 4', '--seed needs --fuzz'],
  ['check --update-baseline', '--update-baseline needs --baseline FILE'],
  ['check --rate 0', 'above 0'],
  ['check-site college.example', 'an address begins with https'],
  ['check-site https://college.example/site', /root of its host: .* https:\/\/college\.example$/m],

  ['mock --port 70000', /--port.*a whole number from 0 to 65535/],
  ['mock --latency -1', /--latency.*a whole number/],
  ['mock --exam-minutes 0', /--exam-minutes.*a number above 0/],
  ['mock --port 0 --fault login500', 'there is no fault "login500" (did you mean "login-500"?)'],
  ['doctor --pay cash', '--pay: must be one of'],
  ['demo --site nowhere', 'there is no index.html in'],
  ['journey --output a.json', '--output needs --json'],
  [
    'journey --json --output /nowhere/there/a.json',
    '--output: /nowhere/there/a.json cannot be written',
  ],
  ['detect --output /', '--output: / cannot be written: it is a folder'],
  ['check --output a.md', '--output needs --list'],
  ['openapi --output /nowhere/a.json', 'a.json cannot be written'],

  ['load --rate 5 --concurrency 5', 'choose one of them'],
  ['load --max-in-flight 5', 'needs --rate'],
  ['load --threshold p95', '[SUBJECT:]METRIC<LIMIT'],
  ['load --duration 10x', '10m, 1h'],
  ['load --until exams', 'did you mean "exam"'],
  ['load --report htm=x', 'no format "htm"'],
  ['load --report json=.', '. cannot be written: it is a folder'],
];

test.each(mistakes)(
  '"%s" is refused as wrong usage, with what is right',
  async (line, expectedMessage) => {
    // Nothing listens at this address: if `load` sent a request by mistake, it would end with 3 instead of 2.
    const lineArguments = line.split(' ').filter(Boolean);
    const targetArguments = lineArguments[0] === 'load' ? ['--target', 'http://127.0.0.1:9'] : [];
    const { code, stdout, stderr } = await runCli(...lineArguments, ...targetArguments);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toEqual(
      typeof expectedMessage === 'string'
        ? expect.stringContaining(expectedMessage)
        : expect.stringMatching(expectedMessage),
    );
  },
);

test('a report is a format, in any case, and a file', () => {
  const parseReportFlag = (text: string) =>
    makeReportOption('', reportFormatNames).parseText?.(text, undefined);
  expect(parseReportFlag('junit=a/b=c.xml')).toEqual([{ format: 'junit', path: 'a/b=c.xml' }]);
  expect(parseReportFlag('HTML=x')).toEqual([{ format: 'html', path: 'x' }]);
});

test('an older Node is told which one the command needs', async () => {
  const folder = await makeFolderWith({
    'older.cjs': `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });`,
  });
  const bin = fileURLToPath(new URL('../bin/admissions.js', import.meta.url));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', join(folder, 'older.cjs'), bin, '--version'],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([2, 'admissions needs Node 20.19 or newer, this is 18.20.4\n']);
});
