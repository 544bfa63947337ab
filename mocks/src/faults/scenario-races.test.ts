import { expect, test } from 'vitest';
import { mailsTo, registrationOf } from '../testing/journey.ts';
import { type Case, compare, precreated } from '../testing/observe.ts';
import { deposit } from '../testing/payloads.ts';
import type { Received, Session } from '../testing/session.ts';

const email = 'new@example.com';

/** Sends a call twice at once. @returns the statuses, the lower one first */
async function twice(send: () => Promise<Received>) {
  const [one, other] = await Promise.all([send(), send()]);
  return [one.status, other.status].sort();
}

async function registers(session: Session) {
  const body = registrationOf(email);
  const statuses = await twice(() => session.call('applicants.register', { body }));
  return [...statuses, (await mailsTo(session, email)).length];
}

async function handsIn(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  const { id } = (await session.call('exams.create', { token })).body.examDto;
  return await twice(() => session.call('exams.submit', { body: { id, results: '' }, token }));
}

async function pays(session: Session) {
  const { token } = await precreated(session, 'TOOK_EXAM');
  const body = await deposit(session, token);
  return await twice(() => session.call('payments.makeOffline', { body, token }));
}

async function applies(session: Session) {
  const { token } = await precreated(session, 'READY_TO_APPLY');
  const body = { selectedBatchProgramId: 301 };
  return await twice(() => session.call('applicants.applyForProgram', { body, token }));
}

const cases: Case[] = [
  ['race-register', registers, [201, 409, 1], [201, 201, 2]],
  ['race-exam', handsIn, [202, 409], [202, 202]],
  ['race-payment', pays, [200, 409], [200, 200]],
  ['race-apply', applies, [200, 409], [200, 200]],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
