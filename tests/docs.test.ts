/** Holds the documentation to the code: links lead somewhere, commands and settings are accepted, code is run. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { parseDialect } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { mailboxSettings } from '../cli/src/adapters/mailbox/settings.ts';
import { staffSettings } from '../cli/src/adapters/staff/settings.ts';
import { configFileSchema } from '../cli/src/config/settings.ts';
import siteSettings from '../web/config.json' with { type: 'json' };
import { anchors, blocks, links } from './docs/markdown.ts';
import { blockLines, commandLines, parseLine } from './ready-to-use/command-lines.ts';
import { read, root } from './ready-to-use/files.ts';

const inDocs = (await readdir(new URL('docs/', root), { recursive: true }))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file.replaceAll('\\', '/')}`);
const files = ['README.md', 'CONTRIBUTING.md', 'sdk/REFERENCE.md', ...inDocs.sort()];
const texts = new Map<string, string>();
for (const file of files) texts.set(file, await read(file));
const text = (file: string) => texts.get(file) ?? '';

/** @returns what is wrong with a link of a page; nothing when it leads somewhere */
async function wrongLink(file: string, page: string, link: string): Promise<string[]> {
  const [path = '', anchor] = link.split('#');
  const target = path ? new URL(decodeURIComponent(path), new URL(file, root)) : undefined;
  if (target && !existsSync(target)) return [`${file}: ${link}: there is no such file`];
  if (!anchor) return [];
  if (target && !target.pathname.endsWith('.md')) return [`${file}: ${link}: no page has anchors`];
  const there = target ? await readFile(target, 'utf8') : page;
  return anchors(there).has(anchor) ? [] : [`${file}: ${link}: there is no such heading`];
}

describe('links', () => {
  test.each(files)('of %s lead to files and headings that exist', async (file) => {
    const page = text(file);
    const wrong = links(page).map((link) => wrongLink(file, page, link));
    expect((await Promise.all(wrong)).flat()).toEqual([]);
  });

  test('that lead nowhere are seen', async () => {
    const page =
      '# A `b` & c\n[x](gone.md) [y](#a-b--c) [z](checks.md#gone) ![p](gone.png)\n`[q](code.md)` [w](https://x.example)\n<img src="gone.svg">';
    expect(links(page)).toEqual(['gone.md', '#a-b--c', 'checks.md#gone', 'gone.png', 'gone.svg']);
    const wrong = await Promise.all(links(page).map((link) => wrongLink('docs/x.md', page, link)));
    expect(wrong.map((one) => one.length)).toEqual([1, 0, 1, 1, 1]);
  });
});

/** All command lines of a page: those with options in sentences, and every one in code blocks. */
const linesOf = (file: string) => [
  ...commandLines(text(file)),
  ...blocks(text(file)).flatMap((block) => blockLines(block.text)),
];

describe('command lines', () => {
  const withCommands = files.filter((file) => linesOf(file).length > 0);

  test.each(withCommands)('of %s are taken by the command', async (file) => {
    for (const words of linesOf(file)) {
      await expect(parseLine(words), words.join(' ')).resolves.toBeUndefined();
    }
  });

  test('are found whatever stands around them', () => {
    const found = blockLines(
      "$ npx admissions check --only 'a b' \\\n  --strict > x   # why\n0 3 * * * cd /srv && admissions smoke | tee log\nmake it  admissions diff A B\n-t admissions .\n@one-planet/admissions check",
    );
    expect(found).toEqual([['check', '--only', 'a b', '--strict'], ['smoke'], ['diff', 'A', 'B']]);
  });
});

/** The guides that show configuration files. */
const withSettings = [
  'README.md',
  'docs/for-backend-teams.md',
  'docs/nightly/README.md',
  'docs/staging.md',
];

test.each(withSettings)('every JSON block of %s is a configuration or a dialect', (file) => {
  const json = blocks(text(file)).filter(({ info }) => info === 'json');
  expect(json.length).toBeGreaterThan(0);
  for (const block of json) {
    const parsed = JSON.parse(block.text);
    if ('operations' in parsed) expect(() => parseDialect(parsed)).not.toThrow();
    else expect(configFileSchema.safeParse(parsed).error?.issues, block.text).toBeUndefined();
  }
});

describe('the tables name', () => {
  const guide = text('docs/for-backend-teams.md');

  test.each([...mailboxSettings.optionsMap.keys()])('the mailbox adapter %s', (use) => {
    expect(guide.split('### Mailbox')[1]).toContain(`\n| \`${String(use)}\` |`);
  });

  test.each([...staffSettings.optionsMap.keys()])('the staff adapter %s', (use) => {
    expect(guide.split('### Staff')[1]).toContain(`\n| \`${String(use)}\` |`);
  });

  test.each(Object.keys(siteSettings))("the site's setting %s", (name) => {
    expect(text('docs/hosting.md')).toMatch(new RegExp(`^\\| \`${name}[.\`]`, 'm'));
  });
});

test('every example of the SDK is shown in docs/sdk.md', async () => {
  const examples = await readdir(new URL('sdk/examples/', root));
  const code = blocks(text('docs/sdk.md')).filter(({ info }) => /^tsx?\b/.test(info));
  const shown = code.map(({ info }) => info.replace(/^tsx? sdk\/examples\//, ''));
  expect(shown.sort()).toEqual(examples.sort());
});
