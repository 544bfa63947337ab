/** What changed in one operation. */
import { compareAnswers } from './answers.ts';
import { type Change, change, unclear } from './change.ts';
import type { ApiDocument, ApiOperation } from './document.ts';
import { compareServers } from './frame.ts';
import { keysOf, own, without } from './json.ts';
import { compareParameters } from './parameters.ts';
import { comparePromises } from './promises.ts';
import { compareRequestBodies } from './request-body.ts';
import { same } from './same.ts';
import type { CompareSchemas } from './schema.ts';
import { compareSecurity } from './security.ts';

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
export function compareOperations(
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

const asksElsewhere = 'one asks where the other is not';
