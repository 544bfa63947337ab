/**
 * Finds the form that pays among those of a page.
 * @returns where it is sent, `undefined` when the page has none that says "Pay"
 */
export function payFormAction(html: string, address: string): URL | undefined {
  // Piece by piece: one pattern over a whole page takes forever on a page made for it.
  for (const piece of html.split(/<form\b/i).slice(1)) {
    const [form = ''] = piece.split(/<\/form\b/i);
    const end = form.indexOf('>');
    const action = /\saction\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(form.slice(0, end + 1));
    const target = (action?.[1] ?? action?.[2])?.replace(/&(?:amp|#38);/g, '&');
    if (target === undefined || !/\bPay\b/i.test(form.slice(end))) continue;
    if (URL.canParse(target, address)) return new URL(target, address);
  }
  return undefined;
}
