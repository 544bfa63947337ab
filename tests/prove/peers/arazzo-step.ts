/** Steps of an Arazzo document, in the few forms that we need. */
import { type Call, methodOf } from './call.ts';
import { fileName } from './samples.ts';

/** A step; its outputs feed later ones. */
export type Step = Readonly<Record<string, unknown>>;

/** What a step does beyond its call. */
interface More {
  /** The step's name, where the operation's is taken. */
  as?: string;
  /** Conditions beside the status, in Arazzo's simple form. */
  holds?: readonly string[];
  outputs?: Readonly<Record<string, string>>;
}

/** @returns a step that makes a call of the API and wants its status */
export function stepOf(call: Call, { as, holds = [], outputs }: More = {}): Step {
  const { operation, status, params, token, body, file } = call;
  const parameters = Object.entries(params ?? {}).map(([name, value]) => ({
    in: 'path',
    name,
    value,
  }));
  const auth = { in: 'header', name: 'Authorization', value: `Bearer ${token}` };
  const upload = file && {
    contentType: 'multipart/form-data',
    payload: { file: `$file('./${fileName(file)}')` },
  };
  const json = { contentType: 'application/json', payload: body };
  const hasBody = methodOf(call) !== 'GET' && body !== undefined;
  return {
    stepId: as ?? operation.replace('.', '-'),
    operationId: operation.replace('.', '-'),
    parameters: token ? [...parameters, auth] : parameters,
    ...(upload ? { requestBody: upload } : hasBody ? { requestBody: json } : {}),
    successCriteria: [`$statusCode == ${status}`, ...holds].map((condition) => ({ condition })),
    ...(outputs ? { outputs } : {}),
  };
}

/** @returns a step outside the API: Redocly's own extension of Arazzo */
export function outsideStep(stepId: string, url: string, payload: unknown): Step {
  return {
    stepId,
    'x-operation': { url, method: 'post' },
    requestBody: { contentType: 'application/json', payload },
    successCriteria: [{ condition: '$statusCode == 200' }],
  };
}
