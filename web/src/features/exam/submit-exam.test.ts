import { applicantExamples, type Exam } from '@one-planet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Site } from '../../site/client.ts';
import { createClock } from '../../site/clock.ts';
import { storeSession } from '../../site/stored-session.ts';
import type { Network } from '../../testing/network.ts';
import { createTestSite, startNetwork } from '../../testing/render-site.tsx';
import { type Attempt, dropAttempt, keepAttempt, startAttempt } from './attempt.ts';
import { type SubmitOutcome, submitExam } from './submit-exam.ts';

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
const resultBody = { result: 'pass', resultDesc: 'Pass', paymentDto: null, bankAccountList: null };
const submitPath = '/exams/private/submit_exam';
const profilePath = '/applicants/private/get_by_email/';

let network: Network;
let site: Site;
const attempt: Attempt = { ...startAttempt('x', exam, Date.now(), null), results: '1:10' };

beforeEach(async () => {
  network = await startNetwork();
  storeSession(createClock(), { id: 1, email, firstName: '', middleName: '' }, 'abc.def');
  site = createTestSite(network, {}, { retry: { attempts: 1 } });
  keepAttempt(attempt);
});
afterEach(() => dropAttempt(attempt.owner));

const listSentBodies = () => network.requestsTo(submitPath).map(({ body }) => body);

function submitAndCollect(afterPause: () => void = () => {}) {
  const unansweredMessages: string[] = [];
  const { signal } = new AbortController();
  return new Promise<SubmitOutcome & { unanswered: string[] }>((resolve) => {
    void submitExam(site, attempt, {
      finish: (outcome) => resolve({ ...outcome, unanswered: unansweredMessages }),
      email,
      signal,
      onUnanswered: (message) => unansweredMessages.push(message),
      waitBeforeRetry: async () => afterPause(),
    });
  });
}

test('the same answers are sent again until the server returns a result', async () => {
  network.cut();
  let pauseCount = 0;
  const outcome = await submitAndCollect(() => {
    pauseCount += 1;
    if (pauseCount === 1) network.restore();
    network.respond(
      submitPath,
      pauseCount < 3 ? 503 : 202,
      pauseCount < 3 ? { message: 'Too busy.' } : resultBody,
    );
  });
  const unansweredMessages = ['', 'Too busy.', 'Too busy.'];
  expect(outcome).toMatchObject({
    outcome: 'result',
    result: resultBody,
    unanswered: unansweredMessages,
  });
  expect(new Set(listSentBodies().map((body) => JSON.stringify(body)))).toEqual(
    new Set(['{"id":7,"results":"1:10"}']),
  );
});

test('after a lost response and a refusal, the status decides between a pass and a fail', async () => {
  for (const [status, outcome] of [
    ['TOOK_EXAM', 'passed'],
    ['ACTIVATED', 'failed'],
  ]) {
    network.cut();
    const submitted = await submitAndCollect(() => {
      network.restore();
      network.respond(submitPath, 409, { message: 'This exam was already handed in.' });
      network.respond(profilePath, 200, { status });
    });
    expect(submitted.outcome).toBe(outcome);
  }
});

test('a test that another tab has submitted is not sent again', async () => {
  network.cut();
  expect(await submitAndCollect(() => dropAttempt(attempt.owner))).toMatchObject({
    outcome: 'gone',
  });
  expect(listSentBodies()).toHaveLength(1);
});
