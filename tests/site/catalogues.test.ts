/** The catalogue of each language has every text of the English site, and no others. */

import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  listCatalogueProblems,
  readCatalogue,
  readEnglishLeaves,
} from '../../web/build/languages.ts';
import { leavesOf, problemsOf } from '../../web/build/words.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { toEthiopian } from '../../web/src/texts/calendar.ts';
import { languages } from '../../web/src/texts/languages.ts';
import { collectRuleMessages } from '../support/rule-messages.ts';

const englishLeaves = await readEnglishLeaves();
const otherLanguages = keysOf(languages).filter((code) => code !== 'en');
const numbersIn = (text: string) => Array.from(new Set(text.match(/\d+([.,]\d+)?/g))).sort();

test('a text that is missing, is unknown or has other parameters is reported', () => {
  const words = new Map(leavesOf({ texts: { a: 'A', b: (n: number) => `${n}`, c: () => 'C' } }));
  expect(problemsOf(words, { texts: { b: '{1}', c: 'C', d: 'D' } })).toEqual([
    'texts.a is missing',
    'texts.d is no text of the site',
    'texts.b has other parameters than the English 1',
  ]);
  expect(problemsOf(words, undefined)).toHaveLength(3);
});

describe.each(otherLanguages)('%s', async (code) => {
  const catalogue = await readCatalogue(code);
  const { about, rules, words: translated } = catalogue;

  test('names its reviewer, and has a note about its review', () => {
    expect(about).toMatchObject({ reviewer: /\w/, note: /\S/ });
  });

  test('has every text of the site, with its parameters, and no others', async () => {
    expect(await listCatalogueProblems(catalogue)).toEqual([]);
  });

  test.each([...englishLeaves])('has the numbers of the English texts: %s', (name, words) => {
    const texts = new Map(leavesOf(translated.get(name)));
    for (const [key, leaf] of words) {
      if (typeof leaf === 'function') continue;
      const text = String(texts.get(key));
      expect(numbersIn(text), key).toEqual(numbersIn(leaf));
      expect(Boolean(text.trim()), `${key}: empty`).toBe(Boolean(leaf.trim()));
    }
  });

  test('translates equal English texts equally', () => {
    const translationsByText = new Map<string, Set<string>>();
    for (const [name, words] of englishLeaves) {
      const texts = new Map(leavesOf(translated.get(name) ?? {}));
      for (const [key, leaf] of words) {
        const text = texts.get(key);
        // The translation of a single word depends on its context.
        if (typeof leaf === 'function' || !leaf.trim().includes(' ') || text === undefined)
          continue;
        const lowerCaseText = leaf.toLowerCase();
        translationsByText.set(
          lowerCaseText,
          (translationsByText.get(lowerCaseText) ?? new Set()).add(String(text).toLowerCase()),
        );
      }
    }
    const textsWithTwoTranslations = [...translationsByText].filter(([, texts]) => texts.size > 1);
    expect(textsWithTwoTranslations.map(([text, texts]) => [text, ...texts])).toEqual([]);
  });

  test('has every message of the rules', () => {
    expect(Object.keys(rules).sort()).toEqual(collectRuleMessages());
    for (const [message, text] of Object.entries(rules)) {
      expect(numbersIn(text), message).toEqual(numbersIn(message));
    }
  });
});

test('email is written without a hyphen in every English text', () => {
  const texts = [...englishLeaves].flatMap(([, words]) => [...words.values()].map(String));
  expect([...texts, ...collectRuleMessages()].filter((text) => /e-mail/i.test(text))).toEqual([]);
});

/**
 * @returns the contents of all files that may read a text: the site's code without its texts, and the contract,
 *   because some texts have names of its values
 */
async function readCode(): Promise<string[]> {
  const codeFolders = ['web/src', 'web/build', 'contract/src'].map(
    (folderName) => new URL(`../../${folderName}/`, import.meta.url),
  );
  const folderTexts = codeFolders.map(async (folderUrl) => {
    const filePaths = await readdir(folderUrl, { recursive: true });
    const codeFiles = filePaths.filter((name) => /(?<!\.test|-words)\.tsx?$/.test(name));
    return Promise.all(codeFiles.map((name) => readFile(new URL(name, folderUrl), 'utf8')));
  });
  return (await Promise.all(folderTexts)).flat();
}

test('every English text is used: a file that imports its module names its group, and some file names the text', async () => {
  const sources = (await readCode()).map((text) => ({ text, names: new Set(text.match(/\w+/g)) }));
  const unusedTexts = [...englishLeaves].flatMap(([module, texts]) => {
    const importingSources = sources.filter(({ text }) =>
      text.includes(`${module.split('/').at(-1)}.ts'`),
    );
    return [...texts.keys()].filter((path) => {
      const groupNames = path.split('.').filter((name) => !/^\d+$/.test(name));
      const name = groupNames.pop() ?? '';
      const isGroupRead = importingSources.some(({ names }) =>
        groupNames.every((group) => names.has(group)),
      );
      return !isGroupRead || !sources.some(({ names }) => names.has(name));
    });
  });
  expect(unusedTexts).toEqual([]);
});

test('the Ethiopian year beside an academic year is the matching one', async () => {
  const eyebrow = String(englishLeaves.get('features/home/home-words')?.get('homeTexts.eyebrow'));
  const [, gregorian, ethiopian] = /(\d{4}) academic year \((\d{4}) E\.C\.\)/.exec(eyebrow) ?? [];
  // An academic year lasts from the last months of one Gregorian year to the middle of the next.
  for (const academicDay of [`${gregorian}-10-01`, `${Number(gregorian) + 1}-06-30`]) {
    expect(toEthiopian(academicDay).year, academicDay).toBe(Number(ethiopian));
  }
});
