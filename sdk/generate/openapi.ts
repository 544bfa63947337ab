import {
  allowedStates,
  errorStatuses,
  findOperation,
  type Operation,
  operations,
  pathParameters,
  rulePlace,
} from '@one-planet/contract';
import type { AnyZodObject, ZodTypeAny } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { componentSchemas, type Json, toSchema } from './schema.ts';

/** The OpenAPI 3.1 document of the canonical wire. */
function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.route.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'One Planet Admissions API',
      version: manifest.version,
      description:
        'What the website and the command-line tool expect of an admissions backend. Refusals listed by status are preferred; `4XX` means that any other 4xx with readable text, or JSON with `message`, is tolerated unless the operation says otherwise. Successes marked "tolerated" are as good as the preferred one. Extra fields are always allowed; optional fields may be absent, null or empty. Spaces around texts do not count.',
    },
    servers: [{ url: 'http://127.0.0.1:8080/api', description: 'A backend in development' }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` returned by `auth.login`.',
        },
      },
      schemas: componentSchemas(),
      responses: { Tolerated: refusal('Any other refusal (tolerated)') },
    },
  };
}

export function renderOpenApi(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

const security: Record<Operation['meta']['auth'], Json[]> = {
  none: [],
  optional: [{}, { bearer: [] }],
  bearer: [{ bearer: [] }],
};

function describe(operation: Operation): Json {
  const { name, route, meta } = operation;
  const states = allowedStates(name);
  const parameters = pathParameters(route.path).map((parameter) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: toSchema((route.pathParams as AnyZodObject).shape[parameter] as ZodTypeAny),
  }));
  const body = requestBody(operation);
  const notes = [
    `Rule: ${rulePlace(meta.rule)}.`,
    states ? `Allowed in ${states.join(', ')}.` : '',
    meta.auth === 'optional'
      ? 'Must work without a token; an invalid token is ignored or answered with 401.'
      : '',
    meta.mayBeMissing ? 'A backend may leave it out.' : '',
  ];
  return {
    operationId: name,
    summary: route.summary,
    description: notes.filter(Boolean).join(' '),
    tags: [tagOf(operation)],
    security: security[meta.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responses(operation),
    'x-safe-to-repeat': meta.safeToRepeat,
    ...(meta.mayBeMissing ? { 'x-may-be-missing': true } : {}),
    ...(states ? { 'x-states': states } : {}),
  };
}

function requestBody({ name, route }: Operation): Json | undefined {
  if (name === 'files.upload') {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: {
        file: {
          type: 'string',
          contentMediaType: 'application/octet-stream',
          description: 'A JPEG or PNG picture of at most 4 MB, or a PDF of at most 10 MB.',
        },
      },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const schema =
    'body' in route ? (route.body as Partial<ZodTypeAny> | symbol | undefined) : undefined;
  if (typeof schema !== 'object' || !schema.safeParse) return undefined;
  return {
    required: !(schema as ZodTypeAny).isOptional(),
    content: { 'application/json': { schema: toSchema(schema as ZodTypeAny) } },
  };
}

/** The refusals an operation prefers: its own, and those of every operation behind a token. */
export function preferredRefusals({ meta }: Operation): number[] {
  const bearer = meta.auth === 'bearer' ? [401, 403] : [];
  return [...new Set([...bearer, ...meta.refuses])].sort((a, b) => a - b);
}

function responses(operation: Operation): Json {
  const successes = Object.keys(operation.route.responses).filter((status) => Number(status) < 400);
  return {
    ...Object.fromEntries(
      successes.map((status) => [status, success(operation, Number(status))] as const),
    ),
    ...Object.fromEntries(
      preferredRefusals(operation).map((status) => [
        status,
        refusal(errorStatuses[status as keyof typeof errorStatuses]),
      ]),
    ),
    '4XX': { $ref: '#/components/responses/Tolerated' },
  };
}

function refusal(description: string): Json {
  const schema = { $ref: '#/components/schemas/Error' };
  return {
    description,
    content: { 'application/json': { schema }, 'text/plain': { schema: { type: 'string' } } },
  };
}

function success({ name, meta }: Operation, status: number): Json {
  const description = status === meta.success ? 'Done' : 'Done (tolerated)';
  if (meta.reads === 'nothing' || status === 204)
    return { description: `${description}; nobody reads the body` };
  if (meta.reads === 'bytes') return { description, content: { '*/*': { schema: {} } } };
  const schema = toSchema(findOperation(name)?.route.responses[status] as ZodTypeAny);
  const type = meta.reads === 'text' ? 'text/plain' : 'application/json';
  return { description, content: { [type]: { schema } } };
}

function tagOf({ name }: Operation): string {
  return name.slice(0, name.indexOf('.'));
}
