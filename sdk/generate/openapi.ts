/** Makes the OpenAPI 3.1 document from the contract. */
import {
  allowedStates,
  type Example,
  type Operation,
  operations,
  pathParameters,
  preferredRefusals,
  type Refusal,
  type RuleName,
  resourceTexts,
  rulePlace,
  sharedRefusals,
  stateMoves,
} from '@one-planet/contract';
import type { AnyZodObject, ZodTypeAny } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { type Json, makeComponentSchemas, toSchema } from './schema.ts';

/** The address of the repository. */
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** @returns the address of a rule, for documents that are also read outside of the repository */
export function makeRuleUrl(rule: RuleName): string {
  return `${repository}/blob/main/${rulePlace(rule)}`;
}

/** The OpenAPI 3.1 document of the canonical dialect. */
function openApiDocument(): Json {
  const pathItems: Record<string, Json> = {};
  for (const operation of operations) {
    const pathWithBraces = operation.route.path.replace(/:(\w+)/g, '{$1}');
    const method = operation.route.method.toLowerCase();
    pathItems[pathWithBraces] = {
      ...pathItems[pathWithBraces],
      [method]: makeOperationObject(operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'One Planet Admissions API',
      version: manifest.version,
      description: introduction,
      contact: { name: 'One Planet Admissions', url: repository },
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [{ url: 'http://127.0.0.1:8080/api', description: 'A backend in development' }],
    tags: Object.entries(resourceTexts).map(([name, { title, description }]) => ({
      name,
      'x-displayName': title,
      description,
    })),
    paths: pathItems,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` returned by `auth.login`.',
        },
      },
      schemas: makeComponentSchemas(),
      responses: makeSharedResponses(),
    },
  };
}

export function renderOpenApi(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

const moveLinesText = stateMoves
  // The backend decides which state a rejection leads to.
  .filter(({ movedBy }) => movedBy !== 'staff.reject')
  .map(
    ({ movedBy, to, when }) => `- ${nameCause(movedBy)}${when ? `, when ${when}` : ''}: \`${to}\``,
  )
  .join('\n');

function nameCause(cause: string): string {
  return cause.startsWith('staff.') ? `the staff ${cause.slice('staff.'.length)}` : `\`${cause}\``;
}

const introduction = `What the website and the command-line tool expect of an admissions backend. An applicant registers, activates her account, logs in, takes the Digital Literacy Test, pays, and fills in four forms. Her \`status\` says where she is (\`ApplicantState\`), and each step moves her to the next state.

**The journey.** After the registration, each step leads to the state after the colon; one of the two payments is enough:

${moveLinesText}

**Names.** Paths and fields are those of the canonical wire. A dialect may rename them; the command \`admissions\` knows how.

**Successes.** The first success of an operation is the preferred one; one that is called tolerated is as good. Where nobody reads the body, any body will do.

**Refusals.** The statuses that are listed are preferred. \`default\` stands for any other 4xx status (and for no 5xx): it is tolerated where the operation says nothing else. A refusal is JSON with \`message\`, or plain text, in words that a person can read; a text as JSON and an empty body are tolerated.

**Fields.** More fields than described are always allowed, in both directions. A field that is not required may be absent, null or empty in an answer. Spaces around texts do not count.

**Repeating.** \`x-safe-to-repeat\` says whether a call may be sent again when it is not known whether it arrived, \`x-states\` in which states it is allowed, \`x-may-be-missing\` that a backend may leave it out.`;

const securityByAuth: Record<Operation['meta']['auth'], Json[]> = {
  none: [],
  optional: [{}, { bearer: [] }],
  bearer: [{ bearer: [] }],
};

/** One operation of the document. */
function makeOperationObject(operation: Operation): Json {
  const { name, meta } = operation;
  const states = allowedStates(name);
  const operationParameters = makeParameters(operation);
  const body = makeRequestBody(operation);
  return {
    operationId: name,
    summary: meta.summary,
    description: makeDescription(operation),
    externalDocs: {
      description: 'The rule',
      url: makeRuleUrl(meta.rule),
    },
    tags: [readTag(operation)],
    security: securityByAuth[meta.auth],
    ...(operationParameters.length > 0 ? { parameters: operationParameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: makeResponses(operation),
    'x-safe-to-repeat': meta.safeToRepeat,
    ...(meta.mayBeMissing ? { 'x-may-be-missing': true } : {}),
    ...(states ? { 'x-states': states } : {}),
  };
}

function makeDescription({ name, meta }: Operation): string {
  const states = allowedStates(name);
  const notes = [
    states ? `Allowed in ${states.map((state) => `\`${state}\``).join(', ')}.` : '',
    meta.auth === 'optional' ? 'Must work without a token.' : '',
    meta.mayBeMissing ? 'A backend may leave it out.' : '',
  ].filter(Boolean);
  const descriptionText = meta.description;
  return notes.length > 0 ? `${descriptionText}\n\n${notes.join(' ')}` : descriptionText;
}

function makeParameters({ route, meta }: Operation): Json[] {
  return pathParameters(route.path).map((parameter) => {
    const { description, ...schema } = toSchema(
      (route.pathParams as AnyZodObject).shape[parameter] as ZodTypeAny,
    );
    const example = meta.examples?.parameters?.[parameter];
    return { name: parameter, in: 'path', required: true, description, schema, example };
  });
}

function makeRequestBody({ route, meta }: Operation): Json | undefined {
  if ('contentType' in route) {
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
  return {
    ...(means ? { description: means } : {}),
    required: !(schema as ZodTypeAny).isOptional(),
    content: { 'application/json': { schema: body, ...makeExamples(meta.examples?.requests) } },
  };
}

function readTag({ name }: Operation): string {
  return name.slice(0, name.indexOf('.'));
}

/** The responses of an operation by their status. */
function makeResponses(operation: Operation): Json {
  const successStatuses = Object.keys(operation.route.responses).filter(
    (status) => Number(status) < 400,
  );
  return {
    ...Object.fromEntries(
      successStatuses.map(
        (status) => [status, makeSuccessResponse(operation, Number(status))] as const,
      ),
    ),
    ...(operation.meta.auth === 'optional'
      ? { 401: makeSharedRefusalReference('InvalidToken') }
      : {}),
    ...Object.fromEntries(
      preferredRefusals(operation).map((status) => [
        status,
        makeRefusalResponse(operation, status),
      ]),
    ),
    default: makeSharedRefusalReference('OtherRefusal'),
  };
}

/** The refusals that several operations share, by the names of their components. */
function makeSharedResponses(): Json {
  return Object.fromEntries(
    Object.entries(sharedRefusals).map(([name, text]) => [name, makeResponseOfRefusal(text)]),
  );
}

function makeRefusalResponse({ meta }: Operation, status: number): Json {
  const refusal = meta.refusals[status];
  return refusal
    ? makeResponseOfRefusal(refusal)
    : makeSharedRefusalReference(status === 401 ? 'Unauthorised' : 'Forbidden');
}

function makeSharedRefusalReference(name: keyof typeof sharedRefusals): Json {
  return { $ref: `#/components/responses/${name}` };
}

function makeResponseOfRefusal({ reason, message }: Refusal): Json {
  const schema = { $ref: '#/components/schemas/Refusal' };
  return {
    description: reason,
    content: {
      'application/json': { schema, example: { message } },
      'text/plain': { schema: { type: 'string' }, example: message },
    },
  };
}

function makeSuccessResponse({ route, meta }: Operation, status: number): Json {
  const statusDescription = status === meta.successStatus ? 'Done' : 'Done (tolerated)';
  if (meta.readsBodyAs === 'nothing' || status === 204)
    return { description: `${statusDescription}; nobody reads the body.` };
  if (meta.readsBodyAs === 'bytes')
    return { description: `${statusDescription}: the bytes.`, content: uploadContent };
  const { description, ...schema } = toSchema(route.responses[status] as ZodTypeAny);
  const mediaType = meta.readsBodyAs === 'text' ? 'text/plain' : 'application/json';
  return {
    description: description ? `${statusDescription}. ${description}` : `${statusDescription}.`,
    content: { [mediaType]: { schema, ...makeExamples(meta.examples?.answers) } },
  };
}

/** The schema of an uploaded file, by its type. */
const uploadContent = Object.fromEntries(
  ['image/png', 'image/jpeg', 'application/pdf'].map((mediaType) => [
    mediaType,
    { schema: { contentMediaType: mediaType } },
  ]),
);

/** @returns the `examples` of a body, or nothing */
function makeExamples(examplesByName: Readonly<Record<string, Example>> | undefined): Json {
  return examplesByName ? { examples: examplesByName } : {};
}
