/** What Specmatic's examples and its copy of the document are made from: the answers of a healthy server. */
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { type Answered, ask } from './ask.ts';
import { type Call, methodOf, pathOf } from './call.ts';
import { callsOf } from './calls.ts';
import { type ApiOperation, operationsIn, readDocument } from './document.ts';
import { toOpenApi30 } from './open-api-30.ts';
import { applicants } from './people.ts';
import { setUp } from './set-up.ts';

type Response = ApiOperation['responses'][string];

/** Without uploads: Specmatic writes their head in a way that Node's reader of forms, and so the mock, refuses. */
export const takenOf = (calls: readonly Call[]) =>
  calls.filter(({ file, status }) => !file || status === 401);

/** An operation and a status. */
export const keyOf = ({ operation, status }: Call) => `${operation} ${status}`;

let modelled: ReturnType<typeof readModel> | undefined;

/** The same for every run: read once. */
export function model() {
  modelled ??= readModel();
  return modelled;
}

/** What a healthy server answers the calls, and the document with one kind of content for each of those answers. */
async function readModel() {
  const { url, close } = await serve(await createBackend({ applicants }));
  const answers = new Map<string, Answered>();
  for (const call of takenOf(callsOf(await setUp(url)))) {
    answers.set(keyOf(call), await ask(url, methodOf(call), `/api${pathOf(call)}`, call));
  }
  await close();
  const document = toOpenApi30(await readDocument());
  for (const { operation } of operationsIn(document)) {
    const { responses, operationId } = operation;
    for (const status of Object.keys(responses)) {
      const { type = 'text/plain' } = answers.get(`${operationId} ${status}`) ?? { type: '' };
      if (type === '') delete responses[status];
      else simplify(responses[status], type);
    }
  }
  const text = JSON.stringify(document);
  return { answers, document: JSON.parse(text.replaceAll('\\\\p{L}\\\\p{M}', 'A-Za-z')) };
}

function simplify(response: Response | undefined, type: string) {
  if (!response) return;
  const schema = response.content?.[type]?.schema;
  const free = type === 'application/json' ? {} : { type: 'string' };
  response.content = { [type]: { schema: schema ?? free } };
}
