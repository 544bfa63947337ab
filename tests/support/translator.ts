/** Changes a page as Google Translate does: every text goes, and elements of the translator's stand in its place. */
import type { BrowserContext, Page } from 'playwright-core';

/** The mark of a translated text. Nobody sees it, and Playwright's locators ignore it. */
const translationMark = '\u200b';

/** A page complains like this when its script acts on a text that is gone: what it shows is wrong from then on. */
export const isTranslationFault = (text: string): boolean =>
  /^Translated: |NotFoundError/.test(text);

/**
 * Runs in the page, once: translates all of it, and again what changes. A translation is the text itself, and the mark.
 * @param mark ends every translation; may be empty
 */
function translatePage(mark: string): void {
  const skippedSelector =
    'font, script, style, noscript, title, textarea, [translate=no], .notranslate';
  /** Texts that are off the page, each with what it said last there. */
  const replacedTexts = new WeakMap<Node, string>();
  const translateText = (text: Text) => {
    const { parentElement, data } = text;
    if (!parentElement || parentElement.closest(skippedSelector) || !data.trim()) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.style.verticalAlign = inner.style.verticalAlign = 'inherit';
    inner.textContent = data.endsWith(mark) ? data : data + mark;
    outer.append(inner);
    text.replaceWith(outer);
    replacedTexts.set(text, data);
    observer.observe(text, { characterData: true });
  };
  const translateIn = (node: Node) => {
    if (node instanceof Text) return translateText(node);
    const iterator = document.createNodeIterator(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let text = iterator.nextNode(); text; text = iterator.nextNode()) texts.push(text as Text);
    texts.forEach(translateText);
  };
  const reportFault = (fault: string, { textContent }: Node) =>
    console.error(`Translated: ${fault}: ${textContent}`);
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      // One that changed twice before this was called is seen twice, and went with its last change.
      const isLate = (replacedTexts.get(target) ?? target.textContent) !== target.textContent;
      if (type === 'characterData' && isLate) reportFault('never shown', target);
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        if (replacedTexts.has(node) && node.isConnected) reportFault('shown a second time', node);
        else translateIn(node);
      }
    }
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  translateIn(document);
}

/** From now on a page is translated, until another is loaded in its place. */
export const startTranslation = (page: Page): Promise<void> =>
  page.evaluate(translatePage, translationMark);

/** Every page of a context is translated from its first text on, before its own script runs. */
export const translateEveryPage = (
  context: Pick<BrowserContext, 'addInitScript'>,
  mark = translationMark,
) => context.addInitScript(translatePage, mark);

/**
 * Asks for a translation that takes its time.
 * @param css what is translated, as it is now
 * @returns lets it arrive: each text that is still on the page goes, whatever it says by then
 */
export async function requestTranslation(page: Page, css: string): Promise<() => Promise<unknown>> {
  const pendingTranslation = await page.locator(css).evaluateHandle((root) => {
    const iterator = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
    const replacements: [Text, HTMLElement][] = [];
    for (let text = iterator.nextNode(); text instanceof Text; text = iterator.nextNode()) {
      const font = document.createElement('font');
      font.textContent = text.data;
      replacements.push([text, font]);
    }
    return replacements;
  });
  return () =>
    pendingTranslation.evaluate((replacements) =>
      replacements.forEach(([text, font]) => void text.replaceWith(font)),
    );
}

/** @returns the lines of what a page shows, without the marks of a translation */
export async function readShownLines(page: Page, css = 'body'): Promise<string[]> {
  // The text of what is not drawn yet counts as not shown.
  await renderWholePage(page);
  const text = (await page.locator(css).innerText()).replaceAll(translationMark, '');
  return text.split('\n').flatMap((line) => line.replace(/\s+/g, ' ').trim() || []);
}

/** From now on the whole page is drawn, also what is far from what is in sight. */
export const renderWholePage = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });
