/**
 * The cheapest server that a whole journey can be walked on, as often as asked: it answers with what the mock
 * answered in one journey, with the name of the applicant filled in. Prints its address.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Recorded, recordJourney } from './recorded-journey.ts';

/** An answer in pieces, between which the applicant's address or her token belongs. */
interface Answer {
  status: number;
  type: string;
  /** Where nothing is filled in. */
  bytes?: Buffer;
  pieces: readonly string[];
}

const hole = /(\{email\}|\{token\})/;

const { calls, profiles } = await recordJourney();
const answers = new Map(calls.map((call) => [keyOf(call.method, call.path), answerOf(call)]));
const states = profiles.map(answerOf);
/** How often an applicant has asked for her profile. */
const asked = new Map<string, number>();

const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  const needsBody = url.endsWith('/login') || url.endsWith('/verify');
  if (!needsBody) {
    request.resume();
    send(response, method, url, emailIn(request));
    return;
  }
  let text = '';
  request.on('data', (data) => {
    text += data;
  });
  request.on('end', () => send(response, method, url, JSON.parse(text).email));
});

function send(response: ServerResponse, method: string, url: string, email: string): void {
  const answer = url.includes('/get_by_email/')
    ? nextProfile(email)
    : answers.get(keyOf(method, url));
  if (!answer) {
    response.writeHead(500).end(`no such call was recorded: ${method} ${url}`);
    return;
  }
  const bytes = answer.bytes ?? Buffer.from(filled(answer.pieces, email));
  response
    .writeHead(answer.status, { 'content-type': answer.type, 'content-length': bytes.length })
    .end(bytes);
}

function nextProfile(email: string): Answer | undefined {
  const count = asked.get(email) ?? 0;
  if (count + 1 < states.length) asked.set(email, count + 1);
  else asked.delete(email);
  return states[count];
}

function filled(pieces: readonly string[], email: string): string {
  const token = Buffer.from(email).toString('base64url');
  return pieces
    .map((piece) => (piece === '{email}' ? email : piece === '{token}' ? token : piece))
    .join('');
}

/** What is an applicant's own is in her token, which is her address in another form, or in the path. */
function emailIn({ headers, url = '' }: IncomingMessage): string {
  const [, token = /\/(?:active|create_password)\/([^/?]+)/.exec(url)?.[1]] =
    /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (token !== undefined) return Buffer.from(token, 'base64url').toString();
  return decodeURIComponent(/[?&]to=([^&]+)/.exec(url)?.[1] ?? '');
}

/** A call without what is an applicant's own, and without the name of a file: all of hers have one. */
function keyOf(method: string, url: string): string {
  const path = url.replace(/(\/(?:active|create_password|get_file_1)\/)[^/?]+/, '$1');
  return `${method} ${path.replace(/\?to=.*/, '')}`;
}

function answerOf({ status, type, answer }: Recorded): Answer {
  const isText = /json|text/.test(type);
  const pieces = isText ? answer.toString().split(hole) : [];
  return { status, type, pieces, ...(pieces.length > 1 ? {} : { bytes: answer }) };
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
