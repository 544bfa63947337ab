import { precreatedEmailIn } from '@one-planet/mocks';
import { unwrap } from '@one-planet/sdk';
import { startAttempt } from '../../../web/src/features/exam/attempt.ts';
import { keepAttempt } from '../../../web/src/features/exam/attempt-store.ts';
import { examOf } from '../../../web/src/features/exam/exam-of.ts';
import { ownerOf } from '../../../web/src/site/owner.ts';
import type { Network } from '../../../web/src/testing/network.ts';
import { apiOf, fromMock } from './mock-of.ts';
import type { Arranged } from './visit.ts';

/** An attempt with an answer to each question, on its last one. */
export async function answered(network: Network, isRight: boolean): Promise<Arranged> {
  const exam = examOf(await unwrap(apiOf(network).exams.create()));
  if (!exam) throw new Error('That is no exam');
  const key = await fromMock<{ questionText: string; choiceText: string }[]>(
    network,
    'exam-key.json',
  );
  const right = new Map(key.map(({ questionText, choiceText }) => [questionText, choiceText]));
  const answers = exam.examQuestionDtoList.map(({ id, questionDto }) => {
    const isIt = ({ choiceText }: { choiceText: string }) =>
      (choiceText === right.get(questionDto.questionText)) === isRight;
    return [String(id), questionDto.questionChoiceDtoList.find(isIt)?.id ?? ''];
  });
  const owner = ownerOf(precreatedEmailIn('ACTIVATED'));
  keepAttempt({
    ...startAttempt(owner, exam, Date.now(), null),
    answers: Object.fromEntries(answers),
    at: answers.length - 1,
  });
  return {};
}
