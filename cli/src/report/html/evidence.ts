/** An exchange, folded: what was sent, what came, and how to repeat it. */
import type { Evidence } from '../evidence.ts';
import { type Html, html } from './tag.ts';

/** More of a body is for the JSON report. */
const mostOfBody = 20_000;

export function evidenceOf({ exchange, curl }: Evidence): Html {
  const { method, status, durationMs } = exchange;
  const end = status === undefined ? 'no answer' : `status ${status}`;
  return html`<details class="evidence">
<summary>${method}, ${end} after ${Math.round(durationMs)} ms: request, answer, curl</summary>
<p class="label">Request</p>
<pre tabindex="0">${requestOf(exchange)}</pre>
<p class="label">Answer</p>
<pre tabindex="0">${answerOf(exchange)}</pre>
<div class="curl"><p class="label">Repeat</p><button type="button" hidden>Copy</button></div>
<pre tabindex="0">${curl}</pre>
</details>`;
}

function requestOf({ method, url, requestHeaders, requestBody }: Evidence['exchange']): string {
  return message(`${method} ${url}`, requestHeaders, requestBody);
}

function answerOf({ status, answerHeaders = {}, answerText }: Evidence['exchange']): string {
  if (status === undefined) return 'No whole answer came.';
  return message(`status ${status}`, answerHeaders, answerText);
}

function message(first: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [first, ...lines, ...(body ? ['', cut(body)] : [])].join('\n');
}

function cut(body: string): string {
  const more = body.length - mostOfBody;
  if (more <= 0) return body;
  return `${body.slice(0, mostOfBody)}\n… and ${more} more characters: see the JSON report`;
}
