import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { texts as frame } from '../../words/frame.ts';
import { ResultFacts } from './result-facts.tsx';
import { texts } from './words.ts';

/** After a fail: the test again, where the college allows it, or home. */
export function Failed(props: { result: string; resultDesc: string }) {
  return (
    <div className="page narrow">
      <ResultFacts {...props} isFail />
      <p>{texts.result.failedLead}</p>
      <p className="actions">
        <Link className="button primary" to={paths.takeExam}>
          {texts.result.retake}
        </Link>
        <Link className="button" to={paths.home}>
          {frame.goHome}
        </Link>
      </p>
    </div>
  );
}
