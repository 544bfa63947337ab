import { fromWire, type Operation } from '@one-planet/contract';
import type { z } from 'zod';
import type { World } from '../data/world.ts';
import { Refusal } from './refusal.ts';

/** What zod says where a schema has no words of its own: no help without the name of the field. */
const generic =
  /^(Required$|Invalid(?: input| enum| literal|$)|Expected|Unrecognized|Number must|String must)/;

/**
 * Reads a body as the dialect writes it and checks it by the contract's schema.
 * @returns the canonical body
 * @throws {Refusal} 400 with the first broken rule
 */
export async function checkBody(
  operation: Operation,
  world: World,
  sent: unknown,
): Promise<unknown> {
  const schema = 'body' in operation.route ? operation.route.body : undefined;
  if (!isSchema(schema)) return undefined;
  const accounts = () => world.bankAccounts.all();
  const body = await fromWire(world.settings.dialect, operation.name, sent, accounts);
  const checked = schema.safeParse(body);
  if (!checked.success && sent === undefined) throw new Refusal(400, 'Please send a JSON body.');
  if (checked.success) return checked.data;
  throw new Refusal(400, firstMessage(checked.error));
}

/** An operation that takes no body has a symbol there. */
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
