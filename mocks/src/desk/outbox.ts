import type { Mail } from '../data/entities.ts';
import { emailKey } from '../data/world.ts';
import { json } from '../http/answers.ts';
import { html, page } from './html.ts';
import type { DeskCall } from './request.ts';

const most = 100;

/** Mails, newest first, with a search by recipient. */
export function outboxPage(call: DeskCall): Response {
  const mails = find(call);
  return page(
    'Outbox',
    html`<form action="/_mock/outbox"><label>Recipient <input type="search" name="to" value="${call.query.get('to') ?? ''}"></label> <button>Search</button></form>
${mails.map(article)}
${mails.length === 0 ? html`<p>No mail.</p>` : ''}
${mails.length === most ? html`<p>Older mails are not shown.</p>` : ''}`,
  );
}

/** The same as JSON. */
export function outboxJson(call: DeskCall): Response {
  return json(200, find(call));
}

function find({ world, query }: DeskCall): readonly Mail[] {
  const to = query.get('to')?.trim();
  if (!to) return world.mails.newest(most);
  return world.mails.group('to', emailKey(to)).slice(-most).reverse();
}

function article({ to, subject, sentAt, text, link, kind }: Mail) {
  return html`<article id="${kind}">
<h2>${subject}</h2>
<p>To <a href="/_mock/outbox?to=${encodeURIComponent(to)}">${to}</a>, <time>${sentAt}</time></p>
${text.split('\n\n').map((line) => (line === link ? html`<p><a href="${line}">${line}</a></p>` : html`<p>${line}</p>`))}
</article>
`;
}
