/**
 * Written by `npm run font`. Not in the stylesheet: for a font that a page's own styles name, Chromium tells the server
 * the page's whole address, and that of an activation link holds a token.
 */
export function headingFont(): FontFace {
  return new FontFace('Fraunces', 'url("/assets/fraunces-b501a388.woff2")', {
    weight: '400 800',
    unicodeRange: 'U+20-7E, U+A0-FF, U+2013-2026, U+2190-2193, U+2713',
  });
}
