/** From the contract's schemas to JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
import { applicantStates, contract, schemaNames } from '@one-planet/contract';
import { ZodOptional, type ZodTypeAny, z } from 'zod';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';

const uploadBody = contract.files.upload.body;

/** Bodies that the contract checks by hand. */
const byHand: Record<string, Json> = {
  Refusal: {
    type: 'object',
    description: 'A refusal in words.',
    properties: {
      message: {
        type: ['string', 'null'],
        description: 'What went wrong and what to do next, for a person to read.',
      },
    },
  },
  UploadFileRequest: {
    type: 'object',
    description: 'A file to store.',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description: uploadBody.shape.file.description,
      },
    },
  },
};

/** The named schemas by their names, every field with what it means and its rule. */
export function componentSchemas(): Record<string, Json> {
  const fromContract = [...schemaNames].map(
    ([schema, name]) => [name, toSchema(schema, { except: name })] as const,
  );
  const { ApplicantState: state, ...otherSchemas } = Object.fromEntries(fromContract);
  // Text in the contract, which bears with any state; the document names those there are.
  const states = { ...toSchema(z.enum(applicantStates)), description: state?.description };
  const complete = { ...otherSchemas, ...byHand, ApplicantState: states };
  return Object.fromEntries(
    Object.entries(complete).sort(([name], [otherName]) => (name < otherName ? -1 : 1)),
  );
}

function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

/** @returns the named schema that a reference stands for; any other schema as it is */
export function resolved(schema: Json): Json {
  const { $ref } = schema;
  const name = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : '';
  return componentSchemas()[name] ?? schema;
}

/** A named schema within another becomes a reference; `except` is the one being written itself. */
export function toSchema(schema: ZodTypeAny, { except }: { except?: string } = {}): Json {
  // Whether it may be missing is said where it is used; zod-to-json-schema writes `not: {}` for it.
  const present = schema instanceof ZodOptional ? schema.unwrap() : schema;
  const schemaName = nameOf(present._def);
  if (schemaName && schemaName !== except)
    return referTo(schemaName, schema.description ?? present.description);
  const { $schema: _version, ...json } = zodToJsonSchema(present, {
    // Draft 7 writes `exclusiveMinimum` as the number 2020-12 wants; "2019-09" writes draft 4's boolean.
    target: 'jsonSchema7',
    effectStrategy: 'input',
    removeAdditionalStrategy: 'strict',
    $refStrategy: 'none',
    override: (definition) => {
      const name = nameOf(definition);
      return name && name !== except ? referTo(name, definition.description) : ignoreOverride;
    },
  }) as Json;
  const description = schema.description ?? present.description;
  return { ...(simplify(json) as Json), ...(description ? { description } : {}) };
}

function referTo(name: string, description: string | undefined): Json {
  const ownDescription = [...schemaNames].find(([, schemaName]) => schemaName === name)?.[0]
    .description;
  return {
    $ref: reference(name),
    ...(description && description !== ownDescription ? { description } : {}),
  };
}

/** @returns the name of a schema, also where it is described in other words than the named one */
function nameOf(definition: object): string | undefined {
  return [...schemaNames].find(([schema]) => isSame(schema._def, definition))?.[1];
}

function isSame(schema: object | undefined, otherSchema: object): boolean {
  if (schema === otherSchema) return true;
  const [a, b] = [schema, otherSchema].map((definition = {}) =>
    Object.entries(definition).filter(([key]) => key !== 'description'),
  );
  return (
    a?.length === b?.length &&
    (a ?? []).every(([key, value]) => (otherSchema as Json)[key] === value) &&
    // Plain types have nothing of their own: no two of them are one schema.
    (a ?? []).some(([, value]) => typeof value === 'object' || typeof value === 'function')
  );
}

export type Json = Record<string, unknown>;

/** Writes a JSON schema so that generators of clients read it as it is meant. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  return portable(onePattern(flatAlternatives(openWithoutSaying(simplifyEach(value as Json)))));
}

/** Bounds that only say "exactly a number" go. */
function simplifyEach(json: Json): Json {
  const entries = Object.entries(json).filter(
    ([, inner]) => Math.abs(inner as number) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, simplify(inner)]));
}

/** That more fields are allowed is the default; said, it makes every misspelt field right in generated types. */
function openWithoutSaying({ additionalProperties, ...json }: Json): Json {
  const isDefault = additionalProperties === true && json.properties !== undefined;
  return additionalProperties === undefined || isDefault ? json : { ...json, additionalProperties };
}

/** Alternatives within alternatives become one list. */
function flatAlternatives(json: Json): Json {
  if (!Array.isArray(json.anyOf)) return json;
  const { anyOf, ...rest } = json;
  const flat = (anyOf as Json[]).flatMap((alternative) =>
    Object.keys(alternative).join() === 'anyOf' ? (alternative.anyOf as Json[]) : [alternative],
  );
  const onlyTypes = flat.every((alternative) => Object.keys(alternative).join() === 'type');
  return onlyTypes ? { ...rest, type: flat.flatMap(({ type }) => type) } : { ...rest, anyOf: flat };
}

/**
 * Of several patterns the last one stays: a field's rules go from the first thing to say to the whole rule, and a test
 * holds the document's patterns against the contract. Generated validators read one `pattern`, not `allOf`.
 */
function onePattern(json: Json): Json {
  const { allOf, ...rest } = json;
  if (!Array.isArray(allOf)) return json;
  const patterns = (allOf as Json[]).map(({ pattern, ...rest }) =>
    Object.keys(rest).length === 0 ? pattern : undefined,
  );
  return patterns.every(Boolean) ? { ...rest, pattern: patterns.at(-1) } : json;
}

/** "Letters" can be said to few regular expressions: not to Python's, nor to JavaScript's without its flag `u`. */
const widened: Readonly<Record<string, string>> = {
  // Certainly no letter; the description says the rest.
  '^[\\p{L}\\p{M}]+$': '^[^\\s\\d!-\\/:-@\\[-`{-~]+$',
};

/** @throws {Error} for a pattern that only some languages read and that has no wider one */
function portable(json: Json): Json {
  const { pattern } = json;
  if (typeof pattern !== 'string' || !pattern.includes('\\p{')) return json;
  const wide = widened[pattern];
  if (wide === undefined) throw new Error(`No wider pattern is known for ${pattern}`);
  return { ...json, pattern: wide };
}
