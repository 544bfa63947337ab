/** The page for maintenance: one file that any server can answer everything with, in all languages, without script. */

import type { Settings } from '../src/site/config.ts';
import { formatPhone, telUrlOf } from '../src/texts/formats.ts';
import { escapeHtml } from './text.ts';

/** The texts of one language. */
export interface MaintenanceTexts {
  code: string;
  title: string;
  text: string;
}

/** @param style the inline style of every page, which the policy allows @param contact left out where it may be made up */
export function makeMaintenancePage(
  textsByLanguage: readonly MaintenanceTexts[],
  style: string,
  contact: Settings['contact'] | undefined,
): string {
  const contactLinks = contact
    ? [
        ...contact.phones.map((phone) => `<a href="${telUrlOf(phone)}">${formatPhone(phone)}</a>`),
        `<a href="mailto:${escapeHtml(contact.email)}">${escapeHtml(contact.email)}</a>`,
      ]
    : [];
  const sections = textsByLanguage.map(
    ({ code, title, text }, index) =>
      `<section lang="${code}"><h${index + 1}>${title}</h${index + 1}><p>${text}</p></section>`,
  );
  return `<!doctype html>
<html lang="en" data-script>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${textsByLanguage[0]?.title ?? ''}</title>
    <style>${style}</style>
  </head>
  <body>
    <main class="page narrow">
      ${sections.join('\n      ')}
      <p class="lines">${contactLinks.join(' ')}</p>
    </main>
  </body>
</html>
`;
}
