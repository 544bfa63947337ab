/** Holds the rules of docs/rules to the checks and the contract: every rule is pointed to. That every pointer arrives is held by its type. */
import { limits, operations } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { fuzz } from '../cli/src/checks/catalogue/fuzz.ts';
import { catalogue } from '../cli/src/checks/catalogue.ts';
import type { BackendCheck } from '../cli/src/checks/check.ts';
import { chooseChecks } from '../cli/src/checks/check-selection.ts';
import { findLinks, readProjectFile, readRulePages, readRules } from './support/documents.ts';

const rules = readRules();
const checks: readonly BackendCheck[] = [...catalogue, ...fuzz];
const byRule = new Map(rules.map(({ name }) => [name, checks.filter(({ rule }) => rule === name)]));
/** No check points to these, but the report of a smoke run does. */
const ofSmoke = ['tolerated#changes-since-the-last-good-run'];

/** @returns the names of the rules of which something does not hold */
function wrong(holds: (rule: (typeof rules)[number], checks: readonly BackendCheck[]) => boolean) {
  return rules.filter((rule) => !holds(rule, byRule.get(rule.name) ?? [])).map(({ name }) => name);
}

const has = (text: readonly string[], label: string) =>
  text.some((line) => line.startsWith(`${label}: `));

describe('a rule', () => {
  test('is checked, or says why not', () => {
    const isChecked = (name: string, own: readonly BackendCheck[]) =>
      own.length > 0 || ofSmoke.includes(name);
    expect(
      wrong(({ name, text }, own) => isChecked(name, own) !== has(text, 'Not checked')),
    ).toEqual([]);
  });

  test('says "should" of what fails with --strict only, and "Tolerated" of what never fails', () => {
    const levelsOf = (own: readonly BackendCheck[]) => new Set(own.map(({ level }) => level));
    const should = /\bshould\b/;
    expect(
      wrong(({ text }, own) => !levelsOf(own).has('should') || should.test(text.join('\n'))),
    ).toEqual([]);
    expect(wrong(({ text }, own) => !levelsOf(own).has('info') || has(text, 'Tolerated'))).toEqual(
      [],
    );
    const onlyMust = (own: readonly BackendCheck[]) => own.every(({ level }) => level === 'must');
    expect(wrong(({ text: [first = ''] }, own) => !(onlyMust(own) && should.test(first)))).toEqual(
      [],
    );
  });

  test('is a paragraph, then what is open, tolerated or not checked', () => {
    expect(
      wrong(({ title, text: [first = '', ...rest] }) => {
        const labels = rest.map((line) => line.slice(0, line.indexOf(':')));
        const inOrder = ['Open', 'Tolerated', 'Not checked'].filter((one) => labels.includes(one));
        return (
          /^[A-Z0-9]/.test(title) &&
          [first, ...rest].every((line) => line.endsWith('.')) &&
          inOrder.join() === labels.join()
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

test('no page quotes a document that is not there', async () => {
  for (const name of ['README', ...readRulePages().map((page) => page.name)]) {
    expect(await readProjectFile(`docs/rules/${name}.md`)).not.toMatch(/§|specification/i);
  }
});

const {
  phone,
  password,
  minimumAge,
  countryNameMaxLength,
  grades,
  files,
  catalogue: years,
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
  ['catalogue#semesters', `from 1 to ${years.years * years.semestersPerYear}`],
])('the rule %s says "%s", as the contract does', (name, words) => {
  expect(rules.find((rule) => rule.name === name)?.text.join('\n')).toContain(words);
});

test('the success an operation answers stands in its rule', () => {
  const silent = operations.filter(({ meta }) => {
    const text = rules.find(({ name }) => name === meta.rule)?.text.join('\n') ?? '';
    return !meta.mayBeMissing && !text.includes(`${meta.success}`) && !/\bother 2xx\b/.test(text);
  });
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('every check that docs/owasp-api-top-10.md names is there', async () => {
  const page = await readProjectFile('docs/owasp-api-top-10.md');
  const named = Array.from(page.matchAll(/`([\w.*-]+(?:\/[\w.*-]+)+)`/g), ([, glob = '']) => glob);
  expect(named.length).toBeGreaterThan(30);
  for (const glob of named) expect(() => chooseChecks(catalogue, { only: [glob] })).not.toThrow();
});
