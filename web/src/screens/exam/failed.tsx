import { Link } from 'wouter';
import { paths, stepPaths } from '../../paths.ts';
import { texts } from '../../texts/exam.ts';
import { texts as frame } from '../../texts/frame.ts';
import { ResultFacts } from './result-facts.tsx';

/** After a fail: the test again, where the college allows it, or home. */
export function Failed(props: { result: string; resultDesc: string }) {
  return (
    <div className="page narrow">
      <ResultFacts {...props} isFail />
      <p>{texts.result.failedLead}</p>
      <p className="actions">
        <Link className="button primary" to={stepPaths.takeExam}>
          {texts.result.retake}
        </Link>
        <Link className="button" to={paths.home}>
          {frame.goHome}
        </Link>
      </p>
    </div>
  );
}
