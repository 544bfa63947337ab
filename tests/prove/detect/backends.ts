/**
 * Backends for `detect`: the mock as it is, the mock behind a front with a style of refusing of its own, and the second
 * backend, lenient as it is or behind a front that refuses unknown fields by name.
 */
import { randomInt } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import {
  bodyFields,
  type Dialect,
  type DialectSetting,
  dialectSettings,
  fromWire,
  namedDialects,
  type Operation,
  operations,
  type Reading,
  readingIn,
  readMessage,
  wireTemplate,
  withReading,
  writeDialect,
} from '@one-planet/contract';
import { type Backend, createBackend } from '@one-planet/mocks';
import type { ZodTypeAny } from 'zod';
import { nearest } from '../../../cli/src/core/exit.ts';
import { tryParseJson } from '../../../cli/src/core/json.ts';

/** mulberry32 */
function dice(seed: number) {
  let state = seed >>> 0;
  return <T>(choices: readonly T[]): T => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return choices[((mixed ^ (mixed >>> 14)) >>> 0) % choices.length] as T;
  };
}
type Pick = ReturnType<typeof dice>;

/** How backends differ when something is wrong. */
const styleChoices = {
  /** A strict parser refuses fields it does not know; a lenient one ignores them. */
  parser: ['lenient', 'strict'],
  /** How a strict parser speaks of a field it does not know; `human` splits its name into words. */
  stranger: ['name', 'human', 'known', 'without'],
  /** Whether unknown fields are looked for before the rules, after them, or alone: then nothing else is said. */
  strangers: ['first', 'last', 'alone'],
  names: ['one', 'all', 'none'],
  form: ['message', 'problem', 'text', 'empty'],
  /** Whether a problem names its field as it is written on the wire. */
  fields: ['quoted', 'labelled'],
  wrongInput: [400, 422],
  unknownPath: [404, 401],
  wrongMethod: [405, 404],
  order: ['contract', 'reversed', 'alphabetical'],
  extra: ['nothing', 'echo', 'suggestion', 'changing', 'random'],
  /** Whether accounts and tokens are looked up before the rest of the body is read. */
  lookup: ['late', 'early'],
  /** Whether an operation is found on the paths below its own as well. */
  routing: ['exact', 'prefix'],
  /** Whether a body is read before the path is looked up. */
  parsing: ['late', 'early'],
  /** The answer on paths of other readings: nothing is there, or something was (410). */
  leftovers: ['none', 'gone'],
  /** Whether some requests are refused for a moment (429). */
  limit: ['none', 'passing'],
} as const;
type Style = { -readonly [K in keyof typeof styleChoices]: (typeof styleChoices)[K][number] };

export interface Case {
  seed: number;
  /** `bare` is the mock with no front, `second` the second backend. */
  kind: 'front' | 'bare' | 'second';
  dialect: Dialect;
  style: Style;
}

/** @returns a backend; the same one each time */
export function caseOf(seed: number): Case {
  const pick = dice(seed);
  const kind = ({ 0: 'second', 5: 'bare' } as const)[seed % 10] ?? 'front';
  const styles = Object.entries(styleChoices).map(([name, some]) => [name, pick<unknown>(some)]);
  const style = Object.fromEntries(styles) as Style;
  const dialect = kind === 'second' ? ofSecond(pick, style) : mixture(pick);
  return { seed, kind, dialect, style };
}

/** It reads the code that some applicants have in either dialect, unless the front refuses it. */
function ofSecond(pick: Pick, { parser }: Style): Dialect {
  const dialect = pick(Object.values(namedDialects));
  const referral = dialectSettings.find(({ readings }) => readings.includes(null));
  return referral && parser === 'lenient' ? withReading(dialect, referral, 'referral') : dialect;
}

/** How the servers of a case are counted. */
export function kindOf({ kind, style }: Case): string {
  const server = kind === 'second' ? 'second backend' : 'mock';
  return `${server}, ${kind === 'bare' ? 'as it is' : style.parser}`;
}

/** Some backends have names and paths that are nobody's reading, some have hardly any other; of the free paths, half are. */
function mixture(pick: Pick): Dialect {
  const share = pick([0, 0, 1, 5]);
  return writeDialect(
    dialectSettings.map((setting) => {
      const isOwn = pick([1, 2, 3, 4, 5, 6]) <= (setting.readings.length > 1 ? share : 3);
      const own = isOwn ? ownReading(setting) : undefined;
      return [setting, own ?? pick(setting.readings)];
    }),
  );
}

const ownNames: Readonly<Record<string, string>> = {
  'body.phoneNumber': 'mobile',
  'body.iAm18': 'isAdult',
  'body.iAgreeTerms': 'acceptTerms',
  'body.iAgreeMarketing': 'news_letter',
  'body.password': 'secret',
};

/** A name or path that no specification has. */
function ownReading({ name, readings: [canonical] }: DialectSetting): Reading | undefined {
  if (name !== 'path') return ownNames[name];
  return String(canonical).replace(/[^/]+(?=(?:\/:\w+)?$)/, (last) => `our_${last}`);
}

/** Settings that nobody but the backend's team knows. */
export function isOwn(dialect: Dialect, setting: DialectSetting): boolean {
  return !setting.readings.includes(readingIn(dialect, setting));
}

interface Problem {
  /** As it is written on the wire. */
  field?: string;
  message: string;
}

let count = 0;

/**
 * @param problems in the order they were found
 * @param sent the body, for backends that repeat it
 */
function refuse(
  { names, form, fields, extra }: Style,
  status: number,
  problems: readonly Problem[],
  { sent, allow }: { sent?: unknown; allow?: string | undefined } = {},
): Response {
  const headers = new Headers(allow === undefined ? {} : { allow });
  if (form === 'empty') return new Response(null, { status, headers });
  count += 1;
  const errors = { one: problems.slice(0, 1), all: problems, none: [] }[names].map(
    ({ field, message }) => (field && fields === 'quoted' ? { field, message } : { message }),
  );
  const message = errors.map((one) => ('field' in one ? `"${one.field}": ` : '') + one.message);
  const said = message.join('; ') || (STATUS_CODES[status] ?? 'Refused');
  const time = { timestamp: new Date().toUTCString(), requestId: crypto.randomUUID(), count };
  const extras = { echo: { received: sent }, changing: time, random: { reference: randomWord() } };
  const more = extra in extras ? extras[extra as keyof typeof extras] : {};
  const type = { message: 'application/json', problem: 'application/problem+json' };
  headers.set('content-type', form === 'text' ? 'text/plain' : type[form]);
  const tail = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '';
  if (form === 'text') return new Response(said + tail, { status, headers });
  const body = form === 'message' ? { message: said } : { type: 'about:blank', status, errors };
  return Response.json({ ...body, ...more }, { status, headers });
}

/** Letters only: nothing shows that they are no word. */
function randomWord(): string {
  return Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('');
}

type Fetch = (request: Request) => Promise<Response>;

/** @param inner the backend behind it; left out: a mock */
export async function createFront({ kind, dialect, style }: Case, inner?: Fetch): Promise<Backend> {
  const mock = await createBackend({ dialect });
  const behind = inner ?? mock.fetch;
  const accounts = async () =>
    (await (await behind(new Request('http://mock/api/bank-accounts/private'))).json()) as never;
  const templateOf = ({ name, route }: Operation) => wireTemplate(dialect, name, route.path);
  const registered = new Set<unknown>();
  let requests = 0;

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const path = pathname.slice('/api'.length);
    const onPath = operations.filter((one) => fits(templateOf(one), path, style));
    const operation = onPath.find(({ route }) => route.method === request.method);
    const isForm = /multipart/.test(request.headers.get('content-type') ?? '');
    const text = isForm ? '' : await request.clone().text();
    const sent = tryParseJson(text);
    const isBroken = text !== '' && sent === undefined;
    const isJson = request.method !== 'GET' && !(operation && 'contentType' in operation.route);
    const no = (status: number, message: string, allow?: string) =>
      refuse(style, status, [{ message }], { sent, allow });
    if (kind === 'second') {
      const strange = operation && isJson ? strangersOf(operation, sent, dialect, style) : [];
      return strange.length > 0 ? refuse(style, style.wrongInput, strange) : behind(request);
    }
    requests += 1;
    if (style.limit === 'passing' && requests % 20 === 0)
      return new Response(null, { status: 429, headers: { 'retry-after': '0' } });
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
    if (style.parsing === 'early' && isBroken) return no(style.wrongInput, 'Malformed JSON.');
    if (!operation) {
      const templates = dialectSettings.flatMap((one) => (one.name === 'path' ? one.readings : []));
      const wasThere = templates.some((template) => fits(String(template), path, style));
      if (onPath.length === 0 && style.leftovers === 'gone' && wasThere) return no(410, 'Gone.');
      const allow = onPath.map(({ route }) => route.method).join(', ');
      if (onPath.length > 0 && style.wrongMethod === 405) return no(405, 'Not this way.', allow);
      const meant = style.extra === 'suggestion' && nearest(path, operations.map(templateOf));
      const hint = meant ? ` Did you mean ${meant}?` : '';
      return no(style.unknownPath, `Nothing at ${pathname}.${hint}`);
    }
    const { name, meta } = operation;
    if (meta.auth === 'bearer' && !request.headers.has('authorization'))
      return no(401, 'Please log in.');
    if (isJson && isBroken) return no(style.wrongInput, 'Malformed JSON.');
    const { email } = Object(sent);
    if (style.lookup === 'early') {
      const isKnown = registered.has(email);
      if (name === 'applicants.register' && isKnown) return no(409, 'Refused.');
      if (name === 'auth.login' && !isKnown) return no(404, 'Refused.');
      // Every token is longer.
      if (/:\w*token/i.test(templateOf(operation)) && /\/\w{1,9}$/.test(path))
        return no(404, 'Refused.');
    }
    const problems = isJson ? await problemsOf(operation, sent, dialect, style, accounts) : [];
    if (problems.length > 0) return refuse(style, style.wrongInput, problems, { sent });
    const own = path.split('/').slice(0, templateOf(operation).split('/').length).join('/');
    const response = await behind(new Request(request.url.replace(path, own), request));
    if (response.status >= 400)
      return no(response.status, readMessage(await response.text()) ?? '');
    if (name === 'applicants.register') registered.add(email);
    return response;
  }
  const isOurs = ({ url }: Request) => kind !== 'bare' && new URL(url).pathname.startsWith('/api/');
  return { ...mock, fetch: (request) => (isOurs(request) ? answer : behind)(request) };
}

/** The fields of an operation by their canonical names, and how they are written. */
function wireNames({ name, route }: Operation, dialect: Dialect): Map<string, string | null> {
  const { body = {}, withPassword } = dialect.operations[name] ?? {};
  const fields = name === 'applicants.activate' && !withPassword ? [] : bodyFields(route);
  return new Map(fields.map((field) => [field, body[field] === undefined ? field : body[field]]));
}

/** The fields of a body that a strict parser refuses. */
function strangersOf(
  operation: Operation,
  sent: unknown,
  dialect: Dialect,
  { parser, stranger, extra }: Style,
): Problem[] {
  if (parser === 'lenient' || operation.name === 'auth.updateUser') return [];
  const known = [...wireNames(operation, dialect).values()].filter((name) => name !== null);
  const strange = Object.keys(Object(sent)).filter((field) => !known.includes(field));
  return strange.map((field) => {
    const meant = extra === 'suggestion' ? nearest(field, known) : undefined;
    const hint = meant ? ` Did you mean "${meant}"?` : '';
    const words = field
      .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase();
    const said = {
      name: { field, message: `Unrecognized field.${hint}` },
      human: { message: `${words} is not allowed.${hint}` },
      known: { message: `Unrecognized field "${field}" (known: ${known.join(', ')}).` },
      without: { message: 'The request has a field too many.' },
    };
    return said[stranger];
  });
}

/** @returns what is wrong with a body, in the order of the style */
async function problemsOf(
  operation: Operation,
  sent: unknown,
  dialect: Dialect,
  style: Style,
  accounts: () => Promise<never>,
): Promise<Problem[]> {
  const { name, route } = operation;
  const names = wireNames(operation, dialect);
  const strange = strangersOf(operation, sent, dialect, style);
  if (style.strangers === 'alone' && strange.length > 0) return strange;
  const schema = 'body' in route ? (route.body as Partial<ZodTypeAny>) : undefined;
  const takes = name !== 'applicants.activate' || names.size > 0;
  const canonical = await fromWire(dialect, name, sent, accounts);
  const parsed = takes ? schema?.safeParse?.(canonical) : undefined;
  const broken = (parsed?.error?.issues ?? []).map(({ path: [field], message }): Problem => {
    return field === undefined ? { message } : { field: names.get(`${field}`) ?? '', message };
  });
  if (name === 'applicants.activate' && takes && sent === undefined)
    broken.push({ field: 'password', message: 'Password can not be empty' });
  if (style.order === 'reversed') broken.reverse();
  if (style.order === 'alphabetical')
    broken.sort((a, b) => (a.field ?? '').localeCompare(b.field ?? ''));
  return style.strangers === 'last' ? [...broken, ...strange] : [...strange, ...broken];
}

function fits(template: string, path: string, { routing }: Style): boolean {
  const parts = path.split('/');
  const segments = template.split('/');
  const isLong = routing === 'prefix' && parts.length > segments.length && segments.length > 3;
  const isSame = (segment: string, at: number) =>
    segment.startsWith(':') ? parts[at] !== '' : segment === parts[at];
  return (isLong || segments.length === parts.length) && segments.every(isSame);
}
