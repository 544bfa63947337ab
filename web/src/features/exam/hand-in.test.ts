// @vitest-environment happy-dom

import { applicantExamples, type Exam } from '@one-planet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Site } from '../../site/client.ts';
import { storeSession } from '../../site/stored-session.ts';
import type { Network } from '../../testing/network.ts';
import { siteOn, startNetwork } from '../../testing/render-site.tsx';
import { type Attempt, dropAttempt, keepAttempt, startAttempt } from './attempt.ts';
import { type HandedIn, handIn } from './hand-in.ts';

const exam: Exam = {
  examDto: { id: 7, duration: 20 },
  examQuestionDtoList: [
    {
      id: 1,
      questionDto: { questionText: '?', questionChoiceDtoList: [{ id: 10, choiceText: 'Yes' }] },
    },
  ],
};
const { email } = applicantExamples.hana.register;
const result = { result: 'pass', resultDesc: 'Pass', paymentDto: null, bankAccountList: null };
const submit = '/exams/private/submit_exam';
const profile = '/applicants/private/get_by_email/';

let network: Network;
let site: Site;
const attempt: Attempt = { ...startAttempt('x', exam, Date.now(), null), results: '1:10' };

beforeEach(async () => {
  network = await startNetwork();
  storeSession({ id: 1, email, firstName: '', middleName: '' }, 'abc.def');
  site = siteOn(network, {}, { retry: { attempts: 1 } });
  keepAttempt(attempt);
});
afterEach(() => dropAttempt(attempt.owner));

const sendings = () => network.to(submit).map(({ body }) => body);

function send(afterPause: () => void = () => {}) {
  const unanswered: string[] = [];
  const { signal } = new AbortController();
  return new Promise<HandedIn & { unanswered: string[] }>((resolve) => {
    void handIn(site, attempt, {
      finish: (handedIn) => resolve({ ...handedIn, unanswered }),
      email,
      signal,
      onUnanswered: (message) => unanswered.push(message),
      pause: async () => afterPause(),
    });
  });
}
test('without an answer the same is sent again until there is one', async () => {
  network.cut();
  let pauses = 0;
  const handedIn = await send(() => {
    pauses += 1;
    if (pauses === 1) network.mend();
    network.answer(submit, pauses < 3 ? 503 : 202, pauses < 3 ? { message: 'Too busy.' } : result);
  });
  const unanswered = ['', 'Too busy.', 'Too busy.'];
  expect(handedIn).toMatchObject({ outcome: 'result', result, unanswered });
  expect(new Set(sendings().map((body) => JSON.stringify(body)))).toEqual(
    new Set(['{"id":7,"results":"1:10"}']),
  );
});

test('a refusal after a lost answer: the status shows how it ended', async () => {
  for (const [status, outcome] of [
    ['TOOK_EXAM', 'passed'],
    ['ACTIVATED', 'failed'],
  ]) {
    network.cut();
    const handedIn = await send(() => {
      network.mend();
      network.answer(submit, 409, { message: 'This exam was already handed in.' });
      network.answer(profile, 200, { status });
    });
    expect(handedIn.outcome).toBe(outcome);
  }
});

test('a test that another tab has handed in is not sent again', async () => {
  network.cut();
  expect(await send(() => dropAttempt(attempt.owner))).toMatchObject({ outcome: 'gone' });
  expect(sendings()).toHaveLength(1);
});
