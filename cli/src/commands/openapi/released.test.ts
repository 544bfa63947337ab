import { readFile } from 'node:fs/promises';
import document from '@one-planet/sdk/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { compareDocuments, isBreaking } from './compare.ts';
import { readDocument } from './document.ts';
import { announcesBreak, comparisonLines } from './tell.ts';

test('nothing breaks since the last release, or the version says that something does', async () => {
  const path = new URL('../../../../sdk/openapi.released.json', import.meta.url);
  const old = readDocument(JSON.parse(await readFile(path, 'utf8')), 'openapi.released.json');
  const fresh = readDocument(document, 'openapi.json');
  const operations = compareDocuments(old, fresh);
  if (!operations.some(({ changes }) => changes.some(isBreaking))) return;
  const lines = comparisonLines({
    old: { name: 'openapi.released.json', version: old.version },
    new: { version: fresh.version },
    operations,
  });
  expect(announcesBreak(old.version, fresh.version), [...lines, '', whatToDo].join('\n')).toBe(
    true,
  );
  // A break on purpose passes, and is seen.
  process.stderr.write(`${lines.join('\n')}\n`);
});

const whatToDo =
  'Undo what breaks, or raise the version as docs/releasing.md says: it is a break on purpose then.';
