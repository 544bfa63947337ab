import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Where the compiler can't know better, by file. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'site/unchecked.ts': ['(keyof T)[]'],
  'routes.ts': ['{ readonly [N in RouteName]: (typeof routes)[N]["path"] }'],
  // Build time only: React's types speak of a stream of Node, whose types the site does without.
  'prerender.tsx': ['unknown', 'AsyncIterable<Uint8Array>'],
};

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing\//.test(name),
);

/** @returns the types that a file asserts with `as` or `!`, other than `as const` */
function castsIn(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const casts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') casts.push(node.type.getText());
    if (ts.isTypeAssertionExpression(node)) casts.push(node.type.getText());
    if (ts.isNonNullExpression(node)) casts.push(`not nullish: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return casts.map((cast) => cast.replace(/\s+/g, ' ').replace(/;? }/g, ' }').replaceAll("'", '"'));
}

test('no page casts what a backend answers: it narrows on the status', () => {
  const casts = sources.flatMap((name) =>
    castsIn(name)
      .filter((cast) => !allowed[name]?.includes(cast))
      .map((cast) => `${name}: as ${cast}`),
  );
  expect(casts, 'Narrow on the status, or look with a type predicate (site/unchecked.ts)').toEqual(
    [],
  );
});
