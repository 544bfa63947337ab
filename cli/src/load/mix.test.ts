import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kinds, parseMix, turnsOf } from './mix.ts';

test('the kinds take turns, the most frequent first', () => {
  const mix = parseMix('read=3, register=1,exam=1');
  expect(turnsOf(mix)).toEqual(['read', 'register', 'read', 'exam', 'read']);
});

test('of each there are at any time as many as its share asks, give or take one', () => {
  const share = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(fc.tuple(share, share, share, share), (shares) => {
      const all = shares.reduce((a, b) => a + b);
      fc.pre(all > 0);
      const mix = Object.fromEntries(kinds.map((kind, at) => [kind, shares[at]]));
      const turns = turnsOf(mix);
      expect(turns).toHaveLength(all);
      const given = new Map(kinds.map((kind) => [kind, 0]));
      for (const [at, kind] of turns.entries()) {
        given.set(kind, (given.get(kind) ?? 0) + 1);
        for (const one of kinds) {
          const asked = ((mix[one] ?? 0) * (at + 1)) / all;
          expect(Math.abs((given.get(one) ?? 0) - asked)).toBeLessThan(2);
        }
      }
      expect(kinds.map((kind) => given.get(kind))).toEqual(shares);
    }),
  );
});

test('what is no mix says what one is', () => {
  for (const odd of ['', 'read', 'read=x', 'reads=1', 'read=1,read=2', 'read=0', 'read=1;exam=2']) {
    expect(() => parseMix(odd), odd).toThrow(/KIND=SHARE/);
  }
});
