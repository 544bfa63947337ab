import { siteSettings } from '@one-planet/contract';
import { expect, test, vi } from 'vitest';
import shipped from '../../config.json' with { type: 'json' };
import { isComplete, settingNames } from './complete-settings.ts';
import { readSettings } from './config.ts';

test('complete settings are returned unchanged', async () => {
  expect(await readSettings(shipped)).toBe(shipped);
});

test('if a setting that a page needs is missing, every setting that is missing or wrong is named', async () => {
  const { portals: _, ...rest } = shipped;
  const problems = [
    'siteUrl must be an https address',
    expect.stringMatching(/^portals is missing/),
  ];
  await expect(readSettings({ ...rest, siteUrl: 'x' })).rejects.toMatchObject({
    problems: expect.arrayContaining(problems),
  });
});

test('a setting that this version does not know changes nothing, and is named in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const newerSettings = { ...shipped, theme: 'dark' };
  expect(await readSettings(newerSettings)).toBe(newerSettings);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('theme is not a setting')]]);
  warn.mockClear();
  await readSettings(shipped);
  expect(warn).not.toHaveBeenCalled();
});

test('a page needs every setting that the contract requires', () => {
  const requiredNames = Object.entries(siteSettings.shape)
    .filter(([, schema]) => !schema.isOptional())
    .map(([name]) => name);
  for (const name of requiredNames)
    expect([name, isComplete({ ...shipped, [name]: undefined })]).toEqual([name, false]);
});

test('the settings that pages know are those of the contract', () => {
  expect(settingNames).toEqual(Object.keys(siteSettings.shape).sort());
});
