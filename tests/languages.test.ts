/** The catalogues of every language have the texts that the English site has, and no others. */
import { describe, expect, test } from 'vitest';
import {
  cataloguesOf,
  readAbout,
  readCatalogue,
  readRules,
} from '../web/build/languages/catalogues.ts';
import { wordsOfPages } from '../web/build/languages/english-pages.ts';
import { leavesOf, parametersOf } from '../web/build/languages/leaves.ts';
import { parametersIn } from '../web/build/languages/message.ts';
import { readEnglish } from '../web/build/languages/modules.ts';
import { toEthiopian } from '../web/src/calendar/ethiopian.ts';
import { languages } from '../web/src/language/languages.ts';
import { keysOf } from '../web/src/site/unchecked.ts';
import { ruleMessages } from './rule-messages.ts';
import { ruleTexts } from './rule-texts.ts';
import { usedTexts } from './used-texts.ts';

const english = await readEnglish();
const others = keysOf(languages).filter((code) => code !== 'en');
const numbersIn = (text: string) => Array.from(new Set(text.match(/\d+([.,]\d+)?/g))).sort();

test('Amharic has a catalogue for every module of words', async () => {
  expect(await cataloguesOf('am')).toEqual([...english.keys()]);
});

describe.each(others)('%s', (code) => {
  test('names who has to review it, and says until then that nobody has', async () => {
    expect(await readAbout(code)).toMatchObject({ reviewer: /\w/, note: /\S/ });
  });

  test('has nothing but catalogues of words that the site has', async () => {
    const names = await cataloguesOf(code);
    expect(names.filter((name) => !english.has(name))).toEqual([]);
  });

  test.each([...english.keys()])('%s', async (name) => {
    const catalogue = await readCatalogue(code, name);
    if (catalogue === undefined) return;
    const texts = new Map(leavesOf(catalogue));
    const words = english.get(name);
    expect([...texts.keys()].sort(), 'Missing or unused').toEqual(
      [...(words?.keys() ?? [])].sort(),
    );
    for (const [key, leaf] of words ?? []) {
      const text = String(texts.get(key));
      if (typeof leaf === 'function') {
        expect([...parametersIn(text)].sort(), `${key}: parameters`).toEqual(
          parametersOf(leaf).sort(),
        );
      } else {
        expect(numbersIn(text), `${key}: numbers`).toEqual(numbersIn(leaf));
        expect(Boolean(text.trim()), `${key}: empty`).toBe(Boolean(leaf.trim()));
      }
    }
  });

  test('says the same where English does', async () => {
    const said = new Map<string, Set<string>>();
    for (const [name, words] of english) {
      const texts = new Map(leavesOf((await readCatalogue(code, name)) ?? {}));
      for (const [key, leaf] of words) {
        const text = texts.get(key);
        // What one word is called depends on what it stands beside.
        if (typeof leaf === 'function' || !leaf.trim().includes(' ') || text === undefined)
          continue;
        const plain = leaf.toLowerCase();
        said.set(plain, (said.get(plain) ?? new Set()).add(String(text).toLowerCase()));
      }
    }
    const differing = [...said].filter(([, texts]) => texts.size > 1);
    expect(differing.map(([plain, texts]) => [plain, ...texts])).toEqual([]);
  });

  test('has every message of the rules', async () => {
    const rules = await readRules(code);
    expect(Object.keys(rules).sort()).toEqual(ruleMessages());
    for (const [message, text] of Object.entries(rules)) {
      expect(numbersIn(text), message).toEqual(numbersIn(message));
    }
  });

  test('shows whole pages in English where it has no words, marked as such', async () => {
    const has = new Set(await cataloguesOf(code));
    const without = [...english.keys()].filter((name) => !has.has(name));
    expect(Object.values<string>(wordsOfPages)).toEqual(expect.arrayContaining(without));
  });
});

test('every message that stands in the rules is one of those that must be translated', async () => {
  const texts = await ruleTexts();
  const unsaid = texts.filter((text) => !ruleMessages().some((message) => text.test(message)));
  expect(texts.length).toBeGreaterThan(50);
  expect(unsaid).toEqual([]);
});

test('every text is read somewhere, by the name that it has there', () => {
  const isUsed = usedTexts([...english.keys()]);
  const names = [...english].flatMap(([module, words]) =>
    [...words.keys()].map((path) => `${module}:${path.replace(/\.\d+(?=\.|$)/g, '')}`),
  );
  expect(names.filter((name) => !isUsed(name))).toEqual([]);
  expect(isUsed('features/exam/words:texts.nothing')).toBe(false);
}, 300_000);

test('an academic year has the Ethiopian one beside it in which it lies', async () => {
  const eyebrow = String(english.get('features/home/words')?.get('texts.eyebrow'));
  const [, gregorian, ethiopian] = /(\d{4}) academic year \((\d{4}) E\.C\.\)/.exec(eyebrow) ?? [];
  // From the last months of one Gregorian year to the middle of the next.
  for (const day of [`${gregorian}-10-01`, `${Number(gregorian) + 1}-06-30`]) {
    expect(toEthiopian(day).year, day).toBe(Number(ethiopian));
  }
});
