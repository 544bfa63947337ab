import { html, json } from '../server/responses.ts';
import type { Mail } from '../world/entities.ts';
import { emailKey } from '../world/world.ts';
import type { PageCall } from './page-frame.ts';
import { page } from './page-frame.ts';

const maxMails = 100;

/** @returns the path of the page with the mails to an address */
export function outboxPath(email: string): string {
  return `/_mock/outbox?to=${encodeURIComponent(email)}`;
}

/** The mails, newest first, with a search by recipient. */
export function outboxPage(call: PageCall): Response {
  const mails = findMails(call);
  return page(
    'Outbox',
    html`<form class="search" action="/_mock/outbox"><label for="to">Recipient</label><input id="to" type="search" name="to" value="${call.query.get('to') ?? ''}"><button class="main">Search</button></form>
${mails.map(mailArticle)}
${mails.length === 0 ? html`<p>No mail.</p>` : ''}
${mails.length === maxMails ? html`<p>Older mails are not shown.</p>` : ''}`,
  );
}

/** The same mails as JSON. */
export function outboxJson(call: PageCall): Response {
  return json(200, findMails(call));
}

function findMails({ world, query }: PageCall): readonly Mail[] {
  const recipientEmail = query.get('to')?.trim();
  if (!recipientEmail) return world.mails.newest(maxMails);
  return world.mails.group('to', emailKey(recipientEmail)).slice(-maxMails).reverse();
}

function mailArticle({ to, subject, sentAt, text, link }: Mail) {
  const recipient = html`<a href="${outboxPath(to)}">${to}</a>`;
  const time = html`<time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time>`;
  return html`<article>
<h2>${subject}</h2>
<p class="about">To ${recipient}, ${time}</p>
${text.split('\n\n').map((line) => (line === link ? html`<p><a href="${line}">${line}</a></p>` : html`<p>${line}</p>`))}
</article>
`;
}
