/** Whatever a document names exists: paths of the API, files, options, formats of reports and exit codes. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { alternate, operations } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { exitCodes } from '../cli/src/core/exit.ts';
import { reportFormatNames } from '../cli/src/report/files.ts';
import { listOptionFlags, projectRoot, readProjectFile } from './support/documents.ts';

const documentPaths = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'cli/README.md', 'sdk/README.md'],
  ...(await readdir(new URL('docs/', projectRoot), { recursive: true }))
    .filter((path) => /\.(md|yml|yaml|sh|env|conf|caddy)$/.test(path))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`),
];
const documents = await Promise.all(
  documentPaths.map(async (path) => ({ path, text: await readProjectFile(path) })),
);

/** @returns `path: name` for each name that a pattern finds in the documents and that does not exist, and how many it finds */
function findMissingNames(pattern: RegExp, exists: (name: string) => boolean) {
  const names = documents.flatMap(({ path, text }) =>
    Array.from(text.matchAll(pattern), ([, name = '']) => ({ path, name })),
  );
  return {
    nameCount: names.length,
    missingNames: names
      .filter(({ name }) => !exists(name))
      .map(({ path, name }) => `${path}: ${name}`),
  };
}

test('paths of the API are those of the contract', () => {
  const templates = operations.flatMap(({ name, route }) => [
    route.path,
    alternate.operations[name]?.path ?? route.path,
  ]);
  const patterns = templates.map(
    (template) => new RegExp(`^${template.replace(/:\w+/g, '[^/]+')}$`),
  );
  const { nameCount, missingNames } = findMissingNames(
    /\/api(\/(?:applicants|auth|batch_programs|program_courses|programs|contents|exams|payments|files)[\w/:{}$.%@+*-]*)/g,
    // Two stars are a framework's pattern of many paths.
    (path) =>
      path.endsWith('**') || patterns.some((pattern) => pattern.test(path.replace(/\.$/, ''))),
  );
  expect(missingNames).toEqual([]);
  expect(nameCount).toBeGreaterThan(10);
});

test('files of the project are there', () => {
  const { nameCount, missingNames } = findMissingNames(
    /`((?:\.\.?\/)*(?:cli|contract|docs|mocks|sdk|tests|web)\/[\w./-]+)`/g,
    (path) => existsSync(new URL(path.replace(/^(\.\.?\/)+/, ''), projectRoot)),
  );
  expect(missingNames).toEqual([]);
  expect(nameCount).toBeGreaterThan(50);
});

/** Options of vitest, docker and openssl. */
const optionsOfOtherPrograms = ['--project', '--build-arg', '--env', '--network', '--cert'];

test("options are those of a command or of the site's build, and sizes and colours those of its styles", async () => {
  const sources = await Promise.all(
    ['web/build/options.ts', 'web/src/styles/tokens.css'].map(readProjectFile),
  );
  const existingNames = new Set([
    ...(await listOptionFlags()),
    ...optionsOfOtherPrograms,
    ...sources.flatMap((text) => text.match(/--[a-z]+/g) ?? []),
  ]);
  const { nameCount, missingNames } = findMissingNames(/`(--[a-z][a-z-]+)(?=[ =`])/g, (name) =>
    existingNames.has(name),
  );
  expect(missingNames).toEqual([]);
  expect(nameCount).toBeGreaterThan(50);
});

test('formats of reports are those that --report takes', () => {
  const { nameCount, missingNames } = findMissingNames(
    /(?:`|--report "?)([a-z-]+)=[^\s"`]+\.(?:html|json|xml|md|prom|har)\b/g,
    (format) => (reportFormatNames as readonly string[]).includes(format),
  );
  expect(missingNames).toEqual([]);
  expect(nameCount).toBeGreaterThan(10);
});

test('exit codes are those of the command, or those of a night that cannot start', () => {
  const codes = [...Object.values(exitCodes), 69, 73, 75, 78].map(String);
  const { nameCount, missingNames } = findMissingNames(
    /\bexit(?:s with)?(?: code)? (\d+)/gi,
    (code) => codes.includes(code),
  );
  expect(missingNames).toEqual([]);
  expect(nameCount).toBeGreaterThan(3);
});
