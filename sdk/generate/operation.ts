/** One operation of the OpenAPI document. */
import { allowedStates, type Operation, pathParameters, rulePlace } from '@one-planet/contract';
import type { AnyZodObject, ZodTypeAny } from 'zod';
import { answers, examples } from './answers.ts';
import { type Json, toSchema } from './schema.ts';
import { operationTexts } from './texts/operations.ts';

const security: Record<Operation['meta']['auth'], Json[]> = {
  none: [],
  optional: [{}, { bearer: [] }],
  bearer: [{ bearer: [] }],
};

/** @param repository where the repository, and with it the rules, can be seen */
export function describe(operation: Operation, repository: string): Json {
  const { name, meta } = operation;
  const states = allowedStates(name);
  const found = parameters(operation);
  const body = requestBody(operation);
  return {
    operationId: name,
    summary: operationTexts[name].title,
    description: description(operation),
    externalDocs: {
      description: 'The rule',
      url: `${repository}/blob/main/${rulePlace(meta.rule)}`,
    },
    tags: [tagOf(operation)],
    security: security[meta.auth],
    ...(found.length > 0 ? { parameters: found } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: answers(operation),
    'x-safe-to-repeat': meta.safeToRepeat,
    ...(meta.mayBeMissing ? { 'x-may-be-missing': true } : {}),
    ...(states ? { 'x-states': states } : {}),
  };
}

function description({ name, meta }: Operation): string {
  const states = allowedStates(name);
  const notes = [
    states ? `Allowed in ${states.map((state) => `\`${state}\``).join(', ')}.` : '',
    meta.auth === 'optional' ? 'Must work without a token.' : '',
    meta.mayBeMissing ? 'A backend may leave it out.' : '',
  ].filter(Boolean);
  const { description: text } = operationTexts[name];
  return notes.length > 0 ? `${text}\n\n${notes.join(' ')}` : text;
}

function parameters({ name, route }: Operation): Json[] {
  const texts: Readonly<Record<string, { means: string; example: unknown }>> =
    operationTexts[name].parameters ?? {};
  return pathParameters(route.path).map((parameter) => {
    const { description: _said, ...schema } = toSchema(
      (route.pathParams as AnyZodObject).shape[parameter] as ZodTypeAny,
    );
    const { means, example } = texts[parameter] ?? {};
    return { name: parameter, in: 'path', required: true, description: means, schema, example };
  });
}

function requestBody({ name, route }: Operation): Json | undefined {
  if (name === 'files.upload') {
    const schema = { $ref: '#/components/schemas/UploadFileRequest' };
    return {
      description: 'One part, `file`, with a name of its own.',
      required: true,
      content: { 'multipart/form-data': { schema } },
    };
  }
  const schema =
    'body' in route ? (route.body as Partial<ZodTypeAny> | symbol | undefined) : undefined;
  if (typeof schema !== 'object' || !schema.safeParse) return undefined;
  const { description: means, ...body } = toSchema(schema as ZodTypeAny);
  const { requests } = operationTexts[name];
  return {
    ...(means ? { description: means } : {}),
    required: !(schema as ZodTypeAny).isOptional(),
    content: { 'application/json': { schema: body, ...examples(requests) } },
  };
}

function tagOf({ name }: Operation): string {
  return name.slice(0, name.indexOf('.'));
}
