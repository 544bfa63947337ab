/** The documentation agrees with the code: its links have targets, its commands and settings are accepted. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { parseDialect } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configFileSchema, mailboxSchema, staffSchema } from '../cli/src/core/settings.ts';
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

const docsPages = (await readdir(new URL('docs/', projectRoot), { recursive: true }))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file.replaceAll('\\', '/')}`);
const markdownFiles = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sdk/REFERENCE.md'],
  ...docsPages.sort(),
];
const textByFile = new Map<string, string>();
for (const file of markdownFiles) textByFile.set(file, await readProjectFile(file));
const readPage = (file: string) => textByFile.get(file) ?? '';

/** @returns what is wrong with a link of a page: one message, or none when its file and heading exist */
async function findLinkErrors(file: string, pageText: string, link: string): Promise<string[]> {
  const [path = '', anchor] = link.split('#');
  const linkTarget = path
    ? new URL(decodeURIComponent(path), new URL(file, projectRoot))
    : undefined;
  if (linkTarget && !existsSync(linkTarget)) return [`${file}: ${link}: there is no such file`];
  if (!anchor) return [];
  if (linkTarget && !linkTarget.pathname.endsWith('.md'))
    return [`${file}: ${link}: no page has anchors`];
  const targetText = linkTarget ? await readFile(linkTarget, 'utf8') : pageText;
  return findAnchors(targetText).has(anchor) ? [] : [`${file}: ${link}: there is no such heading`];
}

test.each(markdownFiles)('links of %s lead to files and headings that exist', async (file) => {
  const pageText = readPage(file);
  const linkErrors = findLinks(pageText).map((link) => findLinkErrors(file, pageText, link));
  expect((await Promise.all(linkErrors)).flat()).toEqual([]);
});

/** Files with command lines that run on other machines, so no test runs them. */
const scriptFiles = ['docs/nightly/gitlab-ci.yml', 'docs/nightly/crontab', 'cli/Dockerfile'];
for (const file of scriptFiles) textByFile.set(file, await readProjectFile(file));

/** All command lines of a page or a script, as words: those with options in sentences, and all in code blocks. */
function commandLinesOf(file: string): string[][] {
  const commandSource = file.endsWith('.yml')
    ? findScripts(parse(readPage(file))).join('\n')
    : readPage(file);
  return [
    ...findCommandLines(commandSource),
    ...readCodeBlocks(commandSource).flatMap((block) => findBlockCommandLines(block.text)),
  ];
}

test.each([...markdownFiles.filter((file) => commandLinesOf(file).length > 0), ...scriptFiles])(
  'the command accepts the command lines of %s',
  async (file) => {
    for (const commandLine of commandLinesOf(file)) {
      await expect(parseCommandLine(commandLine), commandLine.join(' ')).resolves.toBeUndefined();
    }
  },
);

test('the pages have links and command lines, and every script has command lines', () => {
  expect(markdownFiles.flatMap((file) => findLinks(readPage(file))).length).toBeGreaterThan(200);
  expect(markdownFiles.flatMap(commandLinesOf).length).toBeGreaterThan(50);
  for (const file of scriptFiles) expect(commandLinesOf(file), file).not.toEqual([]);
});

test('no page runs the command under a name of npm that belongs to nobody', () => {
  for (const [file, text] of textByFile) expect(text, file).not.toMatch(/\bnpx admissions\b/);
});

test('an unknown option and an unknown command are reported', async () => {
  const commandLines = findCommandLines(
    'admissions check --strict --report "junit=a b.xml" > x && admissions check --strickt; admissions chek --strict',
  );
  expect(commandLines[0]).toEqual(['check', '--strict', '--report', 'junit=a b.xml']);
  await expect(parseCommandLine(commandLines[1] ?? [])).rejects.toThrow(/strickt/);
  await expect(parseCommandLine(commandLines[2] ?? [])).rejects.toThrow(/no command "chek"/);
});

/** The guides whose JSON blocks are configuration files. */
const configurationGuides = [
  'docs/for-backend-teams.md',
  'docs/specification/decisions.md',
  'docs/staging.md',
];

test.each(configurationGuides)('every JSON block of %s is a configuration or a dialect', (file) => {
  const jsonBlocks = readCodeBlocks(readPage(file)).filter(
    ({ infoString }) => infoString === 'json',
  );
  expect(jsonBlocks.length).toBeGreaterThan(0);
  for (const block of jsonBlocks) {
    const parsedBlock = JSON.parse(block.text);
    if ('operations' in parsedBlock) expect(() => parseDialect(parsedBlock)).not.toThrow();
    else expect(configFileSchema.safeParse(parsedBlock).error?.issues, block.text).toBeUndefined();
  }
});

describe('the tables name', () => {
  const guideText = readPage('docs/for-backend-teams.md');

  test.each([...mailboxSchema.optionsMap.keys()])('the mailbox adapter %s', (adapterName) => {
    expect(guideText.split('### Mailbox')[1]).toContain(`\n| \`${String(adapterName)}\` |`);
  });

  test.each([...staffSchema.optionsMap.keys()])('the staff adapter %s', (use) => {
    expect(guideText.split('### Staff')[1]).toContain(`\n| \`${String(use)}\` |`);
  });

  test.each(Object.keys(siteSettings))("the site's setting %s", (name) => {
    expect(readPage('docs/hosting.md')).toMatch(new RegExp(`^\\| \`${name}[.\`]`, 'm'));
  });
});

test('docs/sdk.md shows every example of the SDK, or links to it', async () => {
  const exampleFiles = await readdir(new URL('sdk/examples/', projectRoot));
  const guideText = readPage('docs/sdk.md');
  const namedPaths = [
    ...readCodeBlocks(guideText).map(({ infoString }) => infoString.replace(/^tsx? /, '../')),
    ...findLinks(guideText),
  ];
  const examplePaths = exampleFiles.map((file) => `../sdk/examples/${file}`);
  expect(examplePaths.filter((path) => !namedPaths.includes(path))).toEqual([]);
});
