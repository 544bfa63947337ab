import { describe, expect, test } from 'vitest';
import { isSame, knownName } from './contrast.ts';
import type { Answer } from './prober.ts';

const names = ['phoneNumber', 'phone'];

/** A backend that answers by the name it is sent. */
function backend(textOf: (name: string) => string, status = 400) {
  return async (name: string): Promise<Answer> => ({ status, text: textOf(name), allow: [] });
}

describe('the known name is found', () => {
  test('where a lenient backend misses the field', async () => {
    const send = backend((name) => (name === 'phone' ? 'age is required' : 'Phone is required'));
    expect(await knownName(names, send)).toEqual({ name: 'phone', several: false });
  });

  test('where a strict backend names what it does not know, sorted among other problems', async () => {
    const send = backend((name) =>
      name === 'phone' ? 'nickname' : ['nickname', `unknown: ${name}`].sort().join(),
    );
    expect(await knownName(names, send)).toEqual({ name: 'phone', several: false });
  });

  test('where a strict backend suggests a name for the other one', async () => {
    const send = backend((name) => {
      if (name === 'phone') return 'age is required';
      return `unknown: ${name}${name.startsWith('phoneN') ? ', did you mean phone?' : ''}`;
    });
    expect(await knownName(names, send)).toEqual({ name: 'phone', several: false });
  });

  test('where both are read', async () => {
    const send = backend((name) => (names.includes(name) ? 'age is required' : 'no phone'));
    expect(await knownName(names, send)).toEqual({ name: 'phoneNumber', several: true });
  });
});

describe('nothing is found', () => {
  test('where the backend has the same words for everything', async () => {
    expect(
      await knownName(
        names,
        backend(() => 'Bad Request'),
      ),
    ).toBeUndefined();
  });

  test('where it repeats what it was sent', async () => {
    const send = backend((name) => JSON.stringify({ received: { [name]: '+251911234567' } }));
    expect(await knownName(names, send)).toBeUndefined();
  });

  test('where its messages use a name as a word', async () => {
    expect(
      await knownName(
        names,
        backend(() => 'Your phone is missing'),
      ),
    ).toBeUndefined();
  });

  test('where answers differ by chance', async () => {
    const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    expect(
      await knownName(
        names,
        backend(() => words.shift() ?? ''),
      ),
    ).toBeUndefined();
  });

  test('where both names are refused, each in its own words', async () => {
    const send = backend(
      (name) => `unknown: ${name}, try ${name.length === 5 ? 'mobile' : 'cell'}`,
    );
    expect(await knownName(names, send)).toBeUndefined();
  });
});

test('times, numbers and ids make no difference between two answers', () => {
  const told = (text: string): Answer => ({ status: 400, text, allow: [] });
  expect(
    isSame(
      told('at 10:02:11, id abcdefab-cdef-abcd-efab-cdefabcdefab, 17 left'),
      told('at 10:02:12, id 0d1f7a9e-0f5b-4f6a-9d63-0a2f3c4d5e6f, 16 left'),
    ),
  ).toBe(true);
  expect(isSame(told('refused'), { ...told('refused'), status: 422 })).toBe(false);
});
