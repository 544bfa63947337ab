import { lifecycle } from '@one-planet/contract/lifecycle';
import { readStatus } from '../../site/applicant-queries.ts';
import { examRefusalAtom } from '../../site/atoms.ts';
import type { Site } from '../../site/client.ts';
import { ownerHashOf } from '../../site/owner.ts';
import { awaitResponse } from '../../site/responses.ts';
import { formTexts } from '../../texts/form-words.ts';
import type { ShowMessage } from '../../ui/form/dialog.tsx';
import {
  keepAttempt,
  keepExamMinutes,
  moveDeadline,
  readAttempt,
  readExam,
  startAttempt,
} from './attempt.ts';
import { examTexts as texts } from './exam-words.ts';

interface CreateExamOptions {
  email: string;
  /** Loads the script of the running test. The test is not started without it, because its clock would already run. */
  prepare: () => Promise<unknown>;
  /** Says why no test has started. */
  showMessage: ShowMessage;
}

/** Has the server create a test, which runs on this device from then on. */
export async function createExam(
  site: Site,
  { email, prepare, showMessage }: CreateExamOptions,
): Promise<void> {
  const { clock } = site;
  const ownerHash = ownerHashOf(email);
  const clockPromise = clock.check();
  const isReady = await prepare().then(
    () => true,
    () => false,
  );
  if (!isReady) return showMessage(texts.network, { blamesConnection: true });
  await clockPromise;
  const requestedAt = clock.now();
  const { status, body, message } = await awaitResponse(site.api.exams.create());
  const exam = status === 201 ? readExam(body) : undefined;
  if (exam) {
    keepExamMinutes(ownerHash, Number(exam.examDto.duration));
    const earlierAttempt = readAttempt(ownerHash);
    const attempt = startAttempt(ownerHash, exam, requestedAt, earlierAttempt);
    keepAttempt(attempt);
    if (attempt.deadline !== earlierAttempt?.deadline)
      clock.onCorrection((errorMs) => moveDeadline(ownerHash, exam, -errorMs));
  } else if (status === 0)
    showMessage(texts.network, {
      blamesConnection: true,
      secondMessage: { text: texts.mayHaveStarted },
    });
  else if (status !== 401) {
    // A refusal because of another state says nothing about her attempts.
    const isRefused = status !== 201 && status !== 'undeclared';
    if (isRefused && (await readStatus(site, email)) === lifecycle['exams.submit'].from)
      site.store.set(examRefusalAtom, { owner: ownerHash, notice: message ?? { text: '' } });
    // After the button is gone, so that closing the dialog does not give the focus to it.
    showMessage(message ?? formTexts.tryLater, { title: texts.oops });
  }
}
