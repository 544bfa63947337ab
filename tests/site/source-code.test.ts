/** Rules for the source code of the site and the forms that neither the compiler nor the linter checks. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { collectRuleMessages } from '../support/rule-messages.ts';

const configPath = fileURLToPath(new URL('../../web/tsconfig.json', import.meta.url));
const parsedConfig = ts.getParsedCommandLineOfConfigFile(configPath, undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: () => {},
});
const program = ts.createProgram(parsedConfig?.fileNames ?? [], parsedConfig?.options ?? {});
const checker = program.getTypeChecker();

/** The files of the site, by their names below `web/src`. */
const sources = program.getSourceFiles().flatMap((file) => {
  const [, name] = /\/web\/src\/(.*)$/.exec(file.fileName) ?? [];
  return name && !/\.test\.tsx?$|^testing\//.test(name) ? [{ name, file }] : [];
});

/** Calls `visit` for every node of a file. */
function forEachNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => forEachNode(child, visit));
}

/** @returns whether an expression in JSX can only be a text or nothing, and never an element */
function canOnlyBeText(expression: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(expression);
  const isString = ({ flags }: ts.Type) =>
    (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0;
  const parts = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) =>
      !(flags & (ts.TypeFlags.BooleanLike | ts.TypeFlags.Null | ts.TypeFlags.Undefined)),
  );
  const isSpace = ts.isStringLiteral(expression) && expression.text.trim() === '';
  return !isSpace && parts.length > 0 && parts.every(isString);
}

/** @returns the source of each text that has siblings in its element */
function bareTextsIn(file: ts.SourceFile): string[] {
  const texts: string[] = [];
  forEachNode(file, (node) => {
    if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return;
    const children = node.children.filter((child) =>
      ts.isJsxText(child)
        ? child.text.trim() !== ''
        : !ts.isJsxExpression(child) || child.expression !== undefined,
    );
    // A text in a fragment may have siblings around the fragment.
    if (children.length < 2 && !ts.isJsxFragment(node)) return;
    for (const child of children) {
      if (ts.isJsxExpression(child) && child.expression && canOnlyBeText(child.expression))
        texts.push(child.getText());
    }
  });
  return texts;
}

test('a text has its own element: a translator replaces a bare text node, which React would then change without effect', () => {
  const screens = sources.filter(({ name }) => name.endsWith('.tsx'));
  expect(screens.length).toBeGreaterThan(40);
  const bareTexts = screens.flatMap(({ name, file }) =>
    bareTextsIn(file).map((text) => `${name}: ${text}`),
  );
  expect(bareTexts, 'Put each into <Text> (ui/blocks.tsx), or join it with its neighbours').toEqual(
    [],
  );
});

/** Casts that cannot be avoided, by file. */
const allowedCasts: Readonly<Record<string, readonly string[]>> = {
  'site/unchecked.ts': ['(keyof T)[]', 'Record<F, string>'],
  'site/routes.ts': ['{ readonly [N in RouteName]: (typeof routes)[N]["path"] }'],
  // Only runs in the build: React's types name a stream of Node, whose types the site does not include.
  'app/prerender.tsx': ['unknown', 'AsyncIterable<Uint8Array>'],
};

/** @returns the types that a file asserts with `as` or `!`, other than `as const` */
function castsIn(file: ts.SourceFile): string[] {
  const casts: string[] = [];
  forEachNode(file, (node) => {
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') casts.push(node.type.getText());
    if (ts.isTypeAssertionExpression(node)) casts.push(node.type.getText());
    if (ts.isNonNullExpression(node)) casts.push(`not nullish: ${node.getText()}`);
  });
  return casts.map((cast) => cast.replace(/\s+/g, ' ').replace(/;? }/g, ' }').replaceAll("'", '"'));
}

test('no page casts the response of a backend: it narrows on the status', () => {
  const casts = sources.flatMap(({ name, file }) =>
    castsIn(file)
      .filter((cast) => !allowedCasts[name]?.includes(cast))
      .map((cast) => `${name}: as ${cast}`),
  );
  expect(casts, 'Narrow on the status, or look with a type predicate (site/unchecked.ts)').toEqual(
    [],
  );
});

test('every message in the source of the rules is among those that must be translated', async () => {
  const textPatterns = await readRuleTextPatterns();
  const messages = collectRuleMessages();
  const untranslatedPatterns = textPatterns.filter(
    (textPattern) => !messages.some((message) => textPattern.test(message)),
  );
  expect(textPatterns.length).toBeGreaterThan(50);
  expect(untranslatedPatterns).toEqual([]);
});

/** The files in which the messages of forms are written. */
const messageFiles = ['forms', 'fields', 'file-rules'];

/**
 * @returns a pattern for every message in those files, or part of one; where a template has a value, anything matches
 */
async function readRuleTextPatterns(): Promise<RegExp[]> {
  const patterns: RegExp[] = [];
  for (const name of messageFiles) {
    const url = new URL(`../../contract/src/${name}.ts`, import.meta.url);
    const source = ts.createSourceFile(name, await readFile(url, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      // The text of `describe` is documentation for programmers.
      if (ts.isCallExpression(node) && nameOf(node.expression) === 'describe') {
        visit(node.expression);
        return;
      }
      const parts = fixedPartsOf(node);
      if (parts && isSentence(parts.join('Name'))) {
        const escapedParts = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
        patterns.push(new RegExp(escapedParts.join('.*')));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return patterns;
}

/**
 * @returns whether a text has several words and begins like a sentence; `Expected number` is about responses of
 *   backends, not about forms
 */
function isSentence(text: string): boolean {
  return /^[A-Z][A-Za-z]* .*[a-z]{2}/.test(text) && text !== 'Expected number';
}

/** @returns the fixed parts of a string or template; `undefined` for other nodes */
function fixedPartsOf(node: ts.Node): string[] | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

function nameOf(node: ts.Expression): string {
  return ts.isPropertyAccessExpression(node) ? node.name.text : '';
}
