/** Which texts the code of the site reads, found with TypeScript's own knowledge of what a name refers to. */
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readEnglish } from '../../web/build/languages.ts';
import { root } from '../../web/build/problem.ts';

const english = await readEnglish();

/** @param modules the names of the modules of words @returns whether a text is read, by its `module:path` */
function usedTexts(modules: readonly string[]): (text: string) => boolean {
  const program = programOf();
  const checker = program.getTypeChecker();
  const places = new TextPlaces(program, modules);
  const read = new Set<string>();
  /** Groups that are handed to what may read any of it. */
  const readWhole = new Set<string>();
  const ofSite = program
    .getSourceFiles()
    .filter((file) => /\/web\/(src|build)\//.test(file.fileName));
  for (const source of ofSite) visit(source);
  return (text) => {
    const parts = text.split('.');
    const groups = parts.map((_part, at) => parts.slice(0, at + 1).join('.'));
    return read.has(text) || groups.some((group) => readWhole.has(group));
  };

  function visit(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node)) {
      const symbol = places.names.has(node.name.text) && checker.getSymbolAtLocation(node.name);
      if (symbol) takeAll(node, symbol);
    } else if (ts.isElementAccessExpression(node)) takeElement(node);
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const outer = checker.getTypeAtLocation(node.parent);
      const property = outer.getProperty(nameOf(node.propertyName ?? node.name));
      for (const path of places.pathsOf(property)) bind(node, path);
    } else if (ts.isIdentifier(node) && isValue(node)) {
      takeAll(node, checker.getSymbolAtLocation(node));
    }
    ts.forEachChild(node, visit);
  }

  function takeAll(node: ts.Expression, symbol: ts.Symbol | undefined): void {
    for (const path of places.pathsOf(symbol)) take(node, path);
  }

  /** `texts[name]`: all that the type of the name allows. */
  function takeElement(node: ts.ElementAccessExpression): void {
    const outer = checker.getTypeAtLocation(node.expression);
    const name = checker.getTypeAtLocation(node.argumentExpression);
    const known = checker.getBaseConstraintOfType(name) ?? name;
    for (const one of known.isUnion() ? known.types : [known]) {
      if (one.isStringLiteral()) takeAll(node, outer.getProperty(one.value));
    }
  }

  /** A new name for a group: what is read of it is met under that name. */
  function bind(node: ts.Node, path: string): void {
    read.add(path);
    places.note(node, path);
  }

  /** An expression that is a text, or a group of them. */
  function take(node: ts.Expression, path: string): void {
    read.add(path);
    const { parent } = node;
    const isInner =
      (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) &&
      parent.expression === node;
    const isSpread = ts.isJsxSpreadAttribute(parent) || ts.isSpreadAssignment(parent);
    if (isSpread || places.opaque.has(path)) readWhole.add(path);
    else if (ts.isVariableDeclaration(parent)) bind(parent, path);
    else if (!isInner) hand(path, checker.getContextualType(node));
  }

  /** A value that is handed on is read as far as the one who gets it has names for it. */
  function hand(path: string, wanted: ts.Type | undefined, depth = 3): void {
    read.add(path);
    const type = wanted && checker.getNonNullableType(wanted);
    for (const one of type?.isUnion() ? type.types : [type]) {
      const inner = one && (checker.getIndexTypeOfType(one, ts.IndexKind.Number) ?? one);
      const isNamed =
        inner !== undefined &&
        !(inner.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) &&
        !checker.getIndexTypeOfType(inner, ts.IndexKind.String) &&
        !inner.getProperty('map') &&
        !inner.getProperty('__@iterator');
      if (!isNamed || depth === 0) readWhole.add(path);
      else if (inner.flags & ts.TypeFlags.Object) {
        for (const property of inner.getProperties()) {
          const below = `${path}.${property.name}`;
          if (places.known.has(below)) hand(below, checker.getTypeOfSymbol(property), depth - 1);
        }
      }
    }
  }
}

/** A name that stands for its value: not one that is imported, exported, declared, or the name of a property. */
function isValue({ parent, pos }: ts.Identifier): boolean {
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression.pos === pos;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) {
    return parent.initializer?.pos === pos;
  }
  return !ts.isBindingElement(parent);
}

function programOf(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const build = ts.sys.readDirectory(join(root, 'build'), ['.ts']);
  return ts.createProgram([...fileNames, ...build], { ...options, composite: false });
}

// Where the texts of the site are written, as TypeScript knows the places.

class TextPlaces {
  /** The texts or groups of texts at a place, as `module:path`, without the places in lists. */
  readonly #paths = new Map<ts.Node, string[]>();
  /** Groups whose inside has names of its own no more: maps, and what has a type of its own. */
  readonly opaque = new Set<string>();
  /** Every text and group there is. */
  readonly known = new Set<string>();
  /** Their names, each in its group. */
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
function nameOf(name: ts.Node): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

test('every text is read somewhere, by the name that it has there', () => {
  const isUsed = usedTexts([...english.keys()]);
  const names = [...english].flatMap(([module, words]) =>
    [...words.keys()].map((path) => `${module}:${path.replace(/\.\d+(?=\.|$)/g, '')}`),
  );
  expect(names.filter((name) => !isUsed(name))).toEqual([]);
  expect(isUsed('features/exam/exam-words:examTexts.nothing')).toBe(false);
}, 300_000);
