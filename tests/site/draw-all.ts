import type { Page } from 'playwright-core';

/** From now on the whole page is drawn, also what is far from what is in sight. */
export const drawAll = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });
