/** Where the texts of the site are written, as TypeScript knows the places. */
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../web/build/folders.ts';

export class TextPlaces {
  /** The texts or groups of texts at a place, as `module:path`, without the places in lists. */
  readonly #paths = new Map<ts.Node, string[]>();
  /** Groups whose inside has names of its own no more: maps, and what has a type of its own. */
  readonly opaque = new Set<string>();
  /** Every text and group there is. */
  readonly known = new Set<string>();
  /** What they are called, each in its group. */
  readonly names = new Set<string>();
  readonly #checker: ts.TypeChecker;

  /** @param modules the names of the modules of words */
  constructor(program: ts.Program, modules: readonly string[]) {
    this.#checker = program.getTypeChecker();
    for (const name of modules) {
      const source = program.getSourceFile(join(root, 'src', `${name}.ts`));
      for (const statement of source?.statements ?? []) {
        if (!ts.isVariableStatement(statement)) continue;
        for (const one of statement.declarationList.declarations) {
          const path = `${name}:${one.name.getText()}`;
          this.note(one, path);
          if (one.type) this.opaque.add(path);
          else if (one.initializer) this.#noteInside(one.initializer, path);
        }
      }
    }
  }

  note(node: ts.Node, path: string): void {
    this.known.add(path);
    this.names.add(path.replace(/.*[.:]/, ''));
    this.#paths.set(node, [...(this.#paths.get(node) ?? []), path]);
  }

  /** @returns the texts or groups that a name refers to */
  pathsOf(symbol: ts.Symbol | undefined): string[] {
    if (!symbol) return [];
    const isAlias = Boolean(symbol.flags & ts.SymbolFlags.Alias);
    const own = isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return (own.declarations ?? []).flatMap((node) => this.#paths.get(node) ?? []);
  }

  #noteInside(node: ts.Expression, path: string): void {
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      this.#noteInside(node.expression, path);
    } else if (ts.isArrayLiteralExpression(node)) {
      for (const one of node.elements) this.#noteInside(one, path);
    } else if (ts.isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (!property.name) continue;
        const inner = `${path}.${nameOf(property.name)}`;
        this.note(property, inner);
        if (ts.isPropertyAssignment(property)) this.#noteInside(property.initializer, inner);
      }
    } else if (ts.isIdentifier(node)) {
      const declared = this.#checker.getSymbolAtLocation(node)?.valueDeclaration;
      const isConst = declared && ts.isVariableDeclaration(declared);
      if (isConst && declared.initializer) this.#noteInside(declared.initializer, path);
    } else if (ts.isNewExpression(node) || ts.isCallExpression(node)) this.opaque.add(path);
  }
}

/** @returns what a property or a variable is called */
export function nameOf(name: ts.Node): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}
