import { applicantStates } from '@one-planet/contract';
import type { World } from '../data/world.ts';
import { faultList } from '../faults/index.ts';
import { harmlessList } from '../harmless/index.ts';
import { json } from '../http/answers.ts';
import { html } from '../http/html.ts';
import { button, facts, page } from './page.ts';
import type { PageCall } from './request.ts';

/** The first page: links to the others, and what the backend holds. */
export function indexPage({ world }: PageCall): Response {
  const { applicants, ...counts } = count(world);
  const { faults: wrong, harmless } = world.settings;
  const switchedOn = [
    ...faultList.filter(({ name }) => wrong.includes(name)),
    ...harmlessList.filter(({ name }) => harmless.includes(name)),
  ];
  return page(
    'Mock backend',
    html`<p>Plays the college's backend under <code>/api</code>. Beside it:</p>
<ul>
<li><a href="/_mock/outbox">Outbox</a>: every mail, with its links (<a href="/_mock/outbox.json">JSON</a>)</li>
<li><a href="/_mock/staff">Staff page</a>: verify payments, admit applicants (<a href="/_mock/staff.json">JSON</a>)</li>
<li><a href="/_mock/exam-key.json">Exam key</a>: the right answers (JSON)</li>
<li><a href="/_mock/state.json">Counts</a>: those below (JSON)</li>
</ul>
${switchedOn.length > 0 ? html`<h2>Faults and variations switched on</h2>${facts(Object.fromEntries(switchedOn.map(({ name, sentence }) => [name, sentence])))}` : ''}
<h2>Applicants</h2>${facts(applicants)}
<h2>Other records</h2>${facts(counts)}
${button('Start again from the seed', '/_mock/reset', { isMain: false })}`,
  );
}

/** The counts of the first page. */
export function stateJson({ world }: PageCall): Response {
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
