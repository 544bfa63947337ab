import { expect, test } from 'vitest';
import shipped from '../../config.json' with { type: 'json' };
import { readSettings } from './config.ts';

test('a page takes settings that are all there as they are', async () => {
  expect(await readSettings(shipped)).toBe(shipped);
});

test('where a page needs one that is missing, every one that is missing or wrong is named', async () => {
  const { portals: _, ...rest } = shipped;
  const problems = [
    'siteUrl must be an https address',
    expect.stringMatching(/^portals is missing/),
  ];
  await expect(readSettings({ ...rest, siteUrl: 'x' })).rejects.toMatchObject({
    problems: expect.arrayContaining(problems),
  });
});
