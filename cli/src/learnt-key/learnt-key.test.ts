import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exam } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { afterResult, evidenceOf } from './beliefs.ts';
import { LearntKey } from './learnt-key.ts';

/** A bank of questions whose first choice is right. */
const bank = Array.from({ length: 12 }, (_, at) => `Question ${at}?`);
const choices = ['right', 'wrong 1', 'wrong 2', 'wrong 3'];

/** @param questions how many are drawn */
function exam(questions = 10): Exam {
  const drawn = [...bank].sort(() => Math.random() - 0.5).slice(0, questions);
  return {
    examDto: { id: 1, duration: 20 },
    examQuestionDtoList: drawn.map((questionText, id) => ({
      id,
      questionDto: {
        questionText,
        questionChoiceDtoList: choices.map((choiceText, at) => ({ id: at, choiceText })),
      },
    })),
  };
}

/** Chance decides: the first of five learners that passes always. */
async function learnSoon(...how: Parameters<typeof learn>): Promise<number> {
  let taken = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && taken > 300; tries++) taken = await learn(...how);
  return taken;
}

/** Takes exams until ten in a row are passed. @returns how many it took until then */
async function learn(
  result: (right: number) => { result: string; resultDesc: string },
  questions?: number,
) {
  const path = join(await folderWith({}), 'learnt.json');
  let passed = 0;
  for (let taken = 1; taken <= 400; taken++) {
    const key = new LearntKey(path);
    const given = Object.fromEntries(key.guess(exam(questions)));
    const right = Object.values(given).filter((choice) => choice === 'right').length;
    passed = right >= 0.6 * Object.keys(given).length ? passed + 1 : 0;
    if (passed === 10) return taken - 9;
    key.learn(given, result(right), passed > 0);
  }
  return Number.POSITIVE_INFINITY;
}

describe('a learnt key', () => {
  test('passes always in the end where results tell how many were right', async () => {
    const taken = await learnSoon((right) => ({
      result: `${right}/10`,
      resultDesc: right >= 6 ? 'Pass' : 'Fail',
    }));
    expect(taken).toBeLessThan(300);
  });

  test('learns also where every exam has the same questions', async () => {
    const taken = await learnSoon(
      (right) => ({ result: `${right}/12`, resultDesc: right >= 7.2 ? 'Pass' : 'Fail' }),
      12,
    );
    expect(taken).toBeLessThan(300);
  });

  test('is kept in its file, and tells how much it knows', async () => {
    const path = join(await folderWith({}), 'learnt.json');
    const key = new LearntKey(path);
    const given = Object.fromEntries(key.guess(exam()));
    key.learn(given, { result: '0/10', resultDesc: 'Fail' }, false);
    expect(new LearntKey(path).summary).toBe('0 of 10 questions known after 1 exams, 0 passed');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: 1, exams: 1 });
    // What was surely wrong is not chosen again.
    const again = new LearntKey(path).guess(exam());
    for (const [question, choice] of again) expect(given[question]).not.toBe(choice);
  });

  test('that is none is refused, and not written over', async () => {
    const folder = await folderWith({ 'a.json': '{"key": 1}', 'b.json': 'no' });
    for (const name of ['a.json', 'b.json']) {
      expect(() => new LearntKey(join(folder, name))).toThrow(/is no learnt key/);
    }
  });
});

describe('what a result tells', () => {
  const chances = [0.25, 0.25, 0.25, 0.9];

  test('more of what was likely before', () => {
    const after = afterResult(chances, evidenceOf({ resultDesc: 'Fail' }, 4));
    expect(after.map((chance, at) => chance < (chances[at] ?? 0))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const passed = afterResult(chances, evidenceOf({ resultDesc: 'Pass' }, 4));
    expect(passed.map((chance, at) => chance > (chances[at] ?? 0))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test('everything, where all or nothing was right', () => {
    const all = afterResult(chances, evidenceOf({ result: '100%', resultDesc: 'pass' }, 4));
    const none = afterResult(chances, evidenceOf({ result: '0/4', resultDesc: 'Fail' }, 4));
    for (const chance of all) expect(chance).toBeGreaterThan(0.999);
    for (const chance of none) expect(chance).toBeLessThan(0.001);
  });
});
