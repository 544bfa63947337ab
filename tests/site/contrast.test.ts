/** The colours that meet stand far enough apart to be read, by day and by night. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tokensCss } from '../generate/contrast.ts';
import { coloursOf, colourUses, ornaments, pairs, tokensOf, tooClose } from '../support/colours.ts';

const colours = coloursOf(tokensOf(tokensCss).light);

test('every pair has the contrast it needs in both schemes', () => {
  expect(tooClose(tokensCss)).toEqual([]);
});

test('a colour that comes too close to another is named, with the scheme', () => {
  const paler = tokensCss.replace('--hint: #65726b', '--hint: #9aa');
  expect(tooClose(paler)).toEqual([
    'light: --hint on --card (example text in fields) is 2.41, must be 4.5',
  ]);
  const darker = tokensCss.replace('--edge: #83958d', '--edge: #1f2d28');
  expect(tooClose(darker)).toHaveLength(3);
  expect(tooClose(darker)[0]).toMatch(/^dark: --edge on --paper /);
});

test('a colour that is written in another way is not taken for a good one', () => {
  const named = tokensCss.replace('--hint: #65726b', '--hint: gray');
  expect(tooClose(named)).toEqual([expect.stringContaining('--hint on --card')]);
});

test('a pair with a colour that is gone is an error', () => {
  const gone = tokensCss.replaceAll(/--hint: .*;/g, '');
  expect(() => tooClose(gone)).toThrow('--hint');
});

test('every colour meets another or is an ornament', () => {
  const met = new Set(pairs.flatMap(({ of, on }) => [of, on]));
  expect(colours.filter((name) => !met.has(name)).sort()).toEqual([...ornaments].sort());
});

test('every colour says what it is for', () => {
  expect(Object.keys(colourUses).sort()).toEqual([...colours].sort());
});

test('no stylesheet but that of the tokens names a colour, unless for print', () => {
  const folder = new URL('../../web/src/styles/', import.meta.url);
  const named = readdirSync(folder)
    .filter((name) => name !== 'tokens.css' && name.endsWith('.css'))
    .flatMap((name) => {
      const css = readFileSync(new URL(name, folder), 'utf8');
      const onScreen = css.replace(/url\("data:[^"]+"\)|@media print \{[\s\S]*/g, '');
      const found = onScreen.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)\(/gi) ?? [];
      return found.map((colour) => `${name}: ${colour}`);
    });
  expect(named).toEqual([]);
});
