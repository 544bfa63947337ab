/** Holds the documentation to the code: links lead somewhere, commands and settings are accepted, code is run. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { parseDialect } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configFileSchema, mailboxSettings, staffSettings } from '../cli/src/core/settings.ts';
import siteSettings from '../web/config.json' with { type: 'json' };
import {
  findAnchors,
  findBlockCommandLines,
  findCommandLines,
  findLinks,
  findScripts,
  parseCommandLine,
  projectRoot,
  readCodeBlocks,
  readProjectFile,
} from './support/documents.ts';

const inDocs = (await readdir(new URL('docs/', projectRoot), { recursive: true }))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file.replaceAll('\\', '/')}`);
const files = ['README.md', 'CONTRIBUTING.md', 'sdk/REFERENCE.md', ...inDocs.sort()];
const texts = new Map<string, string>();
for (const file of files) texts.set(file, await readProjectFile(file));
const text = (file: string) => texts.get(file) ?? '';

/** @returns what is wrong with a link of a page; nothing when it leads somewhere */
async function wrongLink(file: string, page: string, link: string): Promise<string[]> {
  const [path = '', anchor] = link.split('#');
  const target = path ? new URL(decodeURIComponent(path), new URL(file, projectRoot)) : undefined;
  if (target && !existsSync(target)) return [`${file}: ${link}: there is no such file`];
  if (!anchor) return [];
  if (target && !target.pathname.endsWith('.md')) return [`${file}: ${link}: no page has anchors`];
  const there = target ? await readFile(target, 'utf8') : page;
  return findAnchors(there).has(anchor) ? [] : [`${file}: ${link}: there is no such heading`];
}

test.each(files)('links of %s lead to files and headings that exist', async (file) => {
  const page = text(file);
  const wrong = findLinks(page).map((link) => wrongLink(file, page, link));
  expect((await Promise.all(wrong)).flat()).toEqual([]);
});

/** Files that run elsewhere, out of sight of the tests. */
const scripted = ['docs/nightly/gitlab-ci.yml', 'docs/nightly/crontab', 'cli/Dockerfile'];
for (const file of scripted) texts.set(file, await readProjectFile(file));

/** All command lines of a page or a script: those with options in sentences, and every one in code blocks. */
function linesOf(file: string): string[][] {
  const all = file.endsWith('.yml') ? findScripts(parse(text(file))).join('\n') : text(file);
  return [
    ...findCommandLines(all),
    ...readCodeBlocks(all).flatMap((block) => findBlockCommandLines(block.text)),
  ];
}

test.each([...files.filter((file) => linesOf(file).length > 0), ...scripted])(
  'command lines of %s are taken by the command',
  async (file) => {
    for (const words of linesOf(file)) {
      await expect(parseCommandLine(words), words.join(' ')).resolves.toBeUndefined();
    }
  },
);

test('links and command lines are found at all', () => {
  expect(files.flatMap((file) => findLinks(text(file))).length).toBeGreaterThan(200);
  expect(files.flatMap(linesOf).length).toBeGreaterThan(50);
  for (const file of scripted) expect(linesOf(file), file).not.toEqual([]);
});

test('an option or a command that is not there is seen', async () => {
  const lines = findCommandLines(
    'admissions check --strict --report "junit=a b.xml" > x && admissions check --strickt; admissions chek --strict',
  );
  expect(lines[0]).toEqual(['check', '--strict', '--report', 'junit=a b.xml']);
  await expect(parseCommandLine(lines[1] ?? [])).rejects.toThrow(/strickt/);
  await expect(parseCommandLine(lines[2] ?? [])).rejects.toThrow(/no command "chek"/);
});

/** The guides that show configuration files. */
const withSettings = [
  'README.md',
  'docs/for-backend-teams.md',
  'docs/nightly/README.md',
  'docs/staging.md',
];

test.each(withSettings)('every JSON block of %s is a configuration or a dialect', (file) => {
  const json = readCodeBlocks(text(file)).filter(({ info }) => info === 'json');
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
  const examples = await readdir(new URL('sdk/examples/', projectRoot));
  const code = readCodeBlocks(text('docs/sdk.md')).filter(({ info }) => /^tsx?\b/.test(info));
  const shown = code.map(({ info }) => info.replace(/^tsx? sdk\/examples\//, ''));
  expect(shown.sort()).toEqual(examples.sort());
});
