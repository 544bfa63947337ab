/** How a page looks, as the browser has laid it out. */
import type { Page } from 'playwright-core';

/** @returns what leaves the screen, is cut off, or stands in the way, a line each */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const faults: string[] = [];
    const described = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.slice(0, 30)}"`;
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) faults.push(`${wide} pixels too wide`);
    for (const element of document.querySelectorAll('body *:not(.hidden, .hidden *)')) {
      if (!element.checkVisibility()) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const cuts = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
      if (cuts && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1) {
        // An ornament may leave its box: only words count.
        const edge = element.getBoundingClientRect().right + 1;
        const words = [...element.querySelectorAll('h1, h2, h3, p, a, button, li, b')];
        if (words.some((one) => one.getBoundingClientRect().right > edge)) {
          faults.push(`cut off: ${described(element)}`);
        }
      }
    }
    scrollTo(0, document.documentElement.scrollHeight);
    await new Promise(requestAnimationFrame);
    const header = document.querySelector('.header')?.getBoundingClientRect();
    if (header && header.bottom > innerHeight / 3) {
      faults.push(`the header takes ${Math.round(header.bottom)} of ${innerHeight} pixels`);
    }
    scrollTo(0, 0);
    return faults;
  });
}

/** @returns headings out of order, tab stops that do nothing and targets below 44 pixels, a line each */
export function operationFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    let level = 0;
    for (const heading of seen('main :is(h1, h2, h3, h4, h5, h6)')) {
      const own = Number(heading.tagName.slice(1));
      if (own > level + 1) faults.push(`h${level} is followed by h${own} ${heading.textContent}`);
      level = own;
    }
    const titles = seen('h1').length;
    if (titles !== 1) faults.push(`${titles} h1`);
    for (const stop of seen('main [tabindex="0"]:not(a, button, input, select)')) {
      if (stop.scrollWidth <= stop.clientWidth) faults.push(`idle tab stop: ${stop.outerHTML}`);
    }
    for (const target of seen('a[href], button, input, select, summary')) {
      // Whoever taps a label taps its box; a link in a sentence is as high as its line (WCAG 2.2, 2.5.5).
      const labels = target.matches('[type=checkbox], [type=radio], [type=file]')
        ? [...document.querySelectorAll(`label[for="${target.id}"]`), target.closest('label')]
        : [];
      const boxes = [target, ...labels].flatMap((one) => one?.getBoundingClientRect() ?? []);
      const width = Math.max(...boxes.map((box) => box.width));
      const height = Math.max(...boxes.map((box) => box.height));
      const sentence = target.parentElement?.closest('p, li, label, dd, td')?.textContent ?? '';
      const isInText =
        target.matches('a') && sentence.trim().length > target.textContent.trim().length + 4;
      const isSkip = target.matches('.skip');
      if (!isInText && !isSkip && Math.min(width, height) < 43.5) {
        faults.push(
          `${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 160)}`,
        );
      }
    }
    return faults;
  });
}

/** @returns what is wrong with the header: the name missing, things that overlap, wrap or leave the screen */
export function headerFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const parts = [
      ...document.querySelectorAll<HTMLElement>(
        '.mark img, .mark span, .header nav > *, .header-row > :is(.apply, .menu-button)',
      ),
    ].filter((one) => one.closest('.header') && one.checkVisibility());
    const boxes = parts.map((part) => ({ part, box: part.getBoundingClientRect() }));
    const name = (part: HTMLElement) => part.textContent || part.tagName;
    // A word to a line, its longest word still fits.
    if (!boxes.some(({ part, box }) => part.matches('.mark span') && box.width > 54)) {
      faults.push('no name of the college');
    }
    for (const { part, box } of boxes) {
      if (box.right > innerWidth - 8) faults.push(`${name(part)} has no margin`);
      const words = document.createRange();
      words.selectNodeContents(part.querySelector('button') ?? part);
      const rects = [...words.getClientRects()].filter(({ width }) => width > 1);
      const lines = new Set(rects.map(({ top }) => Math.round(top / 8)));
      if (!part.closest('.mark') && lines.size > 1) faults.push(`${name(part)} wraps`);
      const over = boxes.find(
        (other) =>
          other.part !== part &&
          other.box.left < box.right - 1 &&
          other.box.right > box.left + 1 &&
          other.box.top < box.bottom - 1 &&
          other.box.bottom > box.top + 1,
      );
      if (over) faults.push(`${name(part)} overlaps ${name(over.part)}`);
    }
    const height = document.querySelector('.header')?.clientHeight ?? 0;
    if (height > 96) faults.push(`${height} pixels high`);
    return faults;
  });
}

/** Runs in the page of an engine that may not know our styles. @returns what is wrong with how it looks */
export function styleFaults(): string[] {
  const faults: string[] = [];
  const heightOf = (selector: string) =>
    document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`${scrollWidth} pixels wide`);
  for (const part of ['.header', 'main h1', '.mark img'])
    if (heightOf(part) === 0) faults.push(`no ${part}`);
  const header = document.querySelector('.header');
  if (header && getComputedStyle(header).position !== 'sticky') faults.push('no styles');
  if (heightOf('#old') > 0) faults.push('the engine is said to be too old');
  return faults;
}
