/** Mistakes made in one place of a backend that show everywhere. */
import { asJson, changesResponse } from './answers.ts';
import { brokenOff } from './broken-off.ts';
import type { Call, Fault } from './fault.ts';

/** Lists refuse nobody; a call to one is recognised by the token it carries. */
function isRefusedOrList({ operation, request }: Call, { status }: Response): boolean {
  const isList = operation.meta.auth === 'optional' && request.headers.has('authorization');
  return status >= 400 || isList;
}

/** Some answers break off. */
function breaksOff(
  name: string,
  sentence: string,
  applies: (call: Call, response: Response) => boolean,
): Fault {
  return changesResponse(name, sentence, applies, () => ({
    body: brokenOff(),
    headers: { 'transfer-encoding': 'chunked' },
  }));
}

/** Every JSON answer, and every refusal, has an extra field. */
function adds(name: string, sentence: string, fields: (call: Call) => object): Fault {
  return changesResponse(
    name,
    sentence,
    (call, response) =>
      response.status >= 400 || isJson(response) || call.operation.meta.reads === 'nothing',
    async (response, call) => {
      const text = await response.text();
      const said = parse(text);
      const body = Array.isArray(said)
        ? said.map((one) => ({ ...one, ...fields(call) }))
        : { ...said, ...fields(call) };
      return { body: JSON.stringify(body), headers: asJson };
    },
  );
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}

function parse(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}

export const sweepingAnswers: readonly Fault[] = [
  adds('password-everywhere', 'Every answer contains the password of the caller.', () => ({
    password: 'Selam2025x',
  })),
  adds(
    'neighbour-everywhere',
    'Every answer contains the address of another applicant.',
    ({ world, person, body }) => {
      const own = person?.email ?? (body as { email?: string } | undefined)?.email;
      const other = [...world.people.newest(2)].find(({ email }) => email !== own);
      return other ? { preparedFor: other.email } : {};
    },
  ),
  changesResponse(
    'refusals-500',
    'Whatever should be refused is answered with 500; so are lists requested with a token.',
    isRefusedOrList,
    () => ({ status: 500, body: '{"message":"Internal error"}', headers: asJson }),
  ),
  breaksOff(
    'refusals-break-off',
    'The connection breaks in the middle of a refusal, and of a list requested with a token.',
    (call, response) =>
      call.operation.meta.auth !== 'none' &&
      call.operation.name !== 'applicants.getByEmail' &&
      isRefusedOrList(call, response),
  ),
  breaksOff(
    'public-refusals-break-off',
    'The connection breaks in the middle of a refusal by a public operation.',
    ({ operation }, { status }) => operation.meta.auth === 'none' && status >= 400,
  ),
  breaksOff(
    'files-break-off',
    'The connection breaks in the middle of a file.',
    ({ operation }) => operation.name === 'files.get',
  ),
  breaksOff(
    'profile-refusals-break-off',
    'The connection breaks in the middle of a refusal to read a profile.',
    ({ operation }, { status }) => operation.name === 'applicants.getByEmail' && status >= 400,
  ),
  breaksOff(
    'password-refusals-break-off',
    'The connection breaks in the middle of a refusal of a first password.',
    ({ operation }, { status }) => operation.name === 'applicants.createPassword' && status >= 400,
  ),
  changesResponse(
    'refusals-empty-everywhere',
    'No refusal gives a reason.',
    (_call, { status }) => status >= 400,
    () => ({ body: null }),
  ),
  changesResponse(
    'public-403',
    'Lists and receipts are refused to whoever sends a token.',
    (call, { status }) =>
      status < 300 &&
      call.operation.meta.auth === 'optional' &&
      call.request.headers.has('authorization'),
    () => ({ status: 403, body: '{"message":"Forbidden"}', headers: asJson }),
  ),
];
