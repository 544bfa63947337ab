import { isPass } from '@one-planet/contract/exam-rules';
import { lifecycle } from '@one-planet/contract/lifecycle';
import { usePassedPayment } from '../../applicant/payment.ts';
import { StepGuard } from '../../applicant/step-page.tsx';
import { useNavigationState } from '../../site/navigation-state.ts';
import { textOf } from '../../site/unchecked.ts';
import { Failed, Passed } from './results.tsx';
import { texts } from './words.ts';

/**
 * `/applicant/exam_result` (journey specification, section 2). Where no result was passed on, the status TOOK_EXAM
 * means a pass.
 */
export function ExamResult() {
  const left = useNavigationState();
  const [result, resultDesc] = [textOf(left.result), textOf(left.resultDesc)];
  const payment = usePassedPayment();
  const { title, pass } = texts.result;
  if (resultDesc && !isPass({ result, resultDesc })) {
    const page = <Failed result={result || resultDesc} resultDesc={resultDesc} />;
    const { from } = lifecycle['exams.submit'];
    return (
      <StepGuard title={title} state={from} otherwise="next" waiting={page} trusts>
        {() => page}
      </StepGuard>
    );
  }
  const page = <Passed result={result || pass} resultDesc={resultDesc || pass} />;
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
