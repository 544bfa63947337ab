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
import { makeFolderWith, runCli, serveMock, serveTest } from '../testing/support.ts';

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
function serveHabits(dialect: Dialect, serverHabits: readonly Habit[]) {
  const hasHabit = (...anyHabits: Habit[]) =>
    anyHabits.some((habit) => serverHabits.includes(habit));
  const wrongInputStatus = hasHabit('422 and 401') ? 422 : 400;
  let requestCount = 0;
  const makeTemplate = ({ name, route }: Operation) => wireTemplate(dialect, name, route.path);
  const matchesTemplate = (template: string, path: string) => {
    const [pathSegments, templateSegments] = [path.split('/'), template.split('/')];
    const isAcceptedPrefix =
      hasHabit('prefixes') &&
      pathSegments.length > templateSegments.length &&
      templateSegments.length > 3;
    const isSameSegment = (segment: string, index: number) =>
      segment.startsWith(':') ? pathSegments[index] : segment === pathSegments[index];
    return (
      (isAcceptedPrefix || pathSegments.length === templateSegments.length) &&
      templateSegments.every(isSameSegment)
    );
  };
  /** Of a body: the fields by their canonical names. */
  const mapNamesByCanonicalField = ({ name, route }: Operation) => {
    const { body = {}, withPassword } = dialect.operations[name] ?? {};
    const bodyFieldNames = name === 'applicants.activate' && !withPassword ? [] : bodyFields(route);
    return new Map(bodyFieldNames.map((field) => [field, field in body ? body[field] : field]));
  };
  const describeUnknownFields = (operation: Operation, requestBody: unknown) => {
    const knownFields = [...mapNamesByCanonicalField(operation).values()].map(String);
    const unknownFields = Object.keys(Object(requestBody)).filter(
      (field) => !knownFields.includes(field),
    );
    return unknownFields.map((field) => {
      const suggestionText = hasHabit('suggestions') ? didYouMean(field, knownFields) : '';
      if (hasHabit('strict in words'))
        return `${field.replace(/[A-Z0-9]/g, ' $&').toLowerCase()} is not allowed${suggestionText}`;
      if (hasHabit('strict with a list'))
        return `unknown "${field}" (known: ${knownFields.join(', ')})`;
      return hasHabit('strict without names')
        ? 'a field too many'
        : `"${field}": unknown field${suggestionText}`;
    });
  };
  const findProblems = async (operation: Operation, requestBody: unknown) => {
    const isStrict = serverHabits.some((habit) => habit.startsWith('strict'));
    const unknownFields = isStrict ? describeUnknownFields(operation, requestBody) : [];
    if (hasHabit('strict first') && unknownFields.length > 0) return unknownFields;
    const namesByField = mapNamesByCanonicalField(operation);
    const { body } = operation.route as { body?: Partial<ZodTypeAny> };
    const canonicalBody = await fromWire(
      dialect,
      operation.name,
      requestBody,
      async () => [] as never,
    );
    const issues =
      namesByField.size > 0 ? body?.safeParse?.(canonicalBody).error?.issues : undefined;
    const problemTexts = (issues ?? []).map(
      ({ path: [field], message }) => `"${namesByField.get(String(field)) ?? field}": ${message}`,
    );
    if (hasHabit('reversed')) problemTexts.reverse();
    if (hasHabit('alphabetical')) problemTexts.sort();
    return [...unknownFields, ...problemTexts];
  };
  const makeResponseTo = async (
    method: string,
    path: string,
    requestText: string,
  ): Promise<[number, ...string[]]> => {
    requestCount += 1;
    if (hasHabit('limit') && requestCount % 20 === 0) return [429];
    if (method === 'OPTIONS') return [204];
    const json = tryParseJson(requestText);
    const isBroken = requestText !== '' && json === undefined;
    if (hasHabit('JSON first') && isBroken) return [wrongInputStatus, 'Malformed JSON'];
    const operationsOnPath = operations.filter((operation) =>
      matchesTemplate(makeTemplate(operation), path),
    );
    const operation = operationsOnPath.find(({ route }) => route.method === method);
    if (!operation) {
      if (operationsOnPath.length > 0 && !hasHabit('no 405')) return [405, 'Not this way'];
      const otherPaths = dialectSettings.flatMap((setting) =>
        setting.name === 'path' ? setting.readings : [],
      );
      if (
        hasHabit('gone paths') &&
        otherPaths.some((otherPath) => matchesTemplate(String(otherPath), path))
      )
        return [410, 'Gone'];
      const hintText = hasHabit('suggestions')
        ? didYouMean(path, operations.map(makeTemplate))
        : '';
      return [hasHabit('422 and 401') ? 401 : 404, `Nothing at ${path}${hintText}`];
    }
    if (operation.meta.auth === 'bearer') return [401, 'Log in first'];
    if (isBroken) return [wrongInputStatus, 'Malformed JSON'];
    const hasTokenInPath = /:\w*token/i.test(makeTemplate(operation));
    if (hasHabit('accounts first') && (hasTokenInPath || operation.name === 'auth.login'))
      return [404, 'Unknown'];
    const problems = method === 'GET' ? [] : await findProblems(operation, json);
    return problems.length > 0 ? [wrongInputStatus, ...problems] : [404, 'Unknown'];
  };
  return serveTest(async (request, response) => {
    const requestText = await text(request);
    const path = (request.url ?? '').slice('/api'.length);
    const [status, ...texts] = await makeResponseTo(request.method ?? '', path, requestText);
    const problems = hasHabit('no problem')
      ? []
      : hasHabit('one problem')
        ? texts.slice(0, 1)
        : texts;
    const messageText = problems.join('; ') || STATUS_CODES[status];
    const extraFields = {
      ...(hasHabit('echo') && { received: requestText }),
      ...(hasHabit('times') && {
        time: new Date().toUTCString(),
        id: crypto.randomUUID(),
        requests: requestCount,
      }),
      ...(hasHabit('random words') && {
        reference: Math.random().toString(36).replace(/[\d.]/g, ''),
      }),
    };
    const responseBody = hasHabit('problem document')
      ? {
          type: 'about:blank',
          status,
          errors: problems.map((problemText) => ({ detail: problemText })),
          ...extraFields,
        }
      : { message: messageText, ...extraFields };
    if (status === 429) response.setHeader('retry-after', '0');
    if (hasHabit('no bodies') || status === 204) response.writeHead(status).end();
    else if (hasHabit('plain text'))
      response.writeHead(status).end(`${messageText} ${JSON.stringify(extraFields)}`);
    else
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(responseBody));
  });
}

/** Of each setting another reading, so that no backend is like it as a whole. */
const makeMixedDialect = (shift = 0) =>
  writeDialect(
    dialectSettings.map((setting, index) => {
      const { readings } = setting;
      return [setting, readings[(index + shift) % readings.length] as Reading];
    }),
  );
const ownNamesByField: Readonly<Record<string, string>> = {
  'body.phoneNumber': 'mobile',
  'body.iAm18': 'isAdult',
  'body.iAgreeTerms': 'acceptTerms',
  'body.password': 'secret',
};
/** What nobody but its team knows, and of the rest the usual readings. */
const otherDialect = writeDialect(
  dialectSettings.map((setting) => [
    setting,
    ownNamesByField[setting.name] ?? setting.readings[0] ?? null,
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
    const requestFields = fieldsOf(tryParseJson(await text(request)));
    const unknownFields = Object.keys(requestFields).filter(
      (field) => !['email', 'mobile'].includes(field),
    );
    const isRight = typeof requestFields.mobile === 'string';
    const problems = isRight ? [] : ['mobile must be a phone number'];
    response.writeHead(400).end(JSON.stringify([...problems, ...unknownFields, 'email is taken']));
  });
  const firstRun = await runCli('detect', '--target', url);
  expect(firstRun.stderr).toContain('perhaps "mobile"');
  expect(JSON.parse(firstRun.stdout)).toEqual({ operations: {} });
  const givenDialect = {
    operations: { 'applicants.register': { body: { phoneNumber: 'mobile' } } },
  };
  const dialectPath = join(await makeFolderWith({ 'ours.json': givenDialect }), 'ours.json');
  const { stdout, stderr } = await runCli('detect', '--target', url, '--dialect', dialectPath);
  expect(stderr).toContain('sure     applicants.register body.phoneNumber: "mobile"');
  expect(JSON.parse(stdout)).toEqual(givenDialect);
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
  const commandResult = await runCli('detect', '--target', url, '--register');
  expect(commandResult.code).toBe(2);
  expect(commandResult.stderr).toContain('Nobody was registered');
  expect(commandResult.stderr).toContain('Set "mailbox" in admissions.config.json');
  expect(JSON.parse(commandResult.stdout)).toEqual({ operations: {} });
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
const serverCases: [habits: Habit[], dialect: Dialect, found: number][] = [
  [[], makeMixedDialect(), 11],
  [[], makeMixedDialect(1), 10],
  [[], otherDialect, 7],
  [['strict'], makeMixedDialect(), 11],
  [['strict', 'one problem', 'reversed'], makeMixedDialect(), 11],
  [['strict in words', 'problem document'], makeMixedDialect(1), 11],
  [['strict with a list'], makeMixedDialect(), 11],
  [['strict without names', 'echo'], makeMixedDialect(), 11],
  [['strict first', 'suggestions'], makeMixedDialect(1), 11],
  [['strict', 'no problem', 'times'], makeMixedDialect(), 5],
  [['strict first', 'one problem'], otherDialect, 5],
  [['one problem', 'alphabetical'], makeMixedDialect(1), 8],
  [['one problem', 'reversed', 'random words'], makeMixedDialect(), 6],
  [['no problem', 'limit'], makeMixedDialect(), 5],
  [['problem document', 'suggestions', 'gone paths'], makeMixedDialect(), 11],
  [['plain text', 'times', 'no 405'], makeMixedDialect(1), 10],
  [['no bodies', '422 and 401'], makeMixedDialect(), 5],
  [['no bodies', 'prefixes', 'no 405'], makeMixedDialect(1), 4],
  [['accounts first', 'JSON first'], makeMixedDialect(), 10],
  [['limit', 'echo', '422 and 401', 'prefixes'], makeMixedDialect(1), 10],
];

test.each(serverCases)(
  'a server with the habits %j: what is sure is right',
  async (habits, dialect, expectedCount) => {
    const target = await serveHabits(dialect, habits);
    const { stderr } = await runCli('detect', '--target', target);
    const sureReadings = [...stderr.matchAll(/^sure +(\S+ \S+): (\S+)/gm)].map(
      ([, name, reading]) => {
        return [name, JSON.parse(reading ?? '')];
      },
    );
    const expectedReadings = dialectSettings.map((setting) => [
      `${setting.operation} ${setting.name}`,
      readingIn(dialect, setting),
    ]);
    expect(expectedReadings).toEqual(expect.arrayContaining(sureReadings));
    expect(sureReadings.length).toBe(expectedCount);
  },
);

test('harmless requests change nothing, and an applicant finds the whole dialect', async () => {
  const dialect = makeMixedDialect();
  const target = await serveMock({ dialect });
  const readMockPages = () =>
    Promise.all(
      ['state', 'outbox', 'staff'].map(async (name) =>
        (await fetch(`${target}/_mock/${name}.json`)).text(),
      ),
    );
  const pagesBefore = await readMockPages();
  await runCli('detect', '--target', target);
  expect(await readMockPages()).toEqual(pagesBefore);
  const { stdout } = await runCli('detect', '--register', '--target', target);
  expect(JSON.parse(stdout).operations).toMatchObject(dialect.operations);
});
