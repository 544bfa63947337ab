/** What the rules of the forms say, as it stands in their source. */
import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/** The files in which the messages of forms are written. */
const files = [
  ...['account-forms', 'application', 'biography', 'contact', 'education', 'fields', 'file-rules'],
  ...['offline-payment', 'profile', 'registration'],
];

/**
 * @returns every text in those files that is said to people, or a part of what is, as a pattern: what a template fills in
 *   is anything
 */
export async function ruleTexts(): Promise<RegExp[]> {
  const found: RegExp[] = [];
  for (const name of files) {
    const url = new URL(`../contract/src/${name}.ts`, import.meta.url);
    const source = ts.createSourceFile(name, await readFile(url, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      // What `describe` is given is read by programmers only.
      if (ts.isCallExpression(node) && nameOf(node.expression) === 'describe') {
        visit(node.expression);
        return;
      }
      const parts = partsOf(node);
      if (parts && isSaid(parts.join('Name'))) {
        found.push(new RegExp(parts.map(escaped).join('.*')));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** More than one word, as a sentence begins; `Expected number` is said of what backends answer, not of what is typed. */
function isSaid(text: string): boolean {
  return /^[A-Z][A-Za-z]* .*[a-z]{2}/.test(text) && text !== 'Expected number';
}

/** @returns the fixed parts of a text; nothing for what is none */
function partsOf(node: ts.Node): string[] | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

function nameOf(node: ts.Expression): string {
  return ts.isPropertyAccessExpression(node) ? node.name.text : '';
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
