import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const config = join(import.meta.dirname, '../tsconfig.json');
const parsed = ts.getParsedCommandLineOfConfigFile(config, undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: () => {},
});
const program = ts.createProgram(parsed?.fileNames ?? [], parsed?.options ?? {});
const checker = program.getTypeChecker();

/** @returns whether an expression in JSX is a text if it is anything: what may be an element as well does not count */
function isText(expression: ts.Expression): boolean {
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

/** @returns the texts that stand beside something else, as they are written */
function bareTextsIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) =>
        ts.isJsxText(child)
          ? child.text.trim() !== ''
          : !ts.isJsxExpression(child) || child.expression !== undefined,
      );
      // A fragment's text may be beside whatever is around the fragment.
      if (children.length > 1 || ts.isJsxFragment(node)) {
        for (const child of children) {
          if (ts.isJsxExpression(child) && child.expression && isText(child.expression))
            found.push(child.getText());
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('a text has an element of its own: a translator takes a bare one away, and React would change what is gone', () => {
  const screens = program
    .getSourceFiles()
    .filter(({ fileName }) => /^(?!.*node_modules).*\.tsx$/.test(fileName));
  expect(screens.length).toBeGreaterThan(100);
  const bare = screens.flatMap((file) =>
    bareTextsIn(file).map((text) => `${file.fileName.replace(/.*\/web\/src\//, '')}: ${text}`),
  );
  expect(bare, 'Put each into <Text> (ui/text.tsx), or join it with its neighbours').toEqual([]);
});
