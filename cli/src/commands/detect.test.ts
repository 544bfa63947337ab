import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  bodyFields,
  type Dialect,
  dialectSettings,
  fromWire,
  type Operation,
  operations,
  type Reading,
  readingIn,
  wireTemplate,
  writeDialect,
} from '@one-planet/contract';
import { expect, test, vi } from 'vitest';
import type { ZodTypeAny } from 'zod';
import { didYouMean } from '../core/exit.ts';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import { folderWith, runCli, serveMock, serveTest } from '../testing/support.ts';

// Whole runs, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });

/** How a server refuses; without a habit it ignores fields it does not know, and names all problems in one message. */
type Habit =
  | ('strict' | 'strict in words' | 'strict with a list' | 'strict without names' | 'strict first')
  | ('one problem' | 'no problem' | 'reversed' | 'alphabetical' | 'suggestions')
  | ('problem document' | 'plain text' | 'no bodies' | '422 and 401')
  | ('echo' | 'times' | 'random words' | 'limit')
  | ('accounts first' | 'JSON first' | 'prefixes' | 'gone paths' | 'no 405');

/** A server that keeps nobody. It speaks the dialect, and has these habits. */
function serverWith(dialect: Dialect, habits: readonly Habit[]) {
  const has = (...some: Habit[]) => some.some((habit) => habits.includes(habit));
  const wrongInput = has('422 and 401') ? 422 : 400;
  let requests = 0;
  const templateOf = ({ name, route }: Operation) => wireTemplate(dialect, name, route.path);
  const fits = (template: string, path: string) => {
    const [parts, segments] = [path.split('/'), template.split('/')];
    const isLong = has('prefixes') && parts.length > segments.length && segments.length > 3;
    const isSame = (one: string, at: number) =>
      one.startsWith(':') ? parts[at] : one === parts[at];
    return (isLong || parts.length === segments.length) && segments.every(isSame);
  };
  /** Of a body: the fields by their canonical names. */
  const namesOf = ({ name, route }: Operation) => {
    const { body = {}, withPassword } = dialect.operations[name] ?? {};
    const fields = name === 'applicants.activate' && !withPassword ? [] : bodyFields(route);
    return new Map(fields.map((field) => [field, field in body ? body[field] : field]));
  };
  const strangersOf = (operation: Operation, sent: unknown) => {
    const known = [...namesOf(operation).values()].map(String);
    const strangers = Object.keys(Object(sent)).filter((field) => !known.includes(field));
    return strangers.map((field) => {
      const hint = has('suggestions') ? didYouMean(field, known) : '';
      if (has('strict in words'))
        return `${field.replace(/[A-Z0-9]/g, ' $&').toLowerCase()} is not allowed${hint}`;
      if (has('strict with a list')) return `unknown "${field}" (known: ${known.join(', ')})`;
      return has('strict without names') ? 'a field too many' : `"${field}": unknown field${hint}`;
    });
  };
  const problemsOf = async (operation: Operation, sent: unknown) => {
    const isStrict = habits.some((habit) => habit.startsWith('strict'));
    const strange = isStrict ? strangersOf(operation, sent) : [];
    if (has('strict first') && strange.length > 0) return strange;
    const names = namesOf(operation);
    const { body } = operation.route as { body?: Partial<ZodTypeAny> };
    const canonical = await fromWire(dialect, operation.name, sent, async () => [] as never);
    const issues = names.size > 0 ? body?.safeParse?.(canonical).error?.issues : undefined;
    const broken = (issues ?? []).map(
      ({ path: [field], message }) => `"${names.get(String(field)) ?? field}": ${message}`,
    );
    if (has('reversed')) broken.reverse();
    if (has('alphabetical')) broken.sort();
    return [...strange, ...broken];
  };
  const responseTo = async (
    method: string,
    path: string,
    sent: string,
  ): Promise<[number, ...string[]]> => {
    requests += 1;
    if (has('limit') && requests % 20 === 0) return [429];
    if (method === 'OPTIONS') return [204];
    const json = tryParseJson(sent);
    const isBroken = sent !== '' && json === undefined;
    if (has('JSON first') && isBroken) return [wrongInput, 'Malformed JSON'];
    const onPath = operations.filter((one) => fits(templateOf(one), path));
    const operation = onPath.find(({ route }) => route.method === method);
    if (!operation) {
      if (onPath.length > 0 && !has('no 405')) return [405, 'Not this way'];
      const others = dialectSettings.flatMap((one) => (one.name === 'path' ? one.readings : []));
      if (has('gone paths') && others.some((one) => fits(String(one), path))) return [410, 'Gone'];
      const hint = has('suggestions') ? didYouMean(path, operations.map(templateOf)) : '';
      return [has('422 and 401') ? 401 : 404, `Nothing at ${path}${hint}`];
    }
    if (operation.meta.auth === 'bearer') return [401, 'Log in first'];
    if (isBroken) return [wrongInput, 'Malformed JSON'];
    const isToken = /:\w*token/i.test(templateOf(operation));
    if (has('accounts first') && (isToken || operation.name === 'auth.login'))
      return [404, 'Unknown'];
    const problems = method === 'GET' ? [] : await problemsOf(operation, json);
    return problems.length > 0 ? [wrongInput, ...problems] : [404, 'Unknown'];
  };
  return serveTest(async (request, response) => {
    const sent = await text(request);
    const path = (request.url ?? '').slice('/api'.length);
    const [status, ...all] = await responseTo(request.method ?? '', path, sent);
    const problems = has('no problem') ? [] : has('one problem') ? all.slice(0, 1) : all;
    const message = problems.join('; ') || STATUS_CODES[status];
    const more = {
      ...(has('echo') && { received: sent }),
      ...(has('times') && { time: new Date().toUTCString(), id: crypto.randomUUID(), requests }),
      ...(has('random words') && { reference: Math.random().toString(36).replace(/[\d.]/g, '') }),
    };
    const body = has('problem document')
      ? { type: 'about:blank', status, errors: problems.map((detail) => ({ detail })), ...more }
      : { message, ...more };
    if (status === 429) response.setHeader('retry-after', '0');
    if (has('no bodies') || status === 204) response.writeHead(status).end();
    else if (has('plain text'))
      response.writeHead(status).end(`${message} ${JSON.stringify(more)}`);
    else
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

/** Of each setting another reading, so that no backend is like it as a whole. */
const mixed = (shift = 0) =>
  writeDialect(
    dialectSettings.map((setting, at) => {
      const { readings } = setting;
      return [setting, readings[(at + shift) % readings.length] as Reading];
    }),
  );
const ownNames: Readonly<Record<string, string>> = {
  'body.phoneNumber': 'mobile',
  'body.iAm18': 'isAdult',
  'body.iAgreeTerms': 'acceptTerms',
  'body.password': 'secret',
};
/** What nobody but its team knows, and of the rest the usual readings. */
const strange = writeDialect(
  dialectSettings.map((setting) => [
    setting,
    ownNames[setting.name] ?? setting.readings[0] ?? null,
  ]),
);

test('the settings go to stderr, sure or unknown, and the dialect to stdout', async () => {
  const { code, stdout, stderr } = await runCli('detect', '--dialect', 'alternate');
  expect(code).toBe(0);
  expect(stderr).toContain('sure     auth.login body.password: "passwords"');
  expect(stderr).toContain('unknown  payments.makeOffline values.bankAccount');
  expect(stderr).toContain('add --register');
  expect(stderr).toContain('Everything found is as in the built-in dialect alternate.');
  expect(JSON.parse(stdout).operations['auth.login']).toEqual({ body: { password: 'passwords' } });
});

test("a name that is nobody's reading is pointed out; given by --dialect, it is known", async () => {
  const url = await serveTest(async (request, response) => {
    const sent = fieldsOf(tryParseJson(await text(request)));
    const strange = Object.keys(sent).filter((field) => !['email', 'mobile'].includes(field));
    const isRight = typeof sent.mobile === 'string';
    const missing = isRight ? [] : ['mobile must be a phone number'];
    response.writeHead(400).end(JSON.stringify([...missing, ...strange, 'email is taken']));
  });
  const first = await runCli('detect', '--target', url);
  expect(first.stderr).toContain('perhaps "mobile"');
  expect(JSON.parse(first.stdout)).toEqual({ operations: {} });
  const ours = { operations: { 'applicants.register': { body: { phoneNumber: 'mobile' } } } };
  const file = join(await folderWith({ 'ours.json': ours }), 'ours.json');
  const { stdout, stderr } = await runCli('detect', '--target', url, '--dialect', file);
  expect(stderr).toContain('sure     applicants.register body.phoneNumber: "mobile"');
  expect(JSON.parse(stdout)).toEqual(ours);
});

test('a backend that registers whoever asks is reported, and asked no more', async () => {
  const url = await serveMock({ faults: ['input-unchecked'] });
  const { stdout, stderr } = await runCli('detect', '--target', url);
  expect(stderr).toContain('Look for admissions-detect@example.invalid among your applicants.');
  expect(stderr).toContain('unknown  applicants.register body.phoneNumber');
  expect(JSON.parse(stdout)).toEqual({ operations: {} });
});

test('without a mailbox nobody is registered, and it says what to set', async () => {
  const paths: string[] = [];
  const url = await serveTest((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(404).end();
  });
  const ran = await runCli('detect', '--target', url, '--register');
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('Nobody was registered');
  expect(ran.stderr).toContain('Set "mailbox" in admissions.config.json');
  expect(JSON.parse(ran.stdout)).toEqual({ operations: {} });
  expect(paths.at(-1)).toContain('/_mock/outbox.json');
});

test('a registration that ends in a 5xx may have taken effect, and it says so', async () => {
  const url = await serveTest(({ url: path = '' }, response) => {
    if (path.startsWith('/_mock/')) response.end('[]');
    else response.writeHead(500).end();
  });
  const { stderr } = await runCli('detect', '--target', url, '--register');
  expect(stderr).toMatch(
    /It is not known whether admissions-check-\w+@example.com was registered: applicants.register answered 500/,
  );
});

/** Servers that differ in how they refuse, and how many of the 14 settings harmless requests find. */
const servers: [habits: Habit[], dialect: Dialect, found: number][] = [
  [[], mixed(), 11],
  [[], mixed(1), 10],
  [[], strange, 7],
  [['strict'], mixed(), 11],
  [['strict', 'one problem', 'reversed'], mixed(), 11],
  [['strict in words', 'problem document'], mixed(1), 11],
  [['strict with a list'], mixed(), 11],
  [['strict without names', 'echo'], mixed(), 11],
  [['strict first', 'suggestions'], mixed(1), 11],
  [['strict', 'no problem', 'times'], mixed(), 5],
  [['strict first', 'one problem'], strange, 5],
  [['one problem', 'alphabetical'], mixed(1), 8],
  [['one problem', 'reversed', 'random words'], mixed(), 6],
  [['no problem', 'limit'], mixed(), 5],
  [['problem document', 'suggestions', 'gone paths'], mixed(), 11],
  [['plain text', 'times', 'no 405'], mixed(1), 10],
  [['no bodies', '422 and 401'], mixed(), 5],
  [['no bodies', 'prefixes', 'no 405'], mixed(1), 4],
  [['accounts first', 'JSON first'], mixed(), 10],
  [['limit', 'echo', '422 and 401', 'prefixes'], mixed(1), 10],
];

test.each(servers)(
  'a server with the habits %j: what is sure is right',
  async (habits, dialect, found) => {
    const target = await serverWith(dialect, habits);
    const { stderr } = await runCli('detect', '--target', target);
    const sure = [...stderr.matchAll(/^sure +(\S+ \S+): (\S+)/gm)].map(([, name, reading]) => {
      return [name, JSON.parse(reading ?? '')];
    });
    const truth = dialectSettings.map((one) => [
      `${one.operation} ${one.name}`,
      readingIn(dialect, one),
    ]);
    expect(truth).toEqual(expect.arrayContaining(sure));
    expect(sure.length).toBe(found);
  },
);

test('harmless requests change nothing, and an applicant finds the whole dialect', async () => {
  const dialect = mixed();
  const target = await serveMock({ dialect });
  const pages = () =>
    Promise.all(
      ['state', 'outbox', 'staff'].map(async (name) =>
        (await fetch(`${target}/_mock/${name}.json`)).text(),
      ),
    );
  const before = await pages();
  await runCli('detect', '--target', target);
  expect(await pages()).toEqual(before);
  const { stdout } = await runCli('detect', '--register', '--target', target);
  expect(JSON.parse(stdout).operations).toMatchObject(dialect.operations);
});
