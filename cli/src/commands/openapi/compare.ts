/** Two OpenAPI documents, operation by operation. */
import { type Change, change } from './change.ts';
import { compareOperations } from './compare-operations.ts';
import type { ApiDocument, ApiOperation } from './document.ts';
import { compareFrames } from './frame.ts';
import { createCompareSchemas } from './schema.ts';

/** What changed in one operation; the breaking changes come first. */
export interface OperationChanges {
  operation: string;
  /** e.g. `POST /auth/public/login`; empty for the whole document. */
  wire: string;
  changes: readonly Change[];
}

/** What the differences of two documents stand under that belong to no operation. */
const wholeDocument = 'the whole document';

/** @returns the operations with changes, those with breaking ones first */
export function compareDocuments(old: ApiDocument, fresh: ApiDocument): OperationChanges[] {
  const pairs = pairUp(old.operations, fresh.operations);
  const documents = { old, new: fresh };
  const schemas = createCompareSchemas({ old: old.resolve, new: fresh.resolve });
  const all: OperationChanges[] = [
    { operation: wholeDocument, wire: '', changes: compareFrames(old, fresh) },
    ...pairs.map(({ before, after }) => ({
      operation: (after ?? before)?.name ?? '',
      wire: wireOf(after ?? before),
      changes:
        before && after
          ? compareOperations(before, after, documents, schemas)
          : onlyOne(before, after),
    })),
  ];
  return all
    .filter(({ changes }) => changes.length > 0)
    .map((one) => ({ ...one, changes: breakingFirst(one.changes, isBreaking) }))
    .sort((a, b) => Number(b.changes.some(isBreaking)) - Number(a.changes.some(isBreaking)));
}

export function isBreaking({ breaks }: Change): boolean {
  return breaks.length > 0;
}

function breakingFirst(changes: readonly Change[], test: (one: Change) => boolean): Change[] {
  return [...changes.filter(test), ...changes.filter((one) => !test(one))];
}

interface Pair {
  before?: ApiOperation;
  after?: ApiOperation;
}

/** By name, and what is left by method and path. */
function pairUp(old: readonly ApiOperation[], fresh: readonly ApiOperation[]): Pair[] {
  const left = new Set(fresh);
  const take = (test: (one: ApiOperation) => boolean): Pair => {
    const after = [...left].find(test);
    if (after) left.delete(after);
    return after ? { after } : {};
  };
  const named = old.map((before) => ({
    before,
    ...take((one) => before.hasId && one.hasId && one.name === before.name),
  }));
  const paired = named.map(
    (pair): Pair =>
      'after' in pair ? pair : { ...pair, ...take((one) => one.wire === pair.before.wire) },
  );
  return [...paired, ...[...left].map((after) => ({ after }))];
}

function onlyOne(before: ApiOperation | undefined, after: ApiOperation | undefined): Change[] {
  if (before) {
    return [
      change('', 'the operation is removed', ['clients'], 'they call what need not be there'),
    ];
  }
  const mayBeMissing = after?.said['x-may-be-missing'] === true;
  if (mayBeMissing) return [change('', 'new operation, which a backend may leave out')];
  return [change('', 'new operation', ['backends'], 'they do not have it')];
}

function wireOf(operation: ApiOperation | undefined): string {
  return operation ? `${operation.method} ${operation.path}` : '';
}
