/** Two OpenAPI documents, operation by operation. */
import { compareAnswers } from './answers.ts';
import { type Change, change, unclear } from './change.ts';
import { compareRequestBodies } from './content.ts';
import type { ApiDocument, ApiOperation } from './document.ts';
import { compareFrames, comparePromises, compareSecurity, compareServers } from './frame.ts';
import { keysOf, own, without } from './json.ts';
import { compareParameters } from './parameters.ts';
import { same } from './references.ts';
import type { CompareSchemas } from './schema.ts';
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
      change(
        '',
        'the operation is removed',
        ['clients'],
        'they call an operation that may be gone',
      ),
    ];
  }
  const mayBeMissing = after?.said['x-may-be-missing'] === true;
  if (mayBeMissing) return [change('', 'new operation, which a backend may leave out')];
  return [change('', 'new operation', ['backends'], 'they do not have it')];
}

function wireOf(operation: ApiOperation | undefined): string {
  return operation ? `${operation.method} ${operation.path}` : '';
}

/** Compared one by one, each in its own way. */
const known = [
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'security',
  'servers',
  'x-may-be-missing',
  'x-safe-to-repeat',
  'x-states',
];

/** @param compareSchemas compares schemas of these two documents */
function compareOperations(
  before: ApiOperation,
  after: ApiOperation,
  documents: { old: ApiDocument; new: ApiDocument },
  compareSchemas: CompareSchemas,
): Change[] {
  const resolvers = { old: documents.old.resolve, new: documents.new.resolve };
  const context = { resolvers, compareSchemas };
  const [a, b] = [before.said, after.said];
  const [restA, restB] = [without(a, ...known), without(b, ...known)];
  const changes = [
    ...compareNames(before, after),
    ...compareServers('', a.servers, b.servers),
    ...compareSecurity(
      a.security ?? documents.old.whole.security,
      b.security ?? documents.new.whole.security,
    ),
    ...comparePromises(a, b),
    ...compareParameters(before, after, context),
    ...compareRequestBodies(a.requestBody, b.requestBody, context),
    ...compareAnswers(a.responses, b.responses, context),
    ...keysOf(restA, restB)
      .filter((key) => !same(own(restA, key), own(restB, key), resolvers))
      .map((key) => unclear('', `"${key}" changed`)),
  ];
  const isOnlyText = changes.length === 0 && !same(a, b, resolvers, true);
  return isOnlyText ? [change('', 'only its description, or how it is written down')] : changes;
}

function compareNames(before: ApiOperation, after: ApiOperation): Change[] {
  const both = ['clients', 'backends'] as const;
  const [a, b] = [before.wire, after.wire];
  return [
    ...(before.method === after.method
      ? []
      : [change('', `method ${before.method} → ${after.method}`, both, asksElsewhere)]),
    ...(a.slice(before.method.length) === b.slice(after.method.length)
      ? []
      : [change('', `path ${before.path} → ${after.path}`, both, asksElsewhere)]),
    ...(before.hasId && before.name !== after.name
      ? [
          change(
            '',
            `name ${before.name} → ${after.hasId ? after.name : 'none'}`,
            ['clients'],
            'code and dialects that use the name no longer find it',
          ),
        ]
      : []),
  ];
}

const asksElsewhere = 'one calls an address the other does not have';
