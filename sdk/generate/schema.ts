/** From the contract's schemas to JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
import { ZodOptional, type ZodTypeAny } from 'zod';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';
import { names, stateFields } from './names/index.ts';
import { type Json, simplify } from './simplify.ts';

export type { Json } from './simplify.ts';

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
        description: 'A JPEG or PNG picture of at most 4 MB, or a PDF of at most 10 MB.',
      },
    },
  },
};

/** The named schemas by their names, every field with what it means and its rule. */
export function componentSchemas(): Record<string, Json> {
  const fromContract = Object.entries(names).map(([name, { schema, means, fields }]) => {
    const { description, properties, ...json } = toSchema(schema, { except: name });
    return [
      name,
      {
        ...json,
        description: sentences(means, description),
        ...(properties
          ? { properties: withTexts(properties as Record<string, Json>, fields) }
          : {}),
      },
    ] as const;
  });
  const all: Record<string, Json> = { ...Object.fromEntries(fromContract), ...byHand };
  for (const [name, field] of Object.entries(stateFields)) nameState(all[name], field);
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function withTexts(properties: Record<string, Json>, texts: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(properties).map(([field, { description, ...json }]) => [
      field,
      { ...json, description: sentences(texts[field], description) },
    ]),
  );
}

function nameState(schema: Json | undefined, field: string): void {
  const properties = schema?.properties as Record<string, Json>;
  const { description } = properties[field] ?? {};
  properties[field] = { $ref: reference('ApplicantState'), description };
}

function sentences(...texts: unknown[]): string {
  return texts.filter(Boolean).join(' ');
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
  const named = nameOf(present._def);
  if (named && named !== except) return referTo(named, schema.description ?? present.description);
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
  const own = names[name]?.schema.description;
  return { $ref: reference(name), ...(description && description !== own ? { description } : {}) };
}

/** @returns the name of a schema, also where it is described in other words than the named one */
function nameOf(definition: object): string | undefined {
  return Object.keys(names).find((name) => isSame(names[name]?.schema._def, definition));
}

function isSame(one: object | undefined, other: object): boolean {
  if (one === other) return true;
  const [a, b] = [one, other].map((definition = {}) =>
    Object.entries(definition).filter(([key]) => key !== 'description'),
  );
  return (
    a?.length === b?.length &&
    (a ?? []).every(([key, value]) => (other as Json)[key] === value) &&
    // Plain types have nothing of their own: no two of them are one schema.
    (a ?? []).some(([, value]) => typeof value === 'object' || typeof value === 'function')
  );
}
