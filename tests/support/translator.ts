/** Changes a page as Google Translate does: every text goes, and elements of the translator's stand in its place. */
import type { BrowserContext, Page } from 'playwright-core';

/** The mark of a translated text. Nobody sees it, and Playwright's locators ignore it. */
const mark = '\u200b';

/** A page complains like this when its script acts on a text that is gone: what it shows is wrong from then on. */
export const isWrong = (said: string): boolean => /^Translated: |NotFoundError/.test(said);

/**
 * Runs in the page, once: translates all of it, and again what changes. A translation is the text itself, and the mark.
 * @param mark ends every translation; may be empty
 */
function translator(mark: string): void {
  const skipped = 'font, script, style, noscript, title, textarea, [translate=no], .notranslate';
  /** Texts that are off the page, each with what it said last there. */
  const gone = new WeakMap<Node, string>();
  const translate = (text: Text) => {
    const { parentElement, data } = text;
    if (!parentElement || parentElement.closest(skipped) || !data.trim()) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.style.verticalAlign = inner.style.verticalAlign = 'inherit';
    inner.textContent = data.endsWith(mark) ? data : data + mark;
    outer.append(inner);
    text.replaceWith(outer);
    gone.set(text, data);
    observer.observe(text, { characterData: true });
  };
  const translateIn = (node: Node) => {
    if (node instanceof Text) return translate(node);
    const texts = document.createNodeIterator(node, NodeFilter.SHOW_TEXT);
    const all: Text[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) all.push(text as Text);
    all.forEach(translate);
  };
  const wrong = (what: string, { textContent }: Node) =>
    console.error(`Translated: ${what}: ${textContent}`);
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      // One that changed twice before this was called is seen twice, and went with its last change.
      const isLate = (gone.get(target) ?? target.textContent) !== target.textContent;
      if (type === 'characterData' && isLate) wrong('never shown', target);
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        if (gone.has(node) && node.isConnected) wrong('shown a second time', node);
        else translateIn(node);
      }
    }
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  translateIn(document);
}

/** From now on a page is translated, until another is loaded in its place. */
export const translate = (page: Page): Promise<void> => page.evaluate(translator, mark);

/** Every page of a context is translated from its first text on, before its own script runs. */
export const translateAll = (context: Pick<BrowserContext, 'addInitScript'>, by = mark) =>
  context.addInitScript(translator, by);

/**
 * Asks for a translation that takes its time.
 * @param css what is translated, as it is now
 * @returns lets it arrive: each text that is still on the page goes, whatever it says by then
 */
export async function translateLater(page: Page, css: string): Promise<() => Promise<unknown>> {
  const asked = await page.locator(css).evaluateHandle((root) => {
    const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
    const all: [Text, HTMLElement][] = [];
    for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
      const font = document.createElement('font');
      font.textContent = text.data;
      all.push([text, font]);
    }
    return all;
  });
  return () => asked.evaluate((all) => all.forEach(([text, font]) => void text.replaceWith(font)));
}

/** @returns the lines of what a page shows, without the marks of a translation */
export async function shown(page: Page, css = 'body'): Promise<string[]> {
  // The text of what is not drawn yet counts as not shown.
  await drawAll(page);
  const text = (await page.locator(css).innerText()).replaceAll(mark, '');
  return text.split('\n').flatMap((line) => line.replace(/\s+/g, ' ').trim() || []);
}

/** From now on the whole page is drawn, also what is far from what is in sight. */
export const drawAll = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });
