import { describe, expect, test } from 'vitest';
import shippedSettings from '../../web/config.json' with { type: 'json' };
import { checkSettings } from './site-config.ts';

const findProblems = (configJson: unknown) => checkSettings(configJson).problems;

const requiredSettingNames = [
  'apiBase',
  'dialect',
  'portals.student',
  'portals.staff',
  'redirectOrigins',
  'contact.address',
  'contact.phones',
  'contact.email',
  'prices.usd',
  'bankChoices',
] as const;

/** The shipped settings with one of them changed; `undefined` takes it away. */
function changeSetting(name: string, value: unknown): unknown {
  const settings = structuredClone(shippedSettings) as unknown as Record<
    string,
    Record<string, unknown>
  >;
  const [outerName = '', innerName] = name.split('.');
  if (innerName) Object.assign(settings[outerName] ?? {}, { [innerName]: value });
  else Object.assign(settings, { [outerName]: value });
  return JSON.parse(JSON.stringify(settings));
}

test('the shipped settings are accepted as they are', () => {
  expect(findProblems(shippedSettings)).toEqual([]);
});

test.each([
  ['dialect', 'alternate'],
  ['dialect', { operations: {} }],
  ['prices.usd', 12.5],
  ['apiBase', 'https://api.college.example/api'],
  ['redirectOrigins', []],
  ['bankChoices', [{ bank: 'Bank', account: '1000123' }]],
  ['arifpayWallets', undefined],
  ['siteUrl', 'https://college.example'],
  ['timeZone', 'Africa/Nairobi'],
  ['paymentHints', ['telebirr: choose Pay, then the college.']],
  ['paymentHints', { en: ['At a bank: pay in cash.'], am: ['በባንክ፦ በጥሬ ገንዘብ ይክፈሉ።'] }],
  ['videoUrl', undefined],
  ['videoUrl', 'https://video.example/embed/1'],
  ['$schema', './config.schema.json'],
])('%s may be %j', (name, value) => {
  expect(findProblems(changeSetting(name, value))).toEqual([]);
});

test.each(requiredSettingNames)('%s is reported by its name when it is missing', (name) => {
  expect(findProblems(changeSetting(name, undefined))).toEqual([
    expect.stringMatching(new RegExp(`^${name} (is missing: it )?must be \\w`)),
  ]);
});

const optionalSettingNames = [
  'videoUrl',
  'timeZone',
  'paymentHints',
  'arifpayWallets',
  'siteUrl',
] as const;

const invalidValuesBySetting: Record<
  (typeof requiredSettingNames)[number] | (typeof optionalSettingNames)[number],
  unknown[]
> = {
  timeZone: ['Addis Ababa', '', 3, null],
  arifpayWallets: [null, 'telebirr', [5], []],
  siteUrl: ['', 'college.example', 'http://college.example', 'ftp://college.example', null],
  paymentHints: [
    null,
    'telebirr',
    5,
    [],
    [''],
    [['telebirr']],
    { en: 'telebirr' },
    { en: [] },
    { amharic: ['telebirr'] },
  ],
  apiBase: ['', 'api.college.example', '/api', 'ftp://college.example/api', 8080, null],
  dialect: ['', ' ', 1, null, true],
  'portals.student': [
    'http://student.example',
    'student.example',
    'javascript:alert(1)',
    '',
    null,
    {},
  ],
  'portals.staff': ['http://staff.example', '//staff.example', 'data:text/html,x', 1],
  redirectOrigins: ['https://student.example', ['student.example'], [1], null, {}],
  'contact.address': ['Bole Road', [], [''], ['Bole Road', 5], null],
  'contact.phones': ['+251110000001', [], [251110000001], null],
  'contact.email': ['', '  ', ['a@b.example'], null],
  videoUrl: ['http://video.example', 'video', '', null],
  'prices.usd': [0, -1, '12', {}, false],
  bankChoices: [null, {}, [null], ['Bank'], [{ bank: 'Bank' }], [{ bank: 'Bank', account: 1000 }]],
};

describe.each([...requiredSettingNames, ...optionalSettingNames])('%s', (name) => {
  test.each(invalidValuesBySetting[name])('is reported by its name when it is %j', (value) => {
    expect(findProblems(changeSetting(name, value))).toEqual([
      expect.stringMatching(new RegExp(`^${name}\\S* (is missing: it )?must be \\w`)),
    ]);
  });
});

test('settings nobody knows are named, and are no problem: a newer version may know them', () => {
  const { contact } = shippedSettings;
  const newerContact = { ...contact, fax: '1' };
  expect(
    checkSettings({ ...shippedSettings, apiBas: 'x', theme: {}, contact: newerContact }),
  ).toEqual({ problems: [], unknownSettings: ['contact.fax', 'apiBas', 'theme'] });
});

test('all problems are reported at once', () => {
  const { bankChoices: _, ...rest } = shippedSettings;
  const problems = findProblems({ ...rest, dialect: 1, prices: {}, extra: true });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'dialect',
    'prices.usd',
    'bankChoices',
  ]);
});

test.each([null, [], 5, true, 'config'])('%j is no settings', (json) => {
  expect(findProblems(json)).toEqual([expect.stringMatching(/^config\.json must be /)]);
});
