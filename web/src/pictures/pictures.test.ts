import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pictureOfProgram } from './of-program.ts';

const folder = new URL('./', import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith('.svg'));

test.each([
  ['Accounting', 'accounting'],
  ['Accounting and Finance', 'accounting'],
  ['Banking and Finance', 'banking'],
  ['Data Science', 'data'],
  ['Entrepreneurship & Innovation', 'entrepreneurship'],
  ['Social Work', 'social-work'],
  ['BSc in Public Health', 'health'],
  ['Early Childhood Education', 'education'],
  ['Business Administration', 'management'],
  ['Computer Science', 'technology'],
  ['Ethiopian Languages and Literature', 'languages'],
  ['LAW', 'law'],
  ['Coffee Science', 'agriculture'],
  ['ሒሳብ', 'programme'],
  ['', 'programme'],
])('%s has the picture %s.svg', (name, picture) => {
  expect(pictureOfProgram(name)).toContain(`/${picture}.svg`);
});

test.each(names)('%s weighs at most 3 KB on its way, and says how large it is', async (name) => {
  const text = await readFile(new URL(name, folder));
  expect(gzipSync(text).length).toBeLessThanOrEqual(3 * 1024);
  expect(text.toString()).toMatch(/^<svg[^>]+viewBox="0 0 \d+ \d+"/);
  expect(text.toString()).not.toMatch(/<script|on\w+=|href="http/);
});
