import { html, jsonResponse } from '../server/responses.ts';
import type { Mail } from '../world/entities.ts';
import type { PageCall } from './page-frame.ts';
import { makePage } from './page-frame.ts';

const maxMails = 100;

/** @returns the path of the page with the mails to an address */
export function makeOutboxPath(email: string): string {
  return `/_mock/outbox?to=${encodeURIComponent(email)}`;
}

/** The mails, newest first, with a search by recipient. */
export function outboxPage(call: PageCall): Response {
  const mails = findMails(call);
  return makePage(
    'Outbox',
    html`<form class="search" action="/_mock/outbox"><label for="to">Recipient</label><input id="to" type="search" name="to" value="${call.query.get('to') ?? ''}"><button class="main">Search</button></form>
${mails.map(mailArticle)}
${mails.length === 0 ? html`<p>No mail.</p>` : ''}
${mails.length === maxMails ? html`<p>Older mails are not shown.</p>` : ''}`,
  );
}

/** The same mails as JSON. */
export function outboxJson(call: PageCall): Response {
  return jsonResponse(200, findMails(call));
}

function findMails({ world, query }: PageCall): readonly Mail[] {
  const recipientEmail = query.get('to')?.trim();
  const mails = recipientEmail ? world.mailsTo(recipientEmail) : world.mails.all();
  return mails.slice(-maxMails).reverse();
}

function mailArticle({ to, subject, sentAt, text, link }: Mail) {
  const recipientLink = html`<a href="${makeOutboxPath(to)}">${to}</a>`;
  const timeHtml = html`<time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time>`;
  return html`<article>
<h2>${subject}</h2>
<p class="about">To ${recipientLink}, ${timeHtml}</p>
${text.split('\n\n').map((line) => (line === link ? html`<p><a href="${line}">${line}</a></p>` : html`<p>${line}</p>`))}
</article>
`;
}
