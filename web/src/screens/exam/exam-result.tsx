import { isPass } from '@one-planet/contract/exam-rules';
import { StepGuard } from '../../components/step-guard.tsx';
import { usePassedOn } from '../../state/passed-on.ts';
import { usePassedPayment } from '../../state/payment.ts';
import { textOf } from '../../text-of.ts';
import { texts } from '../../texts/exam.ts';
import { Failed } from './failed.tsx';
import { Passed } from './passed.tsx';

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
