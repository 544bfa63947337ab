/** The mock backend behind a front that refuses in a style of its own: strict or lenient, with words or without. */
import {
  bodyFields,
  type Dialect,
  dialectSettings,
  fromWire,
  type Operation,
  operations,
  readMessage,
  wireTemplate,
} from '@one-planet/contract';
import { type Backend, createBackend } from '@one-planet/mocks';
import type { ZodTypeAny } from 'zod';
import { nearest } from '../../../cli/src/process/nearest.ts';
import type { Style } from './cases.ts';
import { type Problem, refuse } from './refuse.ts';

type Accounts = { id: number; account: string }[];

/** @returns a backend to be served */
export async function createFront(dialect: Dialect, style: Style): Promise<Backend> {
  const backend = await createBackend({ dialect });
  /** Addresses that are registered, and tokens that were given out. */
  const known: Known = { emails: new Set(), tokens: new Set() };
  const ask = (path: string, init?: RequestInit) =>
    backend.fetch(new Request(`http://mock/api${path}`, init));
  const accounts = async () => (await (await ask('/bank-accounts/private')).json()) as Accounts;

  let requests = 0;
  const templateOf = ({ name, route }: Operation) => wireTemplate(dialect, name, route.path);

  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const path = pathname.slice('/api'.length);
    const onPath = operations.filter((one) => fits(templateOf(one), path, style));
    const nothing = () => {
      const meant = style.extra === 'suggestion' ? nearest(path, operations.map(templateOf)) : '';
      const hint = meant ? ` Did you mean ${meant}?` : '';
      return refuse(style, style.unknownPath, [{ message: `Nothing at ${pathname}.${hint}` }]);
    };
    requests += 1;
    if (style.limit === 'passing' && requests % 20 === 0)
      return new Response(null, { status: 429, headers: { 'retry-after': '0' } });
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
    const text = /multipart/.test(request.headers.get('content-type') ?? '')
      ? ''
      : await request.clone().text();
    const sent = parse(text);
    const unread = () => refuse(style, style.wrongInput, [{ message: 'Malformed JSON.' }]);
    if (style.parsing === 'early' && sent === malformed) return unread();
    if (onPath.length === 0 && style.leftovers === 'gone' && wasThere(path, style))
      return refuse(style, 410, [{ message: 'Gone.' }]);
    const operation = onPath.find(({ route }) => route.method === request.method);
    if (!operation) {
      if (onPath.length === 0 || style.wrongMethod === 404) return nothing();
      const allow = onPath.map(({ route }) => route.method).join(', ');
      return refuse(style, 405, [{ message: `${request.method} is not offered.` }], { allow });
    }
    if (operation.meta.auth === 'bearer' && !request.headers.has('authorization'))
      return refuse(style, 401, [{ message: 'Please log in.' }]);
    const isJson = request.method !== 'GET' && !('contentType' in operation.route);
    if (isJson && sent === malformed) return unread();
    const early = style.lookup === 'early' ? lookUp(operation, path, sent, known) : undefined;
    if (early) return refuse(style, early, [{ message: 'Refused.' }], { sent });
    const problems = isJson ? await problemsOf(operation, sent, dialect, style, accounts) : [];
    if (problems.length > 0) return refuse(style, style.wrongInput, problems, { sent });
    const response = await backend.fetch(withOwnPath(request, templateOf(operation), path));
    if (response.status < 400) {
      await remember(known, operation, sent, response, backend);
      return response;
    }
    const message = readMessage(await response.text()) ?? '';
    return refuse(style, response.status, [{ message }], { sent });
  };
  return {
    ...backend,
    fetch: (request) =>
      new URL(request.url).pathname.startsWith('/api/') ? answer(request) : backend.fetch(request),
  };
}

/** Whether another reading has this path. */
function wasThere(path: string, style: Style): boolean {
  return dialectSettings.some(
    ({ name, readings }) =>
      name === 'path' && readings.some((template) => fits(String(template), path, style)),
  );
}

const malformed = Symbol('malformed');

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return malformed;
  }
}

function emailOf(sent: unknown): string {
  return String((sent as { email?: unknown } | undefined)?.email);
}

interface Known {
  emails: Set<string>;
  tokens: Set<string>;
}

/** @returns the status of a refusal that needs no more than the address or the token */
function lookUp({ name }: Operation, path: string, sent: unknown, { emails, tokens }: Known) {
  const isKnown = emails.has(emailOf(sent));
  const [token = ''] = path.split('/').slice(-1);
  if (name === 'auth.login' && !isKnown) return 404;
  if (name === 'applicants.register' && isKnown) return 409;
  const needsToken = name === 'applicants.activate' || name === 'applicants.createPassword';
  if (needsToken && path.split('/').length > 4 && !tokens.has(token)) return 404;
  return undefined;
}

async function remember(
  { emails, tokens }: Known,
  { name }: Operation,
  sent: unknown,
  response: Response,
  backend: Backend,
): Promise<void> {
  if (name === 'applicants.register') {
    emails.add(emailOf(sent));
    const outbox = await backend.fetch(new Request('http://mock/_mock/outbox.json'));
    for (const { link = '' } of (await outbox.json()) as { link?: string }[])
      tokens.add(link.split('/').at(-1) ?? '');
  }
  if (name === 'applicants.activate')
    tokens.add(((await response.clone().json()) as { token: string }).token);
}

/** A router by prefixes lets go of what follows the path. */
function withOwnPath(request: Request, template: string, path: string): Request {
  const length = template.split('/').length;
  const own = path.split('/').slice(0, length).join('/');
  if (own === path) return request;
  return new Request(request.url.replace(path, own), request);
}

/** What is wrong with a body, in the order of the style. */
async function problemsOf(
  { name, route }: Operation,
  sent: unknown,
  dialect: Dialect,
  style: Style,
  accounts: () => Promise<Accounts>,
): Promise<Problem[]> {
  const own = dialect.operations[name];
  const takesNothing = name === 'applicants.activate' && !own?.withPassword;
  const wireName = (field: string) => {
    const other = own?.body && Object.hasOwn(own.body, field) ? own.body[field] : field;
    return other === undefined ? field : other;
  };
  const fields = takesNothing ? [] : bodyFields(route);
  const known = fields.flatMap((field) => wireName(field) ?? []);
  const unknown = isOpen(route)
    ? []
    : Object.keys(sent ?? {}).filter((field) => !known.includes(field));
  const schema = 'body' in route ? (route.body as ZodTypeAny | undefined) : undefined;
  const canonical = await fromWire(dialect, name, sent, accounts);
  const parsed = takesNothing || !schema?.safeParse ? undefined : schema.safeParse(canonical);
  const broken = (parsed?.error?.issues ?? []).map(({ path, message }): Problem => {
    const [field] = path;
    return field === undefined ? { message } : { field: wireName(String(field)) ?? '', message };
  });
  if (name === 'applicants.activate' && own?.withPassword && sent === undefined)
    broken.push({ field: 'password', message: 'Password can not be empty' });
  const strange =
    style.parser === 'lenient' ? [] : unknown.map((field) => stranger(field, known, style));
  const sorted = [...sort(broken, style)];
  return style.strangers === 'first' ? [...strange, ...sorted] : [...sorted, ...strange];
}

/** Bodies of any fields. */
function isOpen(route: Operation['route']): boolean {
  return bodyFields(route).length === 0 && route.path.endsWith('update_user');
}

function stranger(field: string, known: readonly string[], { extra }: Style): Problem {
  const meant = extra === 'suggestion' ? nearest(field, known) : undefined;
  return { field, message: `Unrecognized field.${meant ? ` Did you mean "${meant}"?` : ''}` };
}

function sort(problems: Problem[], { order }: Style): Problem[] {
  if (order === 'reversed') return [...problems].reverse();
  if (order === 'contract') return problems;
  return [...problems].sort((a, b) => (a.field ?? '').localeCompare(b.field ?? ''));
}

function fits(template: string, path: string, { routing }: Style): boolean {
  const parts = path.split('/');
  const segments = template.split('/');
  const isLong = routing === 'prefix' && parts.length > segments.length && segments.length > 3;
  return (
    (isLong || segments.length === parts.length) &&
    segments.every((segment, at) =>
      segment.startsWith(':') ? parts[at] !== '' : segment === parts[at],
    )
  );
}
