import type { ApiDocument, ApiOperation } from './document.ts';

/**
 * Rewrites our document for tools that read OpenAPI 3.0 only: what 3.1 says otherwise is said in the old way, and
 * what can't be said is left out, so that a tool never holds a server against more than our document says.
 */
export function toOpenApi30(document: ApiDocument): ApiDocument {
  const old = rewrite(document) as ApiDocument;
  for (const methods of Object.values(old.paths)) {
    for (const operation of Object.values(methods)) simplify(operation);
  }
  const { license: _identifiedAsIn31, ...info } = old.info as Record<string, unknown>;
  return { ...old, info, openapi: '3.0.3' };
}

/** Gives parameters an example, and keeps one kind of content of each answer: the first. */
function simplify(operation: ApiOperation): void {
  for (const parameter of operation.parameters ?? []) parameter.example = 'example';
  delete operation.responses.default;
  for (const response of Object.values(operation.responses)) keepFirst(response);
}

function keepFirst(response: ApiOperation['responses'][string]): void {
  const [first, ...others] = Object.entries(response.content ?? {});
  if (!first) return;
  const [type, media] = first;
  // A body of another type is as right, and fits no schema of this one.
  response.content = { [type]: others.length > 0 ? {} : media };
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  const {
    allOf,
    anyOf,
    additionalProperties,
    exclusiveMinimum,
    contentMediaType,
    const: only,
    // What is sent is said elsewhere: a tool must not make calls of the examples.
    examples,
    example,
    type,
    ...rest
  } = {
    ...value,
  } as Record<string, unknown>;
  const same = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, rewrite(one)]));
  return {
    ...same,
    ...(only === undefined ? {} : { enum: [only] }),
    ...typeIn30(type),
  };
}

function typeIn30(type: unknown) {
  if (!Array.isArray(type)) return type === undefined ? {} : { type: rewrite(type) };
  const others = type.filter((one) => one !== 'null');
  const nullable = others.length < type.length ? { nullable: true } : {};
  return others.length === 1 ? { type: others[0], ...nullable } : {};
}
