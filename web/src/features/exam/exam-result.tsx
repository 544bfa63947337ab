import { isPass } from '@one-planet/contract/exam-rules';
import { usePassedPayment } from '../../applicant/payment.ts';
import { StepGuard } from '../../applicant/step-guard.tsx';
import { usePassedOn } from '../../site/navigation-state.ts';
import { textOf } from '../../site/text-of.ts';
import { Failed } from './failed.tsx';
import { Passed } from './passed.tsx';
import { texts } from './words.ts';

interface PassedOn {
  result: unknown;
  resultDesc: string;
}

/**
 * `/applicant/exam_result`: how the test went (journey specification, section 2). Without a result that was
 * passed on, and after every reload, a pass is what the status says.
 */
export default function ExamResult() {
  const { result, resultDesc } = usePassedOn<PassedOn>();
  const payment = usePassedPayment();
  const { title } = texts.result;
  if (resultDesc !== undefined && !isPass({ result, resultDesc })) {
    const page = <Failed result={textOf(result) || resultDesc} resultDesc={resultDesc} />;
    return (
      <StepGuard title={title} states={['ACTIVATED']} otherwise="next" waiting={page} trusts>
        {() => page}
      </StepGuard>
    );
  }
  const page = (
    <Passed
      result={textOf(result) || texts.result.pass}
      resultDesc={resultDesc ?? texts.result.pass}
    />
  );
  return (
    <StepGuard
      title={title}
      states={['TOOK_EXAM']}
      otherwise="next"
      {...(payment ? { waiting: page, trusts: true } : {})}
    >
      {() => page}
    </StepGuard>
  );
}
