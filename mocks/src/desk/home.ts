import { applicantStates } from '@one-planet/contract';
import type { World } from '../data/world.ts';
import { faultList } from '../faults/index.ts';
import { json } from '../http/answers.ts';
import { html, page } from './html.ts';
import type { DeskCall } from './request.ts';

/** The first page: where to go, and what there is. */
export function indexPage({ world }: DeskCall): Response {
  const { applicants, ...counts } = count(world);
  const list = (values: object) =>
    html`<ul>${Object.entries(values).map(([name, value]) => html`<li>${name}: ${value}</li>`)}</ul>`;
  const faults = faultList.filter(({ name }) => world.settings.faults.includes(name));
  return page(
    'Mock backend',
    html`<p>Plays the college's backend under <code>/api</code>. Beside it:</p>
<ul>
<li><a href="/_mock/outbox">Outbox</a>: every mail, with its links (<a href="/_mock/outbox.json">JSON</a>)</li>
<li><a href="/_mock/staff">Staff desk</a>: verify payments, admit applicants (<a href="/_mock/staff.json">JSON</a>)</li>
<li><a href="/_mock/exam-key.json">Exam key</a>: the right answers</li>
<li><a href="/_mock/state.json">Counts as JSON</a></li>
</ul>
<h2>Applicants</h2>${list(applicants)}
<h2>Other records</h2>${list(counts)}
${faults.length > 0 ? html`<h2>Faults switched on</h2>${list(Object.fromEntries(faults.map(({ name, sentence }) => [name, sentence])))}` : ''}
<form method="post" action="/_mock/reset"><button>Start again from the seed</button></form>`,
  );
}

/** The counts of the first page. */
export function stateJson({ world }: DeskCall): Response {
  return json(200, count(world));
}

function count(world: World) {
  const states = [null, ...applicantStates].map((state) => [
    state ?? 'REGISTERED',
    world.inState(state).size,
  ]);
  return {
    applicants: Object.fromEntries(states) as Record<string, number>,
    mails: world.mails.size,
    exams: world.exams.size,
    payments: world.payments.size,
    uploads: world.uploads.size,
  };
}
