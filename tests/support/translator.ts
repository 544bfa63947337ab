/** Changes a page as Google Translate does: every text node is replaced by `font` elements. */
import type { BrowserContext, Page } from 'playwright-core';

/** The mark of a translated text: a zero-width space, which Playwright's locators ignore. */
const translationMark = '\u200b';

/**
 * @returns whether a line of the console says that the site's script changed a text node that the translator had
 *   replaced; the page shows something wrong from then on
 */
export const isTranslationFault = (text: string): boolean =>
  /^Translated: |NotFoundError/.test(text);

/**
 * Runs in the page, once: translates all texts, and each text that changes later. A translation is the text itself and
 * the mark.
 * @param mark may be empty
 */
function translatePage(mark: string): void {
  const skippedSelector =
    'font, script, style, noscript, title, textarea, [translate=no], .notranslate';
  /** The replaced text nodes, each with its last text on the page. */
  const lastTextByReplacedNode = new WeakMap<Node, string>();
  const translateText = (textNode: Text) => {
    const { parentElement, data } = textNode;
    if (!parentElement || parentElement.closest(skippedSelector) || !data.trim()) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.style.verticalAlign = inner.style.verticalAlign = 'inherit';
    inner.textContent = data.endsWith(mark) ? data : data + mark;
    outer.append(inner);
    textNode.replaceWith(outer);
    lastTextByReplacedNode.set(textNode, data);
    observer.observe(textNode, { characterData: true });
  };
  const translateIn = (node: Node) => {
    if (node instanceof Text) return translateText(node);
    const iterator = document.createNodeIterator(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let textNode = iterator.nextNode(); textNode; textNode = iterator.nextNode())
      texts.push(textNode as Text);
    texts.forEach(translateText);
  };
  const reportFault = (fault: string, { textContent }: Node) =>
    console.error(`Translated: ${fault}: ${textContent}`);
  const observer = new MutationObserver((mutations) => {
    for (const { type, target, addedNodes } of mutations) {
      // A text node that changed twice before this call is reported twice, and was replaced with its last text.
      const hasOldText =
        (lastTextByReplacedNode.get(target) ?? target.textContent) !== target.textContent;
      if (type === 'characterData' && hasOldText) reportFault('never shown', target);
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        if (lastTextByReplacedNode.has(node) && node.isConnected)
          reportFault('shown a second time', node);
        else translateIn(node);
      }
    }
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  translateIn(document);
}

/** Translates a page from now on, until another document is loaded. */
export const startTranslation = (page: Page): Promise<void> =>
  page.evaluate(translatePage, translationMark);

/** Translates every page of a context from its first text on, before the page's script runs. */
export const translateEveryPage = (
  context: Pick<BrowserContext, 'addInitScript'>,
  mark = translationMark,
) => context.addInitScript(translatePage, mark);

/**
 * Requests a translation that arrives later.
 * @param selector selects the element whose current texts are translated
 * @returns a function that lets the translation arrive: it replaces each of these text nodes that is still on the
 *   page, whatever it says by then
 */
export async function requestTranslation(
  page: Page,
  selector: string,
): Promise<() => Promise<unknown>> {
  const pendingTranslation = await page.locator(selector).evaluateHandle((root) => {
    const iterator = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
    const replacements: [Text, HTMLElement][] = [];
    for (let text = iterator.nextNode(); text instanceof Text; text = iterator.nextNode()) {
      const fontElement = document.createElement('font');
      fontElement.textContent = text.data;
      replacements.push([text, fontElement]);
    }
    return replacements;
  });
  return () =>
    pendingTranslation.evaluate((replacements) =>
      replacements.forEach(([text, font]) => void text.replaceWith(font)),
    );
}

/** @returns the visible lines of an element, without the marks of a translation */
export async function readShownLines(page: Page, selector = 'body'): Promise<string[]> {
  // `innerText` lacks the text of elements that are not rendered yet.
  await renderWholePage(page);
  const text = (await page.locator(selector).innerText()).replaceAll(translationMark, '');
  return text.split('\n').flatMap((line) => line.replace(/\s+/g, ' ').trim() || []);
}

/** Renders the whole page from now on, also what is far outside of the screen. */
export const renderWholePage = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });
