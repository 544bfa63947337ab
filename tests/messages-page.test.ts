/** docs/messages.md names, for every message, a test that reads it word for word. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const page = await readFile(new URL('../docs/messages.md', import.meta.url), 'utf8');
const rows = Array.from(
  page.matchAll(/^\| (.+) \| (.+) \| (\S+\.test\.ts) \|$/gm),
  ([, message = '', where = '', file = '']) => ({ message, where, file }),
);

test('there are rows for both specifications', () => {
  expect(rows.length).toBeGreaterThan(80);
});

test.each(rows)('$file reads "$message" ($where)', async ({ message, file }) => {
  const source = await readFile(new URL(`site/${file}`, import.meta.url), 'utf8');
  // The server's words are the test's own.
  if (message.startsWith('*')) return;
  for (const part of message.split(/\{\w+\}/))
    expect(source.replaceAll("\\'", "'")).toContain(part);
});
