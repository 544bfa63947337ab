/** Turns the contract's schemas into JSON Schema 2020-12, which OpenAPI 3.1 uses. */
import { applicantStates, contract, schemaNames } from '@one-planet/contract';
import { ZodOptional, type ZodTypeAny, z } from 'zod';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';

const uploadBody = contract.files.upload.body;

/** Bodies that the contract validates with code instead of a schema. */
const handWrittenSchemas: Record<string, Json> = {
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

/** The named schemas by name; every field with its meaning and its rule. */
export function makeComponentSchemas(): Record<string, Json> {
  const schemaEntries = [...schemaNames].map(
    ([schema, name]) => [name, toSchema(schema, { except: name })] as const,
  );
  const { ApplicantState: state, ...otherSchemas } = Object.fromEntries(schemaEntries);
  // In the contract a state is any text, because unknown states are tolerated; the document lists the known ones.
  const applicantStateSchema = {
    ...toSchema(z.enum(applicantStates)),
    description: state?.description,
  };
  const allSchemas = {
    ...otherSchemas,
    ...handWrittenSchemas,
    ApplicantState: applicantStateSchema,
  };
  return Object.fromEntries(
    Object.entries(allSchemas).sort(([name], [otherName]) => (name < otherName ? -1 : 1)),
  );
}

function makeReferencePath(name: string): string {
  return `#/components/schemas/${name}`;
}

/** @returns the named schema that a reference points to; any other schema unchanged */
export function resolveReference(schema: Json): Json {
  const { $ref } = schema;
  const name = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : '';
  return makeComponentSchemas()[name] ?? schema;
}

/**
 * Turns a schema into JSON Schema. A named schema inside another one becomes a reference.
 * @param except the name of the schema that is being written
 */
export function toSchema(schema: ZodTypeAny, { except }: { except?: string } = {}): Json {
  // The place of use says whether the value may be missing; zod-to-json-schema would write `not: {}` for it.
  const requiredSchema = schema instanceof ZodOptional ? schema.unwrap() : schema;
  const schemaName = findSchemaName(requiredSchema._def);
  if (schemaName && schemaName !== except)
    return makeReference(schemaName, schema.description ?? requiredSchema.description);
  const { $schema: _version, ...json } = zodToJsonSchema(requiredSchema, {
    // The target for draft 7 writes `exclusiveMinimum` as a number, as 2020-12 demands; "2019-09" writes a boolean, as
    // draft 4 did.
    target: 'jsonSchema7',
    effectStrategy: 'input',
    removeAdditionalStrategy: 'strict',
    $refStrategy: 'none',
    override: (definition) => {
      const name = findSchemaName(definition);
      return name && name !== except ? makeReference(name, definition.description) : ignoreOverride;
    },
  }) as Json;
  const description = schema.description ?? requiredSchema.description;
  return { ...(makePortable(json) as Json), ...(description ? { description } : {}) };
}

function makeReference(name: string, description: string | undefined): Json {
  const ownDescription = [...schemaNames].find(([, schemaName]) => schemaName === name)?.[0]
    .description;
  return {
    $ref: makeReferencePath(name),
    ...(description && description !== ownDescription ? { description } : {}),
  };
}

/** @returns the name of a schema, also where it has another description than the named one */
function findSchemaName(definition: object): string | undefined {
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
    // Two plain types, e.g. two texts, have equal definitions and would be taken for one named schema. So only
    // definitions that contain an object or a function are compared.
    (a ?? []).some(([, value]) => typeof value === 'object' || typeof value === 'function')
  );
}

export type Json = Record<string, unknown>;

/** Writes a JSON schema so that client generators read it correctly. */
function makePortable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(makePortable);
  if (typeof value !== 'object' || value === null) return value;
  return toPortablePattern(
    keepLastPattern(
      flattenAlternatives(withoutDefaultOpenness(withoutIntegerBounds(value as Json))),
    ),
  );
}

/** Removes bounds that only say that the number is exact. */
function withoutIntegerBounds(json: Json): Json {
  const keptEntries = Object.entries(json).filter(
    ([, bound]) => Math.abs(bound as number) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(keptEntries.map(([key, value]) => [key, makePortable(value)]));
}

/**
 * Additional properties are allowed by default. If the schema said so, generated types would accept misspelt fields.
 */
function withoutDefaultOpenness({ additionalProperties, ...json }: Json): Json {
  const isDefault = additionalProperties === true && json.properties !== undefined;
  return additionalProperties === undefined || isDefault ? json : { ...json, additionalProperties };
}

/** Turns nested alternatives into one list. */
function flattenAlternatives(json: Json): Json {
  if (!Array.isArray(json.anyOf)) return json;
  const { anyOf, ...rest } = json;
  const flatAlternatives = (anyOf as Json[]).flatMap((alternative) =>
    Object.keys(alternative).join() === 'anyOf' ? (alternative.anyOf as Json[]) : [alternative],
  );
  const hasOnlyTypes = flatAlternatives.every(
    (alternative) => Object.keys(alternative).join() === 'type',
  );
  return hasOnlyTypes
    ? { ...rest, type: flatAlternatives.flatMap(({ type }) => type) }
    : { ...rest, anyOf: flatAlternatives };
}

/**
 * Keeps only the last of several patterns, because generated validators read one `pattern` and no `allOf`. The last
 * pattern of a field is its whole rule; a test compares the document's patterns with the contract.
 */
function keepLastPattern(json: Json): Json {
  const { allOf, ...rest } = json;
  if (!Array.isArray(allOf)) return json;
  const patterns = (allOf as Json[]).map(({ pattern, ...rest }) =>
    Object.keys(rest).length === 0 ? pattern : undefined,
  );
  return patterns.every(Boolean) ? { ...rest, pattern: patterns.at(-1) } : json;
}

/**
 * Python's regular expressions cannot express "letters", and JavaScript's only with the flag `u`. These patterns accept
 * more.
 */
const widerPatterns: Readonly<Record<string, string>> = {
  // Excludes what is certainly not a letter; the description states the rest.
  '^[\\p{L}\\p{M}]+$': '^[^\\s\\d!-\\/:-@\\[-`{-~]+$',
};

/** @throws {Error} for a pattern that only some languages support and that has no wider replacement */
function toPortablePattern(json: Json): Json {
  const { pattern } = json;
  if (typeof pattern !== 'string' || !pattern.includes('\\p{')) return json;
  const widerPattern = widerPatterns[pattern];
  if (widerPattern === undefined) throw new Error(`No wider pattern is known for ${pattern}`);
  return { ...json, pattern: widerPattern };
}
