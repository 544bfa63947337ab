import { isPass } from '@one-planet/contract/exam-rules';
import { lifecycle } from '@one-planet/contract/lifecycle';
import { useOwnNavigationState, usePassedPayment } from '../../applicant/payment.ts';
import { StepGuard } from '../../applicant/step-page.tsx';
import { textOf } from '../../site/unchecked.ts';
import { Failed, Passed } from './results.tsx';
import { texts } from './words.ts';
import '../../styles/exam.css';

/**
 * `/applicant/exam_result` (journey specification, section 2). Where no result was passed on, the status TOOK_EXAM
 * means a pass.
 */
export function ExamResult() {
  const left = useOwnNavigationState();
  const [result, resultDesc] = [textOf(left.result), textOf(left.resultDesc)];
  const arrivedAt = Number(left.arrivedAt);
  const payment = usePassedPayment();
  const { title, pass } = texts.result;
  if (resultDesc && !isPass({ result, resultDesc })) {
    const facts = { result: result || resultDesc, resultDesc, arrivedAt };
    const page = <Failed {...facts} />;
    const { from } = lifecycle['exams.submit'];
    return (
      <StepGuard title={title} state={from} otherwise="next" waiting={page} trusts>
        {() => page}
      </StepGuard>
    );
  }
  const facts = { result: result || pass, resultDesc: resultDesc || pass, arrivedAt };
  const page = <Passed {...facts} />;
  return (
    <StepGuard
      title={title}
      state={lifecycle['exams.submit'].to}
      otherwise="next"
      {...(payment ? { waiting: page, trusts: true } : {})}
    >
      {() => page}
    </StepGuard>
  );
}
