import { headingFont } from '../styles/heading-font.ts';

let font: FontFace | undefined;

/**
 * To be called when a page opens. No page changes its letters while it is read, and none waits for them: the font of the
 * headings is fetched on the first page, for those that follow.
 */
export function showHeadingFont(): void {
  if (typeof FontFace === 'undefined') return;
  if (font?.status === 'loaded') document.fonts.add(font);
  else if (font?.status !== 'loading') {
    font = headingFont();
    font.load().catch(() => {});
  }
}
