/** Harmless variations of how responses are written. */

import {
  type Behaviour,
  type Call,
  changesResponse,
  type Fault,
  faultsOf,
  jsonHeaders,
} from '../../../mocks/src/faults/fault.ts';
import { pause } from '../../../mocks/src/server/responses.ts';
import { textHeaders } from './fault-kinds.ts';

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/** Writes every successful JSON response in another way. */
function rewritesJson(sentence: string, writeBody: (body: Json, call: Call) => string): Behaviour {
  return changesResponse(
    sentence,
    (_call, response) => response.ok && isJson(response),
    async (response, call) => ({ body: writeBody(JSON.parse(await response.text()), call) }),
  );
}

/** Changes every object and list of a body, the inner ones first. */
function mapDeep(body: Json, change: (part: Json) => Json): Json {
  if (Array.isArray(body)) return change(body.map((part) => mapDeep(part, change)));
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(([field, part]) => [field, mapDeep(part, change)]);
  return change(Object.fromEntries(entries));
}

/** @returns the fields of an object; `undefined` for anything else */
function readFields(part: Json): [string, Json][] | undefined {
  const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
  return isObject ? Object.entries(part) : undefined;
}

/** Changes the form of every refusal, but not its meaning. */
export function refusesIn(
  sentence: string,
  writeRefusal: (message: string, status: number) => string,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): Behaviour {
  return changesResponse(
    sentence,
    (_call, { status }) => status >= 400,
    async (response) => {
      const text = await response.text();
      const message = isJson(response) ? (JSON.parse(text) as { message: string }).message : text;
      return { body: writeRefusal(message, response.status), headers };
    },
  );
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') === true;
}

/** Fields that no client may rely on: the specifications call them optional, or only display them. */
const optionalFields: ReadonlySet<string> = new Set([
  'description',
  'studyLevel',
  'modality',
  'careerOpportunity',
  'prerequisite',
  'ectsCredit',
  'label',
  'batch',
  'isOffline',
  'applicationStatus',
]);

/** Numbers that a backend may return with decimals. */
const decimalFieldPattern = /"(paymentAmount|duration|creditHours|ectsCredit)":(\d+)(?=[,}])/g;

const numberFieldPattern =
  /"(paymentAmount|duration|creditHours|ectsCredit|semesterNumber|feePerCreditHour)":(\d+)(?=[,}])/g;

/** In Addis Ababa, three hours ahead of UTC. */
function toDateParts(date: string): number[] {
  const collegeTime = new Date(Date.parse(date) + 3 * 60 * 60_000).toISOString();
  return (collegeTime.match(/\d+/g) ?? []).slice(0, 5).map(Number);
}

function rewriteObjects(
  body: Json,
  changeFields: (fields: [string, Json][]) => [string, Json][],
): string {
  const changedBody = mapDeep(body, (part) => {
    const fields = readFields(part);
    return fields ? Object.fromEntries(changeFields(fields)) : part;
  });
  return JSON.stringify(changedBody);
}

export const writingVariations: readonly Fault[] = faultsOf({
  'key-order-reversed': rewritesJson('The fields of every object come in reversed order.', (body) =>
    rewriteObjects(body, (fields) => fields.reverse()),
  ),
  'json-escaped': rewritesJson(
    'JSON is written on many lines, with every sign beyond ASCII escaped.',
    (body) =>
      JSON.stringify(body, null, 2).replace(
        /[\u0080-\uffff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  ),
  'extra-fields': rewritesJson('Every object has extra fields.', (body) =>
    rewriteObjects(body, (fields) => [...fields, ['version', 1], ['modifiedBy', null]]),
  ),
  'null-optionals': rewritesJson('Optional fields are null.', (body) =>
    rewriteObjects(body, (fields) =>
      fields.map(([field, value]) => [field, optionalFields.has(field) ? null : value]),
    ),
  ),
  'missing-optionals': rewritesJson('Optional fields are left out.', (body) =>
    rewriteObjects(body, (fields) => fields.filter(([field]) => !optionalFields.has(field))),
  ),
  'lists-reversed': rewritesJson('Every list comes in reversed order.', (body) =>
    JSON.stringify(mapDeep(body, (part) => (Array.isArray(part) ? part.reverse() : part))),
  ),
  'ids-as-strings': rewritesJson('Ids are text.', (body) =>
    rewriteObjects(body, (fields) =>
      fields.map(([field, value]) => [
        field,
        field === 'id' && typeof value === 'number' ? `${value}` : value,
      ]),
    ),
  ),
  'numbers-as-text': rewritesJson('Amounts, durations and credits are text.', (body) =>
    JSON.stringify(body).replace(numberFieldPattern, '"$1":"$2"'),
  ),
  'amounts-with-cents': rewritesJson('Amounts are text with two decimals, as "500.00".', (body) =>
    JSON.stringify(body).replace(/"paymentAmount":(\d+)(?=[,}])/g, '"paymentAmount":"$1.00"'),
  ),
  'dates-as-numbers': rewritesJson('Dates are milliseconds since 1970.', (body) =>
    rewriteObjects(body, (fields) =>
      fields.map(([field, value]) => [
        field,
        field === 'datePaid' ? Date.parse(`${value}`) : value,
      ]),
    ),
  ),
  'dates-as-lists': rewritesJson(
    'Dates are lists of numbers: year, month, day, hour, minute.',
    (body) =>
      rewriteObjects(body, (fields) =>
        fields.map(([field, value]) => [
          field,
          field === 'datePaid' ? toDateParts(`${value}`) : value,
        ]),
      ),
  ),
  'ids-large': {
    sentence: 'New ids are the largest whole numbers JavaScript holds exactly.',
    world: (world) => {
      let maxReplacedId = Number.MAX_SAFE_INTEGER - 1_000_000;
      world.newId = () => {
        maxReplacedId += 1;
        return maxReplacedId;
      };
    },
  },
  'decimal-amounts': rewritesJson(
    'Whole amounts and credits are written with a decimal, as 500.0.',
    (body) => JSON.stringify(body).replace(decimalFieldPattern, '"$1":$2.0'),
  ),
});

const isAnyResponse = () => true;
const isUnread = ({ operation }: Call, { ok }: Response) =>
  ok && operation.meta.readsBodyAs === 'nothing';

/** Writes every content type in another way. */
function changesContentType(sentence: string, changeType: (type: string) => string): Behaviour {
  return changesResponse(
    sentence,
    (_call, { headers }) => headers.has('content-type'),
    ({ headers }) => ({
      headers: { 'content-type': changeType(headers.get('content-type') ?? '') },
    }),
  );
}

export const formatVariations: readonly Fault[] = faultsOf({
  charset: changesContentType('Every JSON answer declares its charset.', (type) =>
    type === 'application/json' ? 'application/json;charset=UTF-8' : type,
  ),
  'header-case': changesContentType('Content types are written in capitals.', (type) =>
    type.replace('application/json', 'Application/JSON'),
  ),
  'refusals-in-json': refusesIn('Every refusal is JSON with a message.', (message) =>
    JSON.stringify({ message }),
  ),
  'refusals-in-text': refusesIn('Every refusal is text.', (message) => message, textHeaders),
  'problem-json': refusesIn(
    'Every refusal is a problem document, with a message beside its own fields.',
    (message, status) =>
      JSON.stringify({ type: 'about:blank', title: 'Refused', status, detail: message, message }),
    { 'content-type': 'application/problem+json' },
  ),
  'free-form-text': changesResponse('Answers whose body nobody reads are text.', isUnread, () => ({
    body: 'Done.',
    headers: textHeaders,
  })),
  'free-form-empty': changesResponse(
    'Answers whose body nobody reads are empty.',
    isUnread,
    () => ({
      body: null,
    }),
  ),
  'optional-objects-as-lists': changesResponse(
    'An optional object without fields is an empty list, as PHP writes it.',
    ({ operation }, { ok }) =>
      ok && ['batchPrograms.applicable', 'exams.submit'].includes(operation.name),
    async (response) => {
      const body = await response.json();
      return {
        body: JSON.stringify(
          Array.isArray(body)
            ? body.map((offer) => ({ ...offer, batch: [] }))
            : { ...body, paymentDto: body.paymentDto ?? [] },
        ),
      };
    },
  ),
  'quoted-upload-name': changesResponse(
    'The name of a stored file comes in quotes.',
    ({ operation }, { ok }) => operation.name === 'files.upload' && ok,
    async (response) => ({ body: JSON.stringify(await response.text()) }),
  ),
  'security-headers': changesResponse(
    'Every answer carries security headers.',
    isAnyResponse,
    () => ({
      headers: {
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'content-security-policy': "default-src 'none'",
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      },
    }),
  ),
  chunked: changesResponse('Answers come in several chunks.', hasBody, (response) => ({
    body: response.body?.pipeThrough(splitChunks()) ?? null,
    headers: { 'transfer-encoding': 'chunked' },
  })),
  gzip: changesResponse(
    'Answers are compressed for clients that accept it.',
    (call, response) =>
      hasBody(call, response) &&
      call.request.headers.get('accept-encoding')?.includes('gzip') === true,
    (response) => ({
      body: response.body?.pipeThrough(new CompressionStream('gzip')) ?? null,
      headers: { 'content-encoding': 'gzip', vary: 'accept-encoding' },
    }),
  ),
  'cors-any-origin': {
    sentence: 'Every origin is let in, without credentials.',
    cors: (response) => {
      response.headers.set('access-control-allow-origin', '*');
      return response;
    },
  },
  'cors-one-origin': {
    sentence: 'Only the site’s own origin is let in, with credentials.',
    cors: (response) => {
      response.headers.set('access-control-allow-credentials', 'true');
      return response;
    },
  },
  slow: {
    sentence: 'Every answer takes 60 ms longer.',
    changeResponse: async ({ request }, response) => {
      await pause(60, request.signal);
      return response;
    },
  },
});

function hasBody(_call: Call, { body }: Response): boolean {
  return body !== null;
}

/** Cuts each chunk in two. */
function splitChunks(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, controller) {
      const middleOffset = Math.ceil(chunk.length / 2);
      for (const piece of [chunk.slice(0, middleOffset), chunk.slice(middleOffset)]) {
        if (piece.length > 0) controller.enqueue(piece);
      }
    },
  });
}
