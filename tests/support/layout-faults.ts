/** Finds faults in a page's layout, by the positions and sizes of its elements. */
import type { Page } from 'playwright-core';

/**
 * @returns a line for each fault: content that leaves the screen, cut-off text, a header that covers a third of the
 *   screen
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const faults: string[] = [];
    const describeElement = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.slice(0, 30)}"`;
    const excessWidth = document.documentElement.scrollWidth - innerWidth;
    if (excessWidth > 0) faults.push(`${excessWidth} pixels too wide`);
    for (const element of document.querySelectorAll('body *:not(.hidden, .hidden *)')) {
      if (!element.checkVisibility()) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const canCutOff = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
      if (canCutOff && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1) {
        // Decorations may leave their box; only cut-off text is a fault.
        const rightEdge = element.getBoundingClientRect().right + 1;
        const textElements = [...element.querySelectorAll('h1, h2, h3, p, a, button, li, b')];
        if (
          textElements.some((textElement) => textElement.getBoundingClientRect().right > rightEdge)
        ) {
          faults.push(`cut off: ${describeElement(element)}`);
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

/** @returns a line for each heading out of order, tab stop that does nothing, and target smaller than 44 pixels */
export function findUsabilityFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const visibleElements = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
        element.checkVisibility(),
      );
    let level = 0;
    for (const heading of visibleElements('main :is(h1, h2, h3, h4, h5, h6)')) {
      const headingLevel = Number(heading.tagName.slice(1));
      if (headingLevel > level + 1)
        faults.push(`h${level} is followed by h${headingLevel} ${heading.textContent}`);
      level = headingLevel;
    }
    const h1Count = visibleElements('h1').length;
    if (h1Count !== 1) faults.push(`${h1Count} h1`);
    for (const tabStop of visibleElements('main [tabindex="0"]:not(a, button, input, select)')) {
      if (tabStop.scrollWidth <= tabStop.clientWidth)
        faults.push(`idle tab stop: ${tabStop.outerHTML}`);
    }
    for (const control of visibleElements('a[href], button, input, select, summary')) {
      // A tap on a label counts for its field, and a link in a sentence may be as high as its line (WCAG 2.2, 2.5.5).
      const labels = control.matches('[type=checkbox], [type=radio], [type=file]')
        ? [...document.querySelectorAll(`label[for="${control.id}"]`), control.closest('label')]
        : [];
      const boxesOfTarget = [control, ...labels].flatMap(
        (element) => element?.getBoundingClientRect() ?? [],
      );
      const width = Math.max(...boxesOfTarget.map((box) => box.width));
      const height = Math.max(...boxesOfTarget.map((box) => box.height));
      const surroundingText =
        control.parentElement?.closest('p, li, label, dd, td')?.textContent ?? '';
      const isLinkInText =
        control.matches('a') &&
        surroundingText.trim().length > control.textContent.trim().length + 4;
      const isSkipLink = control.matches('.skip');
      if (!isLinkInText && !isSkipLink && Math.min(width, height) < 43.5) {
        faults.push(
          `${Math.round(width)} × ${Math.round(height)}: ${control.outerHTML.slice(0, 160)}`,
        );
      }
    }
    return faults;
  });
}

/**
 * @returns a line for each fault of the header: the college's name missing, parts that overlap, wrap or leave the
 *   screen
 */
export function findHeaderFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const headerParts = [
      ...document.querySelectorAll<HTMLElement>(
        '.mark img, .mark span, .header nav > *, .languages a, .header-row > :is(.apply, .menu-button)',
      ),
    ].filter((part) => part.closest('.header') && part.checkVisibility());
    const partBoxes = headerParts.map((part) => ({ part, box: part.getBoundingClientRect() }));
    const nameOf = (part: HTMLElement) => part.textContent || part.tagName;
    // The name's longest word is wider than 54 pixels.
    if (!partBoxes.some(({ part, box }) => part.matches('.mark span') && box.width > 54)) {
      faults.push('no name of the college');
    }
    for (const { part, box } of partBoxes) {
      if (box.right > innerWidth - 8) faults.push(`${nameOf(part)} has no margin`);
      const textRange = document.createRange();
      textRange.selectNodeContents(part.querySelector('button') ?? part);
      const rects = [...textRange.getClientRects()].filter(({ width }) => width > 1);
      const lineTops = new Set(rects.map(({ top }) => Math.round(top / 8)));
      if (!part.closest('.mark') && lineTops.size > 1) faults.push(`${nameOf(part)} wraps`);
      const overlappingPart = partBoxes.find(
        (candidate) =>
          candidate.part !== part &&
          candidate.box.left < box.right - 1 &&
          candidate.box.right > box.left + 1 &&
          candidate.box.top < box.bottom - 1 &&
          candidate.box.bottom > box.top + 1,
      );
      if (overlappingPart) faults.push(`${nameOf(part)} overlaps ${nameOf(overlappingPart.part)}`);
    }
    const height = document.querySelector('.header')?.clientHeight ?? 0;
    if (height > 96) faults.push(`${height} pixels high`);
    return faults;
  });
}

/** Runs in the page, also in engines that may not support the site's styles. @returns a line for each fault */
export function findStyleFaults(): string[] {
  const faults: string[] = [];
  const heightOf = (selector: string) =>
    document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`${scrollWidth} pixels wide`);
  for (const selector of ['.header', 'main h1', '.mark img'])
    if (heightOf(selector) === 0) faults.push(`no ${selector}`);
  const header = document.querySelector('.header');
  if (header && getComputedStyle(header).position !== 'sticky') faults.push('no styles');
  if (heightOf('#old') > 0) faults.push('the engine is said to be too old');
  return faults;
}
