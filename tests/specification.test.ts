/** References to the specification, in comments, tests and guides, are all written alike and lead to a section. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectRoot, readProjectFile } from './support/documents.ts';

const trackedFiles = execFileSync('git', ['ls-files'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|css|md|json|ya?ml|sh)$/.test(file));
const textByFile = new Map<string, string>();
for (const file of trackedFiles) {
  textByFile.set(file, joinCommentLines(await readProjectFile(file)));
}

/** Joins the lines of each comment, because a reference may go on after a line break. */
function joinCommentLines(text: string): string {
  return text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)[ \t]*/g, ' ');
}

/** The sign of a section, written so that this file does not contain it. */
const sign = '\u00a7';
/** The path of a page without `docs/` and `.md`, and the numbers of its sections, each with the sign. */
const referencePattern = new RegExp(`specification/([a-z]+) (${sign}\\d+(?:, ${sign}\\d+)*)`, 'g');

/** One for each section that a reference names. */
const references = Array.from(textByFile).flatMap(([file, text]) =>
  Array.from(text.matchAll(referencePattern)).flatMap(([, page = '', sections = '']) =>
    sections.split(', ').map((section) => ({ file, page, number: section.slice(1) })),
  ),
);

test('every reference leads to a page of the specification and a numbered heading', () => {
  expect(
    references.filter(({ page, number }) => {
      const pageText = textByFile.get(`docs/specification/${page}.md`) ?? '';
      return !new RegExp(`^## ${number}\\. `, 'm').test(pageText);
    }),
  ).toEqual([]);
});

test('every page has references, and many files have some', () => {
  expect(new Set(references.map(({ page }) => page))).toEqual(
    new Set(['website', 'journey', 'decisions']),
  );
  expect(references.length).toBeGreaterThan(200);
  expect(new Set(references.map(({ file }) => file)).size).toBeGreaterThan(90);
});

test('no reference is written in another way', () => {
  const otherPattern = new RegExp(
    `.{0,20}${sign}.{0,10}|\\b(?:specifications?|decisions),? \\(?sections? \\d`,
    'gi',
  );
  const otherReferences = Array.from(textByFile).flatMap(([file, text]) =>
    (text.replace(referencePattern, '').match(otherPattern) ?? []).map((other) => [file, other]),
  );
  expect(otherReferences).toEqual([]);
});

test('what a user of the SDK reads names no section', () => {
  const publishedFiles = trackedFiles.filter((file) =>
    /^sdk\/(?:src\/|openapi\.json$|REFERENCE\.md$)/.test(file),
  );
  expect(publishedFiles.length).toBeGreaterThan(30);
  expect(references.filter(({ file }) => publishedFiles.includes(file))).toEqual([]);
});
