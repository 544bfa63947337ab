/** Which texts the code of the site reads, found with TypeScript's own knowledge of what a name refers to. */
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../web/build/folders.ts';
import { nameOf, TextPlaces } from './text-places.ts';

/** @param modules the names of the modules of words @returns whether a text is read, by its `module:path` */
export function usedTexts(modules: readonly string[]): (text: string) => boolean {
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

  /** What is handed on is read as far as the one who gets it has names for it. */
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
