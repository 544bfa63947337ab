import { expect, test } from 'vitest';
import shipped from '../../config.json' with { type: 'json' };
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
