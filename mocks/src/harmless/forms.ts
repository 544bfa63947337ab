/** The same answers in other forms: content types, framing, headers, bodies that nobody reads. */
import { asText, changesResponse } from '../faults/answers.ts';
import type { Call, Fault } from '../faults/fault.ts';
import { pause } from '../http/pause.ts';
import { refusesIn } from './json.ts';

const everywhere = () => true;
const isUnread = ({ operation }: Call, { ok }: Response) =>
  ok && operation.meta.reads === 'nothing';

/** Every content type is written in another way. */
function contentTypes(name: string, sentence: string, write: (type: string) => string): Fault {
  return changesResponse(
    name,
    sentence,
    (_call, { headers }) => headers.has('content-type'),
    ({ headers }) => ({ headers: { 'content-type': write(headers.get('content-type') ?? '') } }),
  );
}

export const forms: readonly Fault[] = [
  contentTypes('charset', 'Every JSON answer declares its charset.', (type) =>
    type === 'application/json' ? 'application/json;charset=UTF-8' : type,
  ),
  contentTypes('header-case', 'Content types are written in capitals.', (type) =>
    type.replace('application/json', 'Application/JSON'),
  ),
  refusesIn('refusals-in-json', 'Every refusal is JSON with a message.', (message) =>
    JSON.stringify({ message }),
  ),
  refusesIn('refusals-in-text', 'Every refusal is text.', (message) => message, asText),
  refusesIn(
    'problem-json',
    'Every refusal is a problem document, with a message beside its own fields.',
    (message, status) =>
      JSON.stringify({ type: 'about:blank', title: 'Refused', status, detail: message, message }),
    { 'content-type': 'application/problem+json' },
  ),
  changesResponse('free-form-text', 'Answers whose body nobody reads are text.', isUnread, () => ({
    body: 'Done.',
    headers: asText,
  })),
  changesResponse(
    'free-form-empty',
    'Answers whose body nobody reads are empty.',
    isUnread,
    () => ({
      body: null,
    }),
  ),
  changesResponse(
    'quoted-upload-name',
    'The name of a stored file comes in quotes.',
    ({ operation }, { ok }) => operation.name === 'files.upload' && ok,
    async (response) => ({ body: JSON.stringify(await response.text()) }),
  ),
  changesResponse('security-headers', 'Every answer carries security headers.', everywhere, () => ({
    headers: {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': "default-src 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    },
  })),
  changesResponse('chunked', 'Answers come in several chunks.', hasBody, (response) => ({
    body: response.body?.pipeThrough(inPieces()) ?? null,
    headers: { 'transfer-encoding': 'chunked' },
  })),
  changesResponse(
    'gzip',
    'Answers are compressed for clients that accept it.',
    (call, response) =>
      hasBody(call, response) &&
      call.request.headers.get('accept-encoding')?.includes('gzip') === true,
    (response) => ({
      body: response.body?.pipeThrough(new CompressionStream('gzip')) ?? null,
      headers: { 'content-encoding': 'gzip', vary: 'accept-encoding' },
    }),
  ),
  {
    name: 'cors-one-origin',
    sentence: 'Only the site’s own origin is let in, with credentials.',
    cors: (response, request) => {
      const origin = request.headers.get('origin');
      response.headers.delete('access-control-allow-origin');
      response.headers.set('vary', 'origin');
      // The site of the demo and of the checks.
      if (origin !== null && /^http:\/\/127\.0\.0\.1:5173$/.test(origin)) {
        response.headers.set('access-control-allow-origin', origin);
        response.headers.set('access-control-allow-credentials', 'true');
      }
      return response;
    },
  },
  {
    name: 'slow',
    sentence: 'Every answer takes 60 ms longer.',
    answer: async ({ request }, response) => {
      await pause(60, request.signal);
      return response;
    },
  },
];

function hasBody(_call: Call, { body }: Response): boolean {
  return body !== null;
}

/** Cuts each chunk in two. */
function inPieces(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, controller) {
      const middle = Math.ceil(chunk.length / 2);
      for (const piece of [chunk.slice(0, middle), chunk.slice(middle)]) {
        if (piece.length > 0) controller.enqueue(piece);
      }
    },
  });
}
