/**
 * The rules of docs/rules agree with the checks and the contract. That a check names an existing rule is held by the
 * type `RuleName`.
 */
import { limits, operations } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { fuzzChecks } from '../cli/src/backend-checks/catalogue/fuzz.ts';
import { catalogue } from '../cli/src/backend-checks/catalogue.ts';
import type { BackendCheck } from '../cli/src/backend-checks/check.ts';
import { findLinks, readProjectFile, readRulePages, readRules } from './support/documents.ts';

const rules = readRules();
const checks: readonly BackendCheck[] = [...catalogue, ...fuzzChecks];
const checksByRule = new Map(
  rules.map(({ name }) => [name, checks.filter(({ rule }) => rule === name)]),
);
/** No check names these rules, but the report of a smoke run does. */
const smokeReportRules = ['tolerated#changes-since-the-last-good-run'];

/** @returns the names of the rules that do not meet the condition; it gets a rule and the checks that name it */
function findViolatingRules(
  condition: (rule: (typeof rules)[number], ruleChecks: readonly BackendCheck[]) => boolean,
) {
  return rules
    .filter((rule) => !condition(rule, checksByRule.get(rule.name) ?? []))
    .map(({ name }) => name);
}

const hasLine = (lines: readonly string[], label: string) =>
  lines.some((line) => line.startsWith(`${label}: `));

describe('a rule', () => {
  test('has a check, or says why it has none', () => {
    const isChecked = (name: string, ruleChecks: readonly BackendCheck[]) =>
      ruleChecks.length > 0 || smokeReportRules.includes(name);
    expect(
      findViolatingRules(
        ({ name, textLines }, ruleChecks) =>
          isChecked(name, ruleChecks) !== hasLine(textLines, 'Not checked'),
      ),
    ).toEqual([]);
  });

  test('says "should" of what fails with --strict only, and "Tolerated" of what never fails', () => {
    const levelsOf = (ruleChecks: readonly BackendCheck[]) =>
      new Set(ruleChecks.map(({ level }) => level));
    const shouldWordPattern = /\bshould\b/;
    expect(
      findViolatingRules(
        ({ textLines }, ruleChecks) =>
          !levelsOf(ruleChecks).has('should') || shouldWordPattern.test(textLines.join('\n')),
      ),
    ).toEqual([]);
    expect(
      findViolatingRules(
        ({ textLines }, ruleChecks) =>
          !levelsOf(ruleChecks).has('info') || hasLine(textLines, 'Tolerated'),
      ),
    ).toEqual([]);
    const areAllMust = (ruleChecks: readonly BackendCheck[]) =>
      ruleChecks.every(({ level }) => level === 'must');
    expect(
      findViolatingRules(
        ({ textLines: [first = ''] }, ruleChecks) =>
          !(areAllMust(ruleChecks) && shouldWordPattern.test(first)),
      ),
    ).toEqual([]);
  });

  test('is a paragraph, then what is open, tolerated or not checked', () => {
    expect(
      findViolatingRules(({ title, textLines: [first = '', ...rest] }) => {
        const labels = rest.map((line) => line.slice(0, line.indexOf(':')));
        const labelsInOrder = ['Open', 'Tolerated', 'Not checked'].filter((label) =>
          labels.includes(label),
        );
        return (
          /^[A-Z0-9]/.test(title) &&
          [first, ...rest].every((line) => line.endsWith('.')) &&
          labelsInOrder.join() === labels.join()
        );
      }),
    ).toEqual([]);
  });
});

test.each(readRulePages())(
  'the page $title is linked from the index and from docs/README.md',
  async ({ name }) => {
    expect(findLinks(await readProjectFile('docs/rules/README.md'))).toContain(`${name}.md`);
    expect(findLinks(await readProjectFile('docs/README.md'))).toContain(`rules/${name}.md`);
  },
);

test('each rule stands on its own: no page quotes the specification', async () => {
  for (const name of ['README', ...readRulePages().map((page) => page.name)]) {
    expect(await readProjectFile(`docs/rules/${name}.md`)).not.toMatch(/specification/i);
  }
});

const {
  phone,
  password,
  minimumAge,
  countryNameMaxLength,
  grades,
  files,
  catalogue: catalogueLimits,
} = limits;
const MB = 1024 * 1024;

test.each([
  ['accounts#phone-numbers', `${phone.minDigits} to ${phone.maxDigits} digits`],
  ['application#contact-phone', `${phone.minDigits} to ${phone.maxDigits} digits`],
  ['accounts#passwords', `at least ${password.minLength} characters`],
  ['application#date-of-birth', `at least ${minimumAge} before`],
  ['application#countries', `at most ${countryNameMaxLength} letters`],
  ['application#years-between-the-grades', `at least ${grades.minYearsBetween} years`],
  ['files#types-and-sizes', `PNG of at most ${files.profilePicture.maxBytes / MB} MB`],
  ['files#types-and-sizes', `PDF of at most ${files.educationDocument.maxBytes / MB} MB`],
  ['catalogue#semesters', `from 1 to ${catalogueLimits.years * catalogueLimits.semestersPerYear}`],
])('the rule %s says "%s", as the contract does', (name, expectedText) => {
  expect(rules.find((rule) => rule.name === name)?.textLines.join('\n')).toContain(expectedText);
});

test('the rule of an operation names its success status', () => {
  const operationsWithoutStatus = operations.filter(({ meta }) => {
    const text = rules.find(({ name }) => name === meta.rule)?.textLines.join('\n') ?? '';
    return (
      !meta.mayBeMissing && !text.includes(`${meta.successStatus}`) && !/\bother 2xx\b/.test(text)
    );
  });
  expect(operationsWithoutStatus.map(({ name }) => name)).toEqual([]);
});
