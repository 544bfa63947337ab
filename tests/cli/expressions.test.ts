/**
 * No regular expression of the contract, the SDK or the command takes more than linear time, whatever it reads. Most
 * read text from outside; the others keep to the same rule, so that nobody has to know which.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { importFrom, installOnDemand } from '../support/installed-programs.ts';

interface Expression {
  place: string;
  pattern: RegExp;
}

const sourceFiles = ['contract', 'sdk', 'cli'].flatMap((workspace) =>
  readdirSync(`${workspace}/src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\btesting\b|\bgenerated\b/.test(path))
    .map((path) => `${workspace}/src/${path}`),
);

/** Calls the function for every node of every file. */
function visitSources(visitNode: (node: ts.Node, place: string) => void): void {
  for (const file of sourceFiles) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.pos);
      visitNode(node, `${file}:${line + 1}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
}

function listLiterals(): Expression[] {
  const expressionsByText = new Map<string, Expression>();
  visitSources((node, place) => {
    if (!ts.isRegularExpressionLiteral(node)) return;
    const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
    expressionsByText.set(node.text, { place, pattern: new RegExp(source, flags) });
  });
  return [...expressionsByText.values()];
}

/** Modules that make expressions of several texts when they are loaded. */
const modulesWithMadeExpressions = ['sdk/src/secrets.ts'];
/** Where expressions are made of our own numbers, or of the settings and flags of the person who runs the command. */
const placesOfOwnText = [
  'contract/src/fields.ts',
  'cli/src/backend-checks/selection.ts',
  'cli/src/backend/adapters.ts',
  'cli/src/core/settings.ts',
];

async function listMadeExpressions(): Promise<Expression[]> {
  const expressions: Expression[] = [];
  const RealRegExp = RegExp;
  for (const module of modulesWithMadeExpressions) {
    globalThis.RegExp = new Proxy(RealRegExp, {
      construct(target, args: [string, string]) {
        const pattern = new target(...args);
        expressions.push({ place: module, pattern });
        return pattern;
      },
    });
    // The query makes it a module of its own, also where another test has loaded it.
    await import(/* @vite-ignore */ `../../${module}?expressions`).finally(() => {
      globalThis.RegExp = RealRegExp;
    });
  }
  return expressions;
}

const expressions = [...listLiterals(), ...(await listMadeExpressions())];

test('every place that makes an expression of a text is known', () => {
  const files = new Set<string>();
  visitSources((node, place) => {
    const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isMade && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp')
      files.add(place.replace(/:\d+$/, ''));
  });
  expect([...files].sort()).toEqual([...modulesWithMadeExpressions, ...placesOfOwnText].sort());
  for (const module of modulesWithMadeExpressions)
    expect(expressions.filter(({ place }) => place === module).length, module).toBeGreaterThan(0);
  expect(expressions.length).toBeGreaterThan(150);
});

/**
 * No limits of time: a busy machine would otherwise take a slow moment for a slow expression. Five rounds of attacks
 * find what ten find here, in half of the time.
 */
const stepLimitsOnly = {
  timeout: 120_000,
  attackTimeout: null,
  incubationTimeout: null,
  maxIteration: 5,
};

/** Without a repetition that has no upper limit an expression reads a bounded text at each place. */
const unboundedPattern = /[*+]|\{\d+,\}/;

/** What is used of recheck, which would bring 58 MB of programs for every developer. */
interface Recheck {
  check(
    source: string,
    flags: string,
    options: typeof stepLimitsOnly,
  ): Promise<
    { status: 'safe' | 'unknown' } | { status: 'vulnerable'; complexity: { summary: string } }
  >;
}

test('recheck finds none that takes more than linear time', { timeout: 600_000 }, async () => {
  const { check } = (await importFrom(
    await installOnDemand('recheck@4.5.0'),
    'recheck',
  )) as Recheck;
  const repeatingExpressions = expressions.filter(({ pattern }) =>
    unboundedPattern.test(pattern.source),
  );
  const problems: string[] = [];
  for (const { place, pattern } of repeatingExpressions) {
    const { source, flags } = pattern;
    const diagnostics = await check(source, flags, stepLimitsOnly);
    if (diagnostics.status === 'safe') continue;
    const reason = diagnostics.status === 'vulnerable' ? diagnostics.complexity.summary : 'unknown';
    problems.push(`${place} /${source}/${flags}: ${reason}`);
  }
  expect(problems).toEqual([]);
});

/** Texts of an eighth of a megabyte that are likely to keep an expression busy: what it names, over and over. */
function makeLongTexts({ source }: RegExp): string[] {
  const literalParts = source.match(/[\p{L}\d@-]{2,}|[^\w\s]/gu) ?? [];
  const parts = [
    ...new Set([...literalParts, 'a', 'A1', '1', ' ', '\n', '<', '"a":', '.x', '%2F']),
  ];
  const repeat = (part: string, end = '') => part.repeat(2 ** 17 / part.length) + end;
  const [first = ''] = literalParts;
  return parts.flatMap((part) => [repeat(part), first + repeat(part, '\0'), repeat(first + part)]);
}

const maxMs = 1000;

test('each reads an eighth of a megabyte in time', { timeout: 600_000 }, () => {
  const problems = expressions.flatMap(({ place, pattern }) =>
    makeLongTexts(pattern).flatMap((text) => {
      const startUsage = process.cpuUsage();
      text.replace(pattern, '');
      // Processor time, because a loaded machine can stand still for seconds.
      const ms = process.cpuUsage(startUsage).user / 1000;
      return ms < maxMs
        ? []
        : [`${place} ${pattern}: ${ms} ms for ${JSON.stringify(text.slice(0, 30))}…`];
    }),
  );
  expect(problems).toEqual([]);
});
