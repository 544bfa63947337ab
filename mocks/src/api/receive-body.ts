import { fromWire, type Operation } from '@one-planet/contract';
import type { z } from 'zod';
import { type Call, type Fault, surround } from '../faults/fault.ts';
import { readJson, readUpload } from '../http/body.ts';
import { Refusal } from '../http/refusal.ts';

/** zod's default messages, which mean nothing without the field's name. */
const generic =
  /^(Required$|Invalid(?: input| enum| literal|$)|Expected|Unrecognized|Number must|String must)/;

/**
 * Reads a body as the dialect writes it and checks it by the contract's schema.
 * @returns the canonical body
 * @throws {Refusal} for a body that can't be read, 400 with the first broken rule
 */
export async function receiveBody(call: Call, faults: readonly Fault[]): Promise<unknown> {
  const { operation, world, request } = call;
  if (operation.route.method === 'GET') return undefined;
  const reads = faults.map((fault) => fault.read);
  const sent = await surround(reads, call, async () =>
    isMultipart(operation) ? await readUpload(request) : await readJson(request),
  );
  const accounts = () => world.bankAccounts.all();
  call.body = await fromWire(world.settings.dialect, operation.name, sent, accounts);
  const checks = faults.map((fault) => fault.check);
  return await surround(checks, call, async () => checkBody(call));
}

function isMultipart({ route }: Operation): boolean {
  return 'contentType' in route && route.contentType === 'multipart/form-data';
}

function checkBody({ operation, body }: Call): unknown {
  const schema = 'body' in operation.route ? operation.route.body : undefined;
  if (!isSchema(schema)) return undefined;
  const checked = schema.safeParse(body);
  if (checked.success) return checked.data;
  if (body === undefined) throw new Refusal(400, 'Please send a JSON body.');
  throw new Refusal(400, firstMessage(checked.error));
}

/** ts-rest puts a symbol there if the operation takes no body. */
function isSchema(body: unknown): body is z.ZodTypeAny {
  return typeof body === 'object' && body !== null && 'safeParse' in body;
}

function firstMessage({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (!issue) return 'The body is not valid.';
  const field = issue.path.join('.');
  if (field === '') return `The body is not valid: ${issue.message}`;
  return generic.test(issue.message) ? `${field}: ${issue.message}` : issue.message;
}
