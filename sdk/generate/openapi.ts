import {
  allowedStates,
  bankAccount,
  batchProgram,
  content,
  course,
  errorBody,
  errorStatuses,
  exam,
  examResult,
  loginAnswer,
  type Operation,
  operations,
  pathParameters,
  pendingPayment,
  profile,
  program,
  receipt,
} from '@one-planet/contract';
import type { AnyZodObject, ZodTypeAny } from 'zod';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';

type Json = Record<string, unknown>;

/** The schemas worth a name in the document. */
const named: Record<string, ZodTypeAny> = {
  BankAccount: bankAccount,
  BatchProgram: batchProgram,
  Content: content,
  Course: course,
  Error: errorBody,
  Exam: exam,
  ExamResult: examResult,
  Login: loginAnswer,
  PendingPayment: pendingPayment,
  Profile: profile,
  Program: program,
  Receipt: receipt,
};

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
      version: '0.1.0',
      description:
        'What the website and the command-line tool ask of an admissions backend. A refusal is any 4xx with readable text, or JSON with `message`; the statuses listed first are preferred.',
      license: { name: 'UNLICENSED', identifier: 'UNLICENSED' },
    },
    servers: [{ url: 'http://127.0.0.1:8080/api', description: 'A backend in development' }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [name, toSchema(schema, { except: name })]),
      ),
    },
  };
}

export function renderOpenApi(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

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
  return {
    operationId: name,
    summary: route.summary,
    description: `Specification ${meta.spec}.${states ? ` Allowed in ${states.join(', ')}.` : ''}${meta.mayBeMissing ? ' A backend may leave it out.' : ''}`,
    tags: [tagOf(operation)],
    security:
      meta.auth === 'none'
        ? []
        : meta.auth === 'optional'
          ? [{}, { bearer: [] }]
          : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: Object.fromEntries(
      Object.keys(route.responses).map((status) => [status, response(operation, Number(status))]),
    ),
    'x-safe-to-repeat': meta.safeToRepeat,
    ...(states ? { 'x-states': states } : {}),
  };
}

function requestBody({ name, route }: Operation): Json | undefined {
  if (name === 'files.upload') {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
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

function response({ route, meta }: Operation, status: number): Json {
  if (status >= 400) {
    const preferred =
      meta.refuses.includes(status) ||
      (meta.auth === 'bearer' && (status === 401 || status === 403));
    const schema = { $ref: '#/components/schemas/Error' };
    return {
      description: `${errorStatuses[status as keyof typeof errorStatuses]}${preferred ? '' : ' (tolerated)'}`,
      content: { 'application/json': { schema }, 'text/plain': { schema: { type: 'string' } } },
    };
  }
  const description = status === meta.success ? 'Done' : 'Done (tolerated)';
  if (meta.reads === 'nothing' || status === 204)
    return { description: `${description}; nobody reads the body` };
  if (meta.reads === 'bytes') return { description, content: { '*/*': { schema: {} } } };
  const schema = toSchema(route.responses[status] as ZodTypeAny);
  const type = meta.reads === 'text' ? 'text/plain' : 'application/json';
  return { description, content: { [type]: { schema } } };
}

/** A named schema within another becomes a reference; `except` is the one being written itself. */
function toSchema(schema: ZodTypeAny, { except }: { except?: string } = {}): Json {
  const { $schema: _version, ...json } = zodToJsonSchema(schema, {
    target: 'jsonSchema2019-09',
    effectStrategy: 'input',
    removeAdditionalStrategy: 'strict',
    $refStrategy: 'none',
    override: (definition) => {
      const name = Object.keys(named).find((key) => named[key]?._def === definition);
      return name && name !== except ? { $ref: `#/components/schemas/${name}` } : ignoreOverride;
    },
  }) as Json;
  return json;
}

function tagOf({ name }: Operation): string {
  return name.slice(0, name.indexOf('.'));
}
