import type { World } from '../data/world.ts';
import { readJson } from '../http/body.ts';
import { Refusal } from '../http/refusal.ts';

/** One call of a helper. */
export interface PageCall {
  world: World;
  request: Request;
  reset: () => Promise<void>;
  params: Record<string, string>;
  query: URLSearchParams;
}

/** A browser's form posts as a form and does not accept JSON; everything else gets JSON. */
export function asksForJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? '';
  if (accept.includes('application/json')) return true;
  return !isForm(request) && !accept.includes('text/html');
}

/** @returns a field of a form or JSON body. @throws {Refusal} 400 when it is missing */
export async function readField(request: Request, name: string): Promise<string> {
  const value = isForm(request)
    ? (await readForm(request)).get(name)
    : ((await readJson(request)) as Record<string, unknown> | undefined)?.[name];
  if (typeof value === 'string' && value.trim()) return value.trim();
  throw new Refusal(400, `Please send the field "${name}".`);
}

async function readForm(request: Request): Promise<FormData> {
  return await request.formData().catch(() => {
    throw new Refusal(400, 'The form could not be read.');
  });
}

function isForm(request: Request): boolean {
  const type = request.headers.get('content-type') ?? '';
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type);
}
