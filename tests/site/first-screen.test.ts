/**
 * The first screen of a phone says what a page is and what it costs, and holds its one button or its first field
 * (specification/decisions §3). What else a page has to say stands below or is folded.
 */
import { expect, test } from 'vitest';
import { useDemo } from '../support/demo.ts';
import { firstScreens, measureScreen } from '../support/first-screens.ts';

const demo = await useDemo();

/** In pixels from the top of a screen that is 640 pixels high. */
const [buttonLimit, fieldLimit] = [640, 420];

test.each(firstScreens.filter(({ kind }) => kind === 'button'))(
  'the main button of the page "$name" is on the first screen of a phone',
  async ({ open, maxWords = Number.POSITIVE_INFINITY }) => {
    const { mainButtonEnd, wordCount } = await measureScreen(await open(demo));
    expect(mainButtonEnd).toBeLessThanOrEqual(buttonLimit);
    expect(wordCount).toBeLessThanOrEqual(maxWords);
  },
);

test.each(firstScreens.filter(({ kind }) => kind === 'form'))(
  'the first field of the page "$name" is in the upper part of the first screen of a phone',
  async ({ open, maxWords = Number.POSITIVE_INFINITY }) => {
    const { firstFieldBegin, wordCount } = await measureScreen(await open(demo));
    expect(firstFieldBegin).toBeLessThanOrEqual(fieldLimit);
    expect(wordCount).toBeLessThanOrEqual(maxWords);
  },
);
